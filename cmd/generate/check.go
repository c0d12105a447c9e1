package main

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"storefront/internal/build/engine"
	"storefront/internal/content/diag"
	"storefront/internal/content/lint"
)

func checkCommand(p *printer) *cobra.Command {
	var o engine.Options
	var links, strict bool
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Report mistakes and warnings about content, without building",
		Long: "Check reads and plans everything, including drafts, and reports mistakes and warnings as " +
			"path:line:col.\n" +
			"Mistakes prevent a build. Warnings do not: they are about translations, links, pictures and their alt\n" +
			"texts, prices, schedules, and titles and descriptions for search engines.",
		Example: "  generate check\n  generate check --links --strict\n" +
			"  generate check --bookings bookings.jsonl\n  generate check --json",
		Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			if o.AsOf, err = asOf(); err != nil {
				return err
			}
			return check(cmd.Context(), p, o, links, strict)
		},
	}
	contentFlags(cmd, &o.Content, &o.Reviews)
	destinationFlag(cmd, &o.Builds)
	cmd.Flags().StringVar(&o.Bookings, "bookings", "", "the file of api departures export: warn if the content "+
		"closes, moves or shrinks a booked departure")
	cmd.Flags().BoolVar(&links, "links", false, "request links to other hosts too")
	cmd.Flags().BoolVar(&strict, "strict", false, "end with status 1 for warnings too")
	return cmd
}

func check(ctx context.Context, p *printer, o engine.Options, links, strict bool) error {
	bar := p.progress()
	defer bar.end()
	o.Progress = bar.set
	warnings, err := engine.Check(ctx, o)
	invalid, wrong := errors.AsType[*engine.Invalid](err)
	if err != nil && !wrong {
		return err
	}
	read := lint.Read(ctx, o.Content, o.AsOf, bar.set)
	remarks := read.Remarks()
	if links {
		remarks = append(remarks, read.CheckLinks(ctx, lint.LinkTimeout,
			func(done, total int) { bar.set("links", done, total) })...)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	bar.end()
	if wrong {
		return wrongAndRemarks(invalid, remarks)
	}
	warnings = append(warnings, remarks...)
	diag.Sort(warnings)
	if p.json {
		if err := p.data(jsonCheck{jsonDiagnostics(warnings)}); err != nil {
			return err
		}
	} else {
		p.diagnostics(warnings)
	}
	switch {
	case strict && len(warnings) > 0:
		return summaryError(count(len(warnings), "warning") + "; --strict treats them as mistakes")
	case p.json:
	case len(warnings) > 0:
		p.say("Content has no mistakes; %s.", count(len(warnings), "warning"))
	default:
		p.say("Content has no mistakes.")
	}
	return nil
}

// wrongAndRemarks is content with mistakes, and what is remarked beside them: of files that are in order themselves.
func wrongAndRemarks(invalid *engine.Invalid, remarks []diag.Diagnostic) error {
	mistaken := map[string]bool{}
	for _, d := range invalid.Diagnostics {
		mistaken[d.Path] = mistaken[d.Path] || !d.Warning
	}
	remarks = slices.DeleteFunc(remarks, func(d diag.Diagnostic) bool { return mistaken[d.Path] })
	invalid.Diagnostics = append(invalid.Diagnostics, remarks...)
	warnings := 0
	for _, d := range invalid.Diagnostics {
		if d.Warning {
			warnings++
		}
	}
	diag.Sort(invalid.Diagnostics)
	if warnings == 0 {
		return invalid
	}
	return withConsequence(invalid, count(warnings, "warning")+" of what could be read")
}

// jsonCheck is what a check of content without mistakes has found.
type jsonCheck struct {
	Diagnostics []jsonDiagnostic `json:"diagnostics"`
}
