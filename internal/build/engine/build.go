// Package engine makes builds: it reads the content that changed, plans every page, renders the pages whose key is new, and
// publishes each deployment's files at once. docs/architecture.md has a drawing.
package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"storefront/internal/build/pages"
	"storefront/internal/build/render"
	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/lib/suggest"
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
	Failed       []Failure // by id
	Warnings     []diag.Diagnostic
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
	total  int                   // pages to be rendered
	// isolate is set where what is wrong with one deployment alone does not stop the others.
	isolate bool
	failing sync.Mutex // guards report.Failed
	// session has what is known of the last build, and pages that are rendered already.
	session *Session
}

// Build builds and publishes. Mistakes in content are an *Invalid; nothing is published then. Deployments that failed alone
// are in the report.
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

// judgeContent parts warnings from mistakes of what was read, and sets deployments apart.
func (b *builder) judgeContent(r *reading, found []diag.Diagnostic) error {
	if b.isolate {
		found = b.setApart(r, found)
	}
	return b.judge(found)
}

// judge parts warnings from mistakes.
func (b *builder) judge(found []diag.Diagnostic) error {
	diag.Sort(found)
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
	return sites, b.judge(slices.Concat(b.undecided(deadLinks(sites)), r.draftsNamed(b.Content, b.showing()), b.report.Warnings))
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
	last := b.session.last
	sites, saved, err := b.make(sites, p, last)
	if err == nil {
		err = b.announce(p.reading.lib.Deployments, last.CSP)
	}
	if err == nil {
		sites, err = b.publish(sites, last)
	}
	if err != nil {
		return errors.Join(err, <-saved)
	}
	now := b.glanceAt(p, last)
	if now.Builds, err = b.latest(sites, p.reading.lib.Deployments, last); err != nil {
		return errors.Join(err, <-saved)
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
	if len(b.report.Failed) > 0 {
		return nil // what those that failed need stays
	}
	return errors.Join(dropTrees(b.Builds, p.reading.lib.Deployments), b.dropVariants(sites))
}

// make renders what is new of the sites and keeps the memory of content meanwhile. It returns those that have not failed.
func (b *builder) make(sites []*site, p *planned, last glance) ([]*site, <-chan error, error) {
	for _, s := range sites {
		b.report.Proxied = b.report.Proxied || b.Images == nil && s.deployment.PictureProvider == providerIPX
		if err := s.prepare(last.Builds[s.id]); err != nil {
			b.fail(s.id, err)
		}
	}
	saved := b.saveContent(p.reading)
	sites, err := b.standing(sites)
	if err != nil {
		return nil, saved, err
	}
	indexed := index(sites)
	err = b.render(sites)
	<-indexed
	if err == nil {
		sites, err = b.standing(sites)
	}
	return sites, saved, err
}

// glanceAt is what this build leaves of itself but for the builds' names.
func (b *builder) glanceAt(p *planned, last glance) glance {
	now := glance{
		Engine: b.engine, Bundle: b.bundle.Hash, CSP: b.bundle.CSP, Day: b.day, Files: p.files, Warnings: b.report.Warnings,
		Partial: b.Only != "" || len(b.report.Failed) > 0, But: b.But, Skipped: b.report.Skipped, Untranslated: b.report.Untranslated,
	}
	if b.Only != "" {
		now.Files = last.Files // the other deployments have not seen what is new
	}
	if now.Partial {
		now.CSP = bothOf(b.bundle.CSP, last.CSP)
	}
	return now
}

// publish makes the sites' builds live. It returns those that are.
func (b *builder) publish(sites []*site, last glance) ([]*site, error) {
	for _, s := range sites {
		if err := s.publish(last.Builds[s.id]); err != nil {
			b.fail(s.id, err)
		}
	}
	return b.standing(sites)
}

// latest writes which build each deployment is at. It returns the builds that the next one may stand on: of deployments that
// were not built, what the last build remembers of them.
func (b *builder) latest(sites []*site, all []*catalog.Deployment, last glance) (map[string]string, error) {
	live, known := map[string]string{}, map[string]string{}
	ids := []string{}
	for _, d := range all {
		ids = append(ids, d.ID)
	}
	if len(b.report.Failed) > 0 {
		kept, _ := announced(b.Builds) // just written
		for _, d := range kept {
			ids = append(ids, d.ID)
		}
	}
	for _, id := range ids {
		if t := openTree(b.Builds, id); t.live != "" {
			live[id] = t.marked(t.live)
		}
		if last.Builds[id] != "" {
			known[id] = last.Builds[id]
		}
	}
	for _, s := range sites {
		live[s.id], known[s.id] = s.report.Build, s.report.Build
	}
	return known, replaceJSON(filepath.Join(b.Builds, "meta", "latest.json"), map[string]any{"deployments": live})
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
	return nil, fmt.Errorf("there is no deployment %q%s", id, suggest.DidYouMean(id, ids))
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
