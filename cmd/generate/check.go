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
	contentFlags(cmd, &o.Content, &o.ReviewsFile)
	destinationFlag(cmd, &o.Builds)
	cmd.Flags().StringVar(&o.BookingsFile, "bookings", "", "the file of api departures export: warn if the content "+
		"closes, moves or shrinks a booked departure")
	cmd.Flags().BoolVar(&links, "links", false, "request links to other hosts too")
	cmd.Flags().BoolVar(&strict, "strict", false, "end with status 1 for warnings too")
	return cmd
}

func check(ctx context.Context, p *printer, o engine.Options, links, strict bool) error {
	bar := p.startProgress()
	defer bar.end()
	o.Progress = bar.set
	warnings, err := engine.Check(ctx, o)
	invalid, isInvalid := errors.AsType[*engine.InvalidContentError](err)
	if err != nil && !isInvalid {
		return err
	}
	linter := lint.Read(ctx, o.Content, o.AsOf, bar.set)
	remarks := linter.Remarks()
	if links {
		remarks = append(remarks, linter.CheckLinks(ctx, lint.LinkTimeout,
			func(done, total int) { bar.set("links", done, total) })...)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	bar.end()
	if isInvalid {
		return mergeRemarks(invalid, remarks)
	}
	warnings = append(warnings, remarks...)
	diag.Sort(warnings)
	if p.json {
		if err := p.printJSON(jsonCheck{jsonDiagnostics(warnings)}); err != nil {
			return err
		}
	} else {
		p.printDiagnostics(warnings)
	}
	switch {
	case strict && len(warnings) > 0:
		return summaryError(count(len(warnings), "warning") + "; --strict treats them as mistakes")
	case p.json:
	case len(warnings) > 0:
		p.messagef("Content has no mistakes; %s.", count(len(warnings), "warning"))
	default:
		p.messagef("Content has no mistakes.")
	}
	return nil
}

// mergeRemarks adds remarks about files without mistakes to the mistakes in content, and returns the error.
func mergeRemarks(invalid *engine.InvalidContentError, remarks []diag.Diagnostic) error {
	hasErrors := map[string]bool{}
	for _, d := range invalid.Diagnostics {
		hasErrors[d.Path] = hasErrors[d.Path] || !d.Warning
	}
	remarks = slices.DeleteFunc(remarks, func(d diag.Diagnostic) bool { return hasErrors[d.Path] })
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

// jsonCheck is the output of a check of content without mistakes.
type jsonCheck struct {
	Diagnostics []jsonDiagnostic `json:"diagnostics"`
}
