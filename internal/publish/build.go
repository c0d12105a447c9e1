// Package publish is the engine: it reads what has changed, plans every page, has those rendered whose key is new, and
// publishes each deployment's tree at once. docs/architecture.md draws it.
package publish

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"syscall"
	"time"

	"storefront/internal/catalog"
	"storefront/internal/pages"
	"storefront/internal/render"
	"storefront/internal/source"
)

// Options say what to build from what, where to.
type Options struct {
	Content string    // the folder of content
	Builds  string    // the folder of builds
	Site    string    // the site bundle: site/dist
	AsOf    time.Time // decides which stories are out; only its day counts
	Only    string    // a deployment, or all where empty
	Clean   bool      // forget the last build
	Reviews string    // an export of the API's; reviews.jsonl in the folder of content where it is empty, if there is one
	// Images makes a picture as the proxy would, so that the variants that pages ask for are written beside them. It is nil
	// where they are left to the proxy.
	Images func(source []byte, modifiers string) ([]byte, error)
	// ImagesVersion changes with what Images makes of the same modifiers.
	ImagesVersion string
}

// Report is what a build did.
type Report struct {
	Deployments []DeploymentReport
	Warnings    []source.Diagnostic
	Read        int // products and stories read, the rest was remembered
	Unchanged   bool
	Proxied     bool // pages ask for pictures in sizes that are not written: the proxy makes them
	Took        time.Duration
}

// DeploymentReport is one deployment's part.
type DeploymentReport struct {
	ID       string         `json:"id"`
	Build    string         `json:"build"`
	Pages    map[string]int `json:"pages,omitempty"` // by language
	Rendered int            `json:"rendered"`
	Reused   int            `json:"reused"`
	Removed  int            `json:"removed"`
	Written  int            `json:"written"` // files
	// Variants are the pictures in other sizes that it holds, of which Made are new.
	Variants int `json:"variants,omitempty"`
	Made     int `json:"made,omitempty"`
}

// ErrBusy says that another build of the same folder is under way.
var ErrBusy = errors.New("another build is under way in this folder")

// bundle is site/dist/bundle.json.
type bundle struct {
	Hash   string   `json:"hash"`
	Assets []string `json:"assets"`
	CSP    []string `json:"csp"`
	// Pictures are modifiers that scripts ask for any picture with.
	Pictures []string `json:"pictures"`
}

type builder struct {
	Options
	bundle bundle
	engine pages.Key
	day    string
	store  store
	warm   *render.Warm
	report *Report
}

// Build builds and publishes. Mistakes in content are an *Invalid; nothing is published then.
func Build(o Options) (*Report, error) {
	began := time.Now()
	b := &builder{Options: o, day: o.AsOf.UTC().Format(time.DateOnly), store: store{filepath.Join(o.Builds, "cache")}, report: &Report{}}
	defer func() { b.report.Took = time.Since(began) }()
	if o.Clean {
		if err := os.RemoveAll(b.store.dir); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(b.store.dir, 0o755); err != nil {
		return nil, err
	}
	unlock, err := lock(filepath.Join(b.store.dir, "lock"))
	if err != nil {
		return nil, err
	}
	defer unlock()
	if err := b.inputs(); err != nil {
		return nil, err
	}
	return b.report, b.build()
}

func lock(path string) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close()
		return nil, ErrBusy
	}
	return func() { _ = f.Close() }, nil
}

// inputs looks at everything but content that a build depends on.
func (b *builder) inputs() error {
	data, err := os.ReadFile(filepath.Join(b.Site, "bundle.json"))
	if err != nil {
		return fmt.Errorf("the site bundle is missing; make it with npm run build: %w", err)
	}
	if err := json.Unmarshal(data, &b.bundle); err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(b.Site, "bundle.json"), err)
	}
	b.engine, err = engineKey()
	if b.Images != nil {
		b.engine = pages.KeyOf(b.engine[:], []byte("with images")) // what the pages ask for is not known of the last build
	}
	return err
}

