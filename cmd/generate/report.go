package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"storefront/internal/build/engine"
	"storefront/internal/build/pages"
	"storefront/internal/content/diag"
	"storefront/internal/lib/termtable"
)

// jsonReport is the report of a build as data; docs/generate.md describes its fields.
type jsonReport struct {
	Unchanged    bool                      `json:"unchanged"`
	DryRun       bool                      `json:"dryRun"`
	Seconds      float64                   `json:"seconds"`
	Read         int                       `json:"read"`
	Skipped      pages.LeftOut             `json:"skipped"`
	Untranslated int                       `json:"untranslated"`
	Warnings     []jsonDiagnostic          `json:"warnings"`
	Collected    int                       `json:"collected,omitempty"`
	Deployments  []engine.DeploymentReport `json:"deployments"`
	// Error and Failed are set if some deployments failed and the others were published.
	Error  string       `json:"error,omitempty"`
	Failed []jsonFailed `json:"failed,omitempty"`
}

// jsonFailed is a deployment that failed and keeps its live build.
type jsonFailed struct {
	ID          string           `json:"id"`
	Build       string           `json:"build"` // that stays live; empty if there is none
	Error       string           `json:"error"`
	Diagnostics []jsonDiagnostic `json:"diagnostics"`
}

func (p *printer) printReport(r *engine.Report) error {
	failed := partialFailure(r, "stays as it is", "live")
	if p.json {
		return errors.Join(p.printJSON(reportData(r, failed)), failed)
	}
	p.printDiagnostics(warnings(r))
	took := r.Took.Round(time.Millisecond)
	if r.Unchanged {
		p.messagef("Nothing has changed since the last build (%v).", took)
		p.printLeftOut(r)
		p.printCollected(r, "removed")
		return nil
	}
	p.printDeploymentTable(r.Deployments)
	p.printLeftOut(r)
	if r.NeedsPictureProxy {
		p.messagef("The API's proxy makes pictures in other sizes; --images writes them for a CDN without the API.")
	}
	p.printCollected(r, "removed")
	p.messagef("%s in %v, %s", p.colour(bold, "Published"), took, count(len(warnings(r)), "warning"))
	p.printFailures(r)
	return failed
}

// warnings returns the warnings about content and about removed addresses, in the order of check.
func warnings(r *engine.Report) []diag.Diagnostic {
	all := slices.Concat(r.Warnings, r.RemovedPages)
	diag.Sort(all)
	return all
}

func reportData(r *engine.Report, failed error) jsonReport {
	out := jsonReport{
		Unchanged: r.Unchanged, Seconds: r.Took.Seconds(), Read: r.Read, Skipped: r.LeftOut,
		Untranslated: r.LeftOut.Untranslated,
		Warnings:     jsonDiagnostics(warnings(r)), Deployments: r.Deployments, Collected: r.Collected,
	}
	if failed != nil {
		out.Error = failed.Error()
	}
	for _, f := range r.Failed {
		out.Failed = append(out.Failed, jsonFailed{f.ID, f.Build, f.Err.Error(), jsonDiagnostics(mistakes(f.Err))})
	}
	return out
}

// partialFailure returns the error of a command in which some deployments failed, or nil.
func partialFailure(r *engine.Report, failed, done string) error {
	if len(r.Failed) == 0 {
		return nil
	}
	var stay, live []string
	for _, f := range r.Failed {
		at := "not published before"
		if f.Build != "" {
			at = "build " + f.Build
		}
		stay = append(stay, fmt.Sprintf("%s %s (%s)", f.ID, failed, at))
	}
	for _, d := range r.Deployments {
		live = append(live, d.ID)
	}
	return summaryError(strings.Join(stay, "; ") + "; " + done + ": " + strings.Join(live, ", "))
}

// printFailures prints the errors of deployments that were not published.
func (p *printer) printFailures(r *engine.Report) {
	for _, f := range r.Failed {
		p.printDiagnostics(mistakes(f.Err))
		p.messagef("%s %v", p.colour(red, f.ID+":"), f.Err)
	}
}

// mistakes returns the mistakes in content that an error contains.
func mistakes(err error) []diag.Diagnostic {
	if invalid, ok := errors.AsType[*engine.InvalidContentError](err); ok {
		return invalid.Diagnostics
	}
	return nil
}

