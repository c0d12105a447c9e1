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
	"sync/atomic"
	"syscall"
	"time"

	"storefront/internal/catalog"
	"storefront/internal/pages"
	"storefront/internal/render"
	"storefront/internal/source"
)

// Options say what to build from what, where to.
type Options struct {
	Content string           // the folder of content
	Builds  string           // the folder of builds
	Site    string           // the site bundle: site/dist
	AsOf    time.Time        // decides which stories are out; only its day counts
	But     []pages.Withheld // what is let through although it is not out
	Only    string           // a deployment, or all where empty
	Clean   bool             // forget the last build
	Reviews string           // an export of the API's; reviews.jsonl in the folder of content where it is empty, if there is one
	// Images makes a picture as the proxy would, so that the variants that pages ask for are written beside them. It is nil
	// where they are left to the proxy.
	Images func(source []byte, modifiers string) ([]byte, error)
	// History is how many former builds of each deployment are kept: DefaultHistory where it is 0, none where negative.
	History int
	// ImagesVersion changes with what Images makes of the same modifiers.
	ImagesVersion string
	// Minify takes out of pages and XML what browsers do without.
	Minify bool
	// Progress is told how far a step is, often and from several goroutines; nil where nobody wants to know.
	Progress func(step string, done, total int)
}

// Report is what a build did.
type Report struct {
	Deployments  []DeploymentReport
	Warnings     []source.Diagnostic
	Read         int // products and stories read, the rest was remembered
	Unchanged    bool
	Skipped      Withheld // what is written and not out
	Untranslated int      // languages that stories lack
	Proxied      bool     // pages ask for pictures in sizes that are not written: the proxy makes them
	Took         time.Duration
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
	// Plan has the files by name, where nothing was done.
	Plan *PlanReport `json:"plan,omitempty"`
}

// ErrBusy says that somebody else has the same folder.
var ErrBusy = errors.New("another build, or generate server, is at work in this folder")

// bundle is site/dist/bundle.json.
type bundle struct {
	Hash   string   `json:"hash"`
	Assets []string `json:"assets"`
	CSP    []string `json:"csp"`
	// Pictures are modifiers that scripts ask for any picture with.
	Pictures []string `json:"pictures"`
	// Entry has each layout's style sheet by its type.
	Entry struct {
		Layouts map[string]string `json:"layouts"`
	} `json:"entry"`
}

type builder struct {
	Options
	bundle bundle
	engine pages.Key
	day    string
	store  store
	warm   *render.Warm
	report *Report
	shared map[string]sharedFile // by path below a tree
	done   atomic.Int64          // pages rendered
	// session has what is known of the last build, and pages that are rendered already.
	session *Session
}

// Build builds and publishes. Mistakes in content are an *Invalid; nothing is published then.
func Build(o Options) (*Report, error) {
	s, err := Open(o)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return s.Build()
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
	if err := b.readBundle(); err != nil {
		return err
	}
	var err error
	b.engine, err = engineKey()
	if b.Images != nil {
		b.engine = pages.KeyOf(b.engine[:], []byte("with images")) // what the pages ask for is not known of the last build
	}
	if b.Minify {
		b.engine = pages.KeyOf(b.engine[:], []byte("minified"))
	}
	return err
}

func (b *builder) readBundle() error {
	data, err := os.ReadFile(filepath.Join(b.Site, "bundle.json"))
	if err != nil {
		return fmt.Errorf("the site bundle is missing; make it with npm run build: %w", err)
	}
	b.bundle = bundle{}
	if err := json.Unmarshal(data, &b.bundle); err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(b.Site, "bundle.json"), err)
	}
	return nil
}

// unchanged says that the last build of everything still stands.
func (b *builder) unchanged(last glance, current files) bool {
	if last.Partial || last.Bundle != b.bundle.Hash || last.Day != b.day || !slices.Equal(last.But, b.But) || !last.Files.same(current) {
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
			return &Invalid{Diagnostics: found}
		}
	}
	b.report.Warnings = found
	return nil
}

// plan plans every deployment's pages and judges what only that shows: links that lead nowhere.
func (b *builder) plan(r *reading) ([]*site, error) {
	b.skipped(r)
	sites := b.sites(r)
	return sites, b.judge(slices.Concat(deadLinks(sites), r.draftsNamed(b.Content, b.showing()), b.report.Warnings))
}

func (b *builder) sites(r *reading) (sites []*site) {
	content := r.content()
	for _, d := range r.lib.Deployments {
		s := &site{builder: b, id: d.ID, deployment: d, reading: r, pages: pages.NewSite(content, d, b.showing())}
		s.items = s.pages.Plan()
		sites = append(sites, s)
	}
	return sites
}

// settle publishes what was planned, and remembers it.
func (b *builder) settle(p *planned) error {
	var sites []*site
	for _, s := range p.shown {
		sites = append(sites, s.again(b))
	}
	last, current := b.session.last, p.files
	if b.Only != "" {
		current = last.Files // the other deployments have not seen what is new
	}
	for _, s := range sites {
		b.report.Proxied = b.report.Proxied || b.Images == nil && s.deployment.PictureProvider == providerIPX
		if err := s.prepare(last.Builds[s.id]); err != nil {
			return err
		}
	}
	saved, indexed := b.saveContent(p.reading), index(sites)
	if err := errors.Join(b.render(sites), <-indexed); err != nil {
		return errors.Join(err, <-saved)
	}
	now := glance{
		Engine: b.engine, Bundle: b.bundle.Hash, CSP: b.bundle.CSP, Day: b.day, Files: current, Partial: b.Only != "", Warnings: b.report.Warnings,
		But: b.But, Skipped: b.report.Skipped, Untranslated: b.report.Untranslated,
	}
	if now.Partial {
		now.CSP = bothOf(b.bundle.CSP, last.CSP)
	}
	var err error
	if now.Builds, err = b.publish(sites, p.reading.lib.Deployments, last); err != nil {
		return err
	}
	if err := errors.Join(<-saved, b.remember(sites, now)); err != nil {
		return err
	}
	for _, s := range sites {
		if s.report.Build == last.Builds[s.id] && s.tree.marked(s.tree.spare) == s.report.Build {
			continue
		}
		s.tree.history.csp = last.CSP
		if err := s.tree.follow(last.Builds[s.id], s.report.Build); err != nil {
			return err
		}
	}
	b.session.settled(p, sites, now)
	return errors.Join(dropTrees(b.Builds, p.reading.lib.Deployments), b.dropVariants(sites))
}

// publish makes the sites' builds live, and tells which build each deployment is at.
func (b *builder) publish(sites []*site, all []*catalog.Deployment, last glance) (map[string]string, error) {
	if err := b.announce(all, last.CSP); err != nil {
		return nil, err
	}
	builds := map[string]string{}
	for _, d := range all {
		if t := openTree(b.Builds, d.ID); t.live != "" {
			builds[d.ID] = t.marked(t.live)
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

func bothOf(one, other []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(slices.Concat(one, other))))
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