func (b *builder) build() error {
	var last glance
	loaded := make(chan bool, 1)
	go func() { loaded <- b.store.load("glance", &last) }()
	current, err := b.scanAll()
	known := <-loaded
	if err != nil {
		return fmt.Errorf("read content: %w", err)
	}
	if known && last.Engine != b.engine {
		last, known = glance{}, false
	}
	if known && b.unchanged(last, current) {
		b.report.Unchanged, b.report.Warnings = true, last.Warnings
		for id, build := range last.Builds {
			b.report.Deployments = append(b.report.Deployments, DeploymentReport{ID: id, Build: build})
		}
		sort.Slice(b.report.Deployments, func(i, j int) bool { return b.report.Deployments[i].ID < b.report.Deployments[j].ID })
		return nil
	}
	b.warm = render.WarmUp(b.workerFile())
	defer b.warm.Stop()
	var remembered memory
	if !known || !b.store.load("content", &remembered) {
		last.Files, remembered = nil, memory{}
	}
	spool, err := newSpool(b.store.dir)
	if err != nil {
		return err
	}
	defer spool.close()
	r, found := read(b.Content, b.reviewsFile(), current, last.Files, remembered, spool)
	b.report.Read = r.read
	if err := b.judge(found); err != nil {
		return err
	}
	return b.deployments(r, current, last)
}

// unchanged says that the last build of everything still stands.
func (b *builder) unchanged(last glance, current files) bool {
	if last.Bundle != b.bundle.Hash || last.Day != b.day || !last.Files.same(current) {
		return false
	}
	for id, build := range last.Builds {
		t := openTree(b.Builds, id)
		if t.live == "" || t.marked(t.live) != build {
			return false
		}
	}
	return len(last.Builds) > 0 && (b.Only == "" || last.Builds[b.Only] != "")
}

// judge parts warnings from mistakes.
func (b *builder) judge(found []source.Diagnostic) error {
	source.Sort(found)
	for _, d := range found {
		if isError(d) {
			return &Invalid{found}
		}
	}
	b.report.Warnings = found
	return nil
}

// plan plans every deployment's pages and judges what only that shows: links that lead nowhere.
func (b *builder) plan(r *reading) ([]*site, error) {
	content := r.content()
	var sites []*site
	for _, d := range r.lib.Deployments {
		s := &site{builder: b, id: d.ID, deployment: d, reading: r, pages: pages.NewSite(content, d, b.asOf())}
		s.items = s.pages.Plan()
		sites = append(sites, s)
	}
	return sites, b.judge(append(deadLinks(sites), b.report.Warnings...))
}

func (b *builder) deployments(r *reading, current files, last glance) error {
	sites, err := b.plan(r)
	if err != nil {
		return err
	}
	if b.Only != "" {
		if sites, err = only(sites, b.Only); err != nil {
			return err
		}
		current = last.Files // the other deployments have not seen what is new
	}
	for _, s := range sites {
		b.report.Proxied = b.report.Proxied || b.Images == nil && s.deployment.PictureProvider == providerIPX
		if err := s.prepare(last.Builds[s.id]); err != nil {
			return err
		}
	}
	saved, indexed := b.saveContent(r), index(sites)
	if err := errors.Join(b.render(sites), <-indexed); err != nil {
		return err
	}
	now := glance{Engine: b.engine, Bundle: b.bundle.Hash, CSP: b.bundle.CSP, Day: b.day, Files: current, Warnings: b.report.Warnings}
	if now.Builds, err = b.publish(sites, r.lib.Deployments, last); err != nil {
		return err
	}
	if err := errors.Join(<-saved, b.remember(sites, now)); err != nil {
		return err
	}
	for _, s := range sites {
		if s.report.Build == last.Builds[s.id] {
			continue
		}
		if err := s.tree.follow(last.Builds[s.id], s.report.Build); err != nil {
			return err
		}
	}
	return errors.Join(dropTrees(b.Builds, r.lib.Deployments), b.dropVariants(sites))
}

