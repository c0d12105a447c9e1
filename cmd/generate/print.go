package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"storefront/internal/build/engine"
	"storefront/internal/content/diag"
	"storefront/internal/lib/termtable"
)

// printer is the only place that writes to the terminal: words for people on stderr, data on stdout.
type printer struct {
	out, err io.Writer
	json     bool // data is printed as JSON
}

// data prints the data of a command as JSON.
func (p *printer) data(v any) error { return termtable.JSON(p.out, v, "  ") }

// line prints one of many data, each on a line of its own.
func (p *printer) line(v any) error { return termtable.JSON(p.out, v, "") }

// names prints names, such as those of files, one a line.
func (p *printer) names(all []string) error {
	for _, name := range all {
		if _, err := fmt.Fprintln(p.out, name); err != nil {
			return err
		}
	}
	return nil
}

func (p *printer) say(format string, args ...any) { fmt.Fprintf(p.err, format+"\n", args...) }

// failure prints an error. With --json, mistakes in content are data on stdout.
func (p *printer) failure(err error) {
	if summary, ok := errors.AsType[summaryError](err); ok {
		p.say("%s", p.paint(red, summary.Error()))
		return
	}
	invalid, ok := errors.AsType[*engine.Invalid](err)
	if !ok {
		p.say("%s %v", p.paint(red, "generate:"), err)
		return
	}
	if p.json {
		_ = p.data(jsonFailure{err.Error(), jsonDiagnostics(invalid.Diagnostics)})
		return
	}
	errorsLast(invalid.Diagnostics)
	p.diagnostics(invalid.Diagnostics)
	p.say("%s", p.paint(red, err.Error()))
}

// errorsLast moves the files with errors behind those with warnings only: errors are printed next to their count.
func errorsLast(all []diag.Diagnostic) {
	rank := map[string]int{}
	for _, d := range all {
		if !d.Warning {
			rank[d.Path] = 1
		}
	}
	slices.SortStableFunc(all, func(a, b diag.Diagnostic) int { return cmp.Compare(rank[a.Path], rank[b.Path]) })
}

// withConsequence appends the consequence to an error in content, or to an interrupt. Other errors include theirs.
func withConsequence(err error, what string) error {
	if errors.Is(err, context.Canceled) {
		return interrupted(what)
	}
	if _, ok := errors.AsType[*engine.Invalid](err); ok {
		return fmt.Errorf("%w; %s", err, what)
	}
	return err
}

// interrupted is the error of a command that was interrupted, with its consequence.
type interrupted string

func (e interrupted) Error() string { return "interrupted; " + string(e) }

func (e interrupted) Unwrap() error { return context.Canceled }

// jsonFailure is the output of a command that found errors in content.
type jsonFailure struct {
	Error       string           `json:"error"`
	Diagnostics []jsonDiagnostic `json:"diagnostics"`
}

// summaryError is the last line of a command that has printed the details of its failure.
type summaryError string

func (e summaryError) Error() string { return string(e) }

func (p *printer) diagnostics(all []diag.Diagnostic) {
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
	for _, sum := range diag.Sums(all) {
		p.say("%s", sum)
	}
}

// jsonDiagnostic is a mistake or a warning as data. Line and column count from one, the column in characters.
type jsonDiagnostic struct {
	Path     string `json:"path"`
	Line     int    `json:"line"`
	Col      int    `json:"col"`
	Severity string `json:"severity"` // error or warning
	Message  string `json:"message"`
	Excerpt  string `json:"excerpt,omitempty"` // the line
}

func jsonDiagnostics(all []diag.Diagnostic) []jsonDiagnostic {
	out := []jsonDiagnostic{}
	for _, d := range all {
		severity := "error"
		if d.Warning {
			severity = "warning"
		}
		out = append(out, jsonDiagnostic{d.Path, d.Line, d.Col, severity, d.Message, d.Excerpt})
	}
	return out
}

func count(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	if stem, ok := strings.CutSuffix(word, "y"); ok {
		word = stem + "ie"
	}
	return fmt.Sprintf("%d %ss", n, word)
}

const (
	bold   = "1"
	red    = "31"
	yellow = "33"
)

// paint colours text on a terminal that wants it (NO_COLOR, CI and TERM=dumb are honoured).
func (p *printer) paint(code, text string) string {
	if os.Getenv("NO_COLOR") != "" || !p.terminal() {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}
