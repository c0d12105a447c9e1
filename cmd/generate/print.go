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

// printer prints the output of commands: messages for people on stderr, data on stdout.
type printer struct {
	out, err io.Writer
	json     bool // data is printed as JSON
}

// printJSON prints the data of a command as JSON.
func (p *printer) printJSON(v any) error { return termtable.JSON(p.out, v, "  ") }

// printJSONLine prints a value as JSON on one line.
func (p *printer) printJSONLine(v any) error { return termtable.JSON(p.out, v, "") }

// printNames prints names, such as those of files, one on each line.
func (p *printer) printNames(all []string) error {
	for _, name := range all {
		if _, err := fmt.Fprintln(p.out, name); err != nil {
			return err
		}
	}
	return nil
}

// messagef prints a line for people on stderr.
func (p *printer) messagef(format string, args ...any) { fmt.Fprintf(p.err, format+"\n", args...) }

// printError prints an error. With --json, mistakes in content are data on stdout.
func (p *printer) printError(err error) {
	if summary, ok := errors.AsType[summaryError](err); ok {
		p.messagef("%s", p.colour(red, summary.Error()))
		return
	}
	invalid, ok := errors.AsType[*engine.InvalidContentError](err)
	if !ok {
		p.messagef("%s %v", p.colour(red, "generate:"), err)
		return
	}
	if p.json {
		_ = p.printJSON(jsonFailure{err.Error(), jsonDiagnostics(invalid.Diagnostics)})
		return
	}
	sortErrorsLast(invalid.Diagnostics)
	p.printDiagnostics(invalid.Diagnostics)
	p.messagef("%s", p.colour(red, err.Error()))
}

// sortErrorsLast moves the files with errors behind those with warnings only: errors are printed next to their count.
func sortErrorsLast(all []diag.Diagnostic) {
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
	if _, ok := errors.AsType[*engine.InvalidContentError](err); ok {
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

func (p *printer) printDiagnostics(all []diag.Diagnostic) {
	for _, d := range all {
		text := d.String()
		if d.Warning {
			text = strings.Replace(text, ": warning: ", ": "+p.colour(yellow, "warning:")+" ", 1)
		}
		p.messagef("%s", text)
		if pointer := d.Pointer(); pointer != "" {
			p.messagef("%s", pointer)
		}
	}
	for _, sum := range diag.FrequentKinds(all) {
		p.messagef("%s", sum)
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

// colour returns a text in a colour if stderr is a terminal. NO_COLOR, CI and TERM=dumb turn colours off.
func (p *printer) colour(code, text string) string {
	if os.Getenv("NO_COLOR") != "" || !p.isTerminal() {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}