// publish makes the sites' builds live, and tells which build each deployment is at.
func (b *builder) publish(sites []*site, all []*catalog.Deployment, last glance) (map[string]string, error) {
	if err := b.announce(all, last.CSP); err != nil {
		return nil, err
	}
	builds := map[string]string{}
	for _, d := range all {
		if build := last.Builds[d.ID]; build != "" {
			builds[d.ID] = build
		}
	}
	for _, s := range sites {
		if err := s.publish(last.Builds[s.id]); err != nil {
			return nil, err
		}
		builds[s.id] = s.report.Build
	}
	return builds, replaceJSON(filepath.Join(b.Builds, "meta", "latest.json"), map[string]any{"deployments": builds})
}

// saveContent keeps the memory of content while the pages are rendered. A build that fails meanwhile does no harm: what
// has changed since the last glance is read again whatever is remembered of it.
func (b *builder) saveContent(r *reading) <-chan error {
	saved := make(chan error, 1)
	if b.Only != "" {
		saved <- nil
		return saved
	}
	content := r.snapshot()
	go func() { saved <- b.store.save("content", content) }()
	return saved
}

// asOf is the end of the day that the build speaks for: what is dated on it is out.
func (b *builder) asOf() time.Time { return b.dayStart().Add(24*time.Hour - time.Second) }

func (b *builder) dayStart() time.Time {
	day, _ := time.Parse(time.DateOnly, b.day)
	return day
}

func only(sites []*site, id string) ([]*site, error) {
	var ids []string
	for _, s := range sites {
		if s.id == id {
			return []*site{s}, nil
		}
		ids = append(ids, s.id)
	}
	return nil, fmt.Errorf("there is no deployment %q%s", id, source.DidYouMean(id, ids))
}

// remember keeps what the next build may stand on. The glance is last: without it nothing else counts.
func (b *builder) remember(sites []*site, now glance) error {
	for _, s := range sites {
		if err := b.store.save("outputs-"+s.id, s.outputs); err != nil {
			return err
		}
		b.report.Deployments = append(b.report.Deployments, s.report)
	}
	return b.store.save("glance", now)
}

// deadLinks reports the links of prose that lead nowhere in any deployment.
func deadLinks(sites []*site) []source.Diagnostic {
	var out []source.Diagnostic
	seen := map[pages.DeadLink]bool{}
	for _, s := range sites {
		for l := range s.pages.Dead() {
			if seen[l] || anyResolves(sites, l.To) {
				continue
			}
			seen[l] = true
			d := source.Diagnostic{Path: l.File, Line: l.Line, Col: 1, Message: fmt.Sprintf("a dead link: there is no page %s", l.To)}.WithExcerpt()
			if i := strings.Index(d.Excerpt, l.To); i >= 0 {
				d.Col = len([]rune(d.Excerpt[:i])) + 1
			}
			out = append(out, d)
		}
	}
	return out
}

func anyResolves(sites []*site, to string) bool {
	for _, s := range sites {
		if s.pages.Leads(to) {
			return true
		}
	}
	return false
}

// announce tells the server of all deployments, before their links move: a page of the build to come may hold other
// scripts of its own than one of the last build, so the hashes of both are allowed.
func (b *builder) announce(deployments []*catalog.Deployment, lastCSP []string) error {
	csp := slices.Compact(slices.Sorted(slices.Values(slices.Concat(b.bundle.CSP, lastCSP))))
	entries := []pages.Deployment{}
	for _, d := range deployments {
		entries = append(entries, pages.Deployment{
			ID: d.ID, Hosts: d.Hosts, Name: d.Name, Languages: d.Languages, Currencies: d.Currencies, PayLater: d.PayLater, CSP: csp,
			BaseURL: strings.TrimSuffix(d.BaseURL, "/"), Currency: pages.CurrencyTableOf(d),
			Contact: pages.DeploymentContact{
				Email: d.Contact.Email, Phone: d.Contact.Phone, Address: d.Contact.Address, ChatURL: d.Contact.ChatURL,
				TaxNumber: d.TaxNumber,
			},
		})
	}
	return replaceJSON(filepath.Join(b.Builds, "meta", "deployments.json"), entries)
}

// replaceJSON writes a file whole or not at all.
func replaceJSON(path string, v any) error {
	data, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err
	}
	return replaceFile(path, append(data, '\n'))
}

func replaceFile(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(path+".next", data, 0o644); err != nil {
		return err
	}
	return os.Rename(path+".next", path)
}
