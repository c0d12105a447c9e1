package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sort"
	"strings"
	"time"

	"storefront/internal/publish"
	"storefront/internal/source"
)

// printer is the only place that writes to the terminal: words for people on stderr, data on stdout.
type printer struct{ out, err io.Writer }

func (p *printer) say(format string, args ...any) { fmt.Fprintf(p.err, format+"\n", args...) }

// failure prints an error and gives the exit status.
func (p *printer) failure(err error) int {
	var invalid *publish.Invalid
	if errors.As(err, &invalid) {
		p.diagnostics(invalid.Diagnostics)
		p.say("%s", p.paint(red, err.Error()))
		return exitContent
	}
	p.say("%s %v", p.paint(red, "generate:"), err)
	return exitUsage
}

func (p *printer) diagnostics(all []source.Diagnostic) {
	for _, d := range all {
		text := d.String()
		if d.Warning {
			text = strings.Replace(text, ": warning: ", ": "+p.paint(yellow, "warning:")+" ", 1)
		}
		p.say("%s", text)
		if pointer := d.Pointer(); pointer != "" {
			p.say("%s", pointer)
		}
	}
}

type jsonReport struct {
	Unchanged   bool                       `json:"unchanged"`
	Seconds     float64                    `json:"seconds"`
	Read        int                        `json:"read"`
	Warnings    []string                   `json:"warnings"`
	Deployments []publish.DeploymentReport `json:"deployments"`
}

func (p *printer) report(r *publish.Report, asJSON bool) error {
	p.diagnostics(r.Warnings)
	if asJSON {
		out := jsonReport{Unchanged: r.Unchanged, Seconds: r.Took.Seconds(), Read: r.Read, Warnings: []string{}, Deployments: r.Deployments}
		for _, w := range r.Warnings {
			out.Warnings = append(out.Warnings, w.String())
		}
		e := json.NewEncoder(p.out)
		e.SetIndent("", "  ")
		return e.Encode(out)
	}
	took := r.Took.Round(time.Millisecond)
	if r.Unchanged {
		p.say("Nothing has changed since the last build (%v).", took)
		return nil
	}
	for _, d := range r.Deployments {
		var languages []string
		total := 0
		for language, n := range d.Pages {
			languages = append(languages, fmt.Sprintf("%s %d", language, n))
			total += n
		}
		sort.Strings(languages)
		p.say("%s  build %s: %d pages (%s), %d rendered, %d reused, %d removed, %d files written",
			p.paint(bold, d.ID), d.Build, total, strings.Join(languages, ", "), d.Rendered, d.Reused, d.Removed, d.Written)
	}
	for _, d := range r.Deployments {
		if d.Variants > 0 {
			p.say("%s  %d pictures in other sizes, %d made", p.paint(bold, d.ID), d.Variants, d.Made)
		}
	}
	if r.Proxied {
		p.say("Pictures in other sizes are left to the API's proxy; --images writes them for a CDN without it.")
	}
	p.say("%s in %v, %s", p.paint(bold, "Published"), took, count(len(r.Warnings), "warning"))
	return nil
}

func count(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

const (
	bold   = "1"
	red    = "31"
	yellow = "33"
)

// paint colours text on a terminal that wants it (NO_COLOR and CI are honoured).
func (p *printer) paint(code, text string) string {
	f, ok := p.err.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" || os.Getenv("CI") != "" || os.Getenv("TERM") == "dumb" {
		return text
	}
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}