// printDryRun prints what a build would do: pages and files by name as data, otherwise only the number of written
// files.
func (p *printer) printDryRun(r *engine.Report) error {
	failed := partialFailure(r, "would stay as it is", "would be live")
	if p.json {
		out := reportData(r, failed)
		out.DryRun = true
		return errors.Join(p.printJSON(out), failed)
	}
	p.printDiagnostics(warnings(r))
	if r.Unchanged {
		p.messagef("Nothing has changed since the last build; a build would publish nothing.")
		p.printCollected(r, "would be removed")
		return nil
	}
	w := newPlannedActions()
	for _, d := range r.Deployments {
		w.add(d.ID, "render", d.Plan.Rendered)
		w.add(d.ID, "remove", d.Plan.Removed)
	}
	if err := p.printActions(w); err != nil {
		return err
	}
	p.printDeploymentTable(r.Deployments)
	p.printLeftOut(r)
	p.printCollected(r, "would be removed")
	p.messagef("%s: nothing was written (%v, %s)", p.colour(bold, "A dry run"), r.Took.Round(time.Millisecond),
		count(len(warnings(r)), "warning"))
	p.printFailures(r)
	return failed
}

// plannedActions is the table of a dry run, with a row for each action and its object.
type plannedActions struct {
	*termtable.Table
	rows int
}

func newPlannedActions() *plannedActions {
	return &plannedActions{Table: termtable.New("DEPLOYMENT WOULD WHAT")}
}

func (w *plannedActions) add(deployment, what string, to []string) {
	for _, one := range to {
		w.Add(deployment, what, one)
		w.rows++
	}
}

func (p *printer) printActions(w *plannedActions) error {
	if w.rows == 0 {
		return nil
	}
	return w.Print(p.out)
}

// printDeploymentTable prints a row for each deployment and, if there are several, their sum.
func (p *printer) printDeploymentTable(all []engine.DeploymentReport) {
	languages := map[string]bool{}
	pictures := false
	for _, d := range all {
		for language := range d.Pages {
			languages[language] = true
		}
		pictures = pictures || d.Variants > 0
	}
	codes := slices.Sorted(maps.Keys(languages))
	columns := "DEPLOYMENT PAGES> "
	for _, code := range codes {
		columns += strings.ToUpper(code) + "> "
	}
	columns += "RENDERED> REUSED> WRITTEN> REMOVED> "
	if pictures {
		columns += "PICTURES> MADE> "
	}
	t := termtable.New(columns + "BUILD")
	sum := engine.DeploymentReport{ID: "together", Build: " ", Pages: map[string]int{}}
	row := func(d engine.DeploymentReport) {
		total := 0
		var each []int
		for _, code := range codes {
			total += d.Pages[code]
			each = append(each, d.Pages[code])
		}
		numbers := slices.Concat([]int{total}, each, []int{d.Rendered, d.Reused, d.Written, d.Removed})
		if pictures {
			numbers = append(numbers, d.Variants, d.NewVariants)
		}
		cells := []string{d.ID}
		for _, n := range numbers {
			cells = append(cells, strconv.Itoa(n))
		}
		t.Add(append(cells, cmp.Or(d.Build, "-"))...)
	}
	for _, d := range all {
		row(d)
		for code, n := range d.Pages {
			sum.Pages[code] += n
		}
		sum.Rendered, sum.Reused, sum.Written, sum.Removed = sum.Rendered+d.Rendered, sum.Reused+d.Reused,
			sum.Written+d.Written, sum.Removed+d.Removed
		sum.Variants, sum.NewVariants = sum.Variants+d.Variants, sum.NewVariants+d.NewVariants
	}
	if len(all) > 1 {
		row(sum)
	}
	_ = t.Print(p.err) // a failure to write to stderr cannot be reported
}

// printCollected prints how many files of earlier builds were removed, if any.
func (p *printer) printCollected(r *engine.Report, what string) {
	if r.Collected > 0 {
		p.messagef("%s of earlier builds %s.", count(r.Collected, "file"), what)
	}
}

// printLeftOut prints how much content is not published, and how to see it.
func (p *printer) printLeftOut(r *engine.Report) {
	var parts []string
	for _, one := range []struct {
		n    int
		text string
	}{{r.LeftOut.Drafts, "draft (-D)"}, {r.LeftOut.Future, "future (-F)"}, {r.LeftOut.Expired, "expired (-E)"}} {
		if one.n > 0 {
			if one.n > 1 {
				one.text = strings.Replace(one.text, "draft ", "drafts ", 1)
			}
			parts = append(parts, strconv.Itoa(one.n)+" "+one.text)
		}
	}
	if len(parts) > 0 {
		p.messagef("Left out: %s; generate list lists them.", strings.Join(parts, ", "))
	}
	if r.LeftOut.Untranslated > 0 {
		p.messagef("%s missing; generate list untranslated lists them.", count(r.LeftOut.Untranslated, "translation"))
	}
}
