package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// PlanReport names the files of a deployment that a build would touch, by path below its web root. The three files that name
// the build itself are not among them.
type PlanReport struct {
	Rendered []string `json:"rendered"` // addresses of pages
	Written  []string `json:"written"`
	Removed  []string `json:"removed"`
}

// standOn has a dry tree look at whichever tree holds the last build, and says whether one does.
func (t *tree) standOn(lastBuild string) bool {
	for _, which := range []string{t.spare, t.live} {
		if lastBuild != "" && t.marked(which) == lastBuild {
			t.spare = which
			return true
		}
	}
	t.spare = "none"
	return false
}

// DryRun tells what Build would do. It writes nothing in the folder of builds.
func DryRun(o Options) (*Report, error) {
	began := time.Now()
	b := newBuilder(o)
	b.isolate = true
	b.session = &Session{base: builder{store: b.store}, published: map[string]outputs{}}
	defer func() { b.report.Took = time.Since(began) }()
	if err := b.inputs(); err != nil {
		return nil, err
	}
	current, err := b.scanAll()
	if err != nil {
		return nil, fmt.Errorf("read content: %w", err)
	}
	var last glance
	known := !o.Clean && b.store.load("glance", &last)
	if known && last.Engine != b.engine {
		last, known = glance{}, false
	}
	if known && b.unchanged(last, current) {
		b.standsAs(last)
		return b.report, nil
	}
	var remembered memory
	if !known || !b.store.load("content", &remembered) {
		last.Files, remembered = nil, memory{}
	}
	spool, err := newSpool(os.TempDir())
	if err != nil {
		return nil, err
	}
	defer spool.close()
	r, found := b.read(current, last.Files, remembered, spool)
	b.report.Read = r.read
	if err := b.judgeContent(r, found); err != nil {
		return nil, err
	}
	sites, err := b.plan(r)
	if err == nil && b.Only != "" {
		sites, err = only(sites, b.Only)
	}
	if err != nil {
		return nil, err
	}
	for _, s := range sites {
		if err := s.dryRun(last.Builds[s.id]); err != nil {
			b.fail(s.id, err)
			continue
		}
		b.report.Deployments = append(b.report.Deployments, s.report)
	}
	_, err = b.standing(sites)
	return b.report, err
}

func (s *site) dryRun(lastBuild string) error {
	s.tree = openTree(s.Builds, s.id)
	s.tree.dry = true
	if err := s.seal(); err != nil {
		return err
	}
	if err := s.prepare(lastBuild); err != nil {
		return err
	}
	plan := &PlanReport{Rendered: []string{}, Written: []string{}, Removed: []string{}}
	for _, item := range s.toRender {
		html, payload := filesOf(item)
		s.outputs[item.Path] = output{Key: item.Key, File: written{Path: html}, Payload: written{Path: payload}}
		plan.Rendered = append(plan.Rendered, item.Path)
		s.tree.note(html)
		s.tree.note(payload)
	}
	for address, old := range s.before {
		if strings.HasPrefix(address, "file:_ipx/") {
			s.outputs[address] = old // which pictures pages ask for shows when they are rendered
		}
	}
	<-index([]*site{s})
	if s.hasFailed(s.id) {
		return nil // as its failure says
	}
	if err := s.extras(); err != nil {
		return err
	}
	if err := s.dropGone(); err != nil {
		return err
	}
	plan.Written = append(plan.Written, s.tree.changed...)
	plan.Removed = append(plan.Removed, s.tree.removed...)
	slices.Sort(plan.Rendered)
	slices.Sort(plan.Written)
	slices.Sort(plan.Removed)
	s.report.Written, s.report.Plan, s.report.Build = len(plan.Written), plan, lastBuild
	return nil
}

func newBuilder(o Options) *builder {
	return &builder{
		Options: o, day: o.AsOf.UTC().Format(time.DateOnly), store: store{filepath.Join(o.Builds, "cache")}, report: &Report{},
		shared: map[string]sharedFile{},
	}
}
