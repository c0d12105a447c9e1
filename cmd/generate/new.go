package main

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/build/engine"
	"storefront/internal/content/diag"
	"storefront/internal/content/scaffold"
	"storefront/internal/content/starter"
)

func newCommand(p *printer) *cobra.Command {
	var s scaffold.Skeleton
	cmd := &cobra.Command{
		Use:   "new " + strings.Join(scaffold.Kinds, "|") + " <slug>",
		Short: "Begin a piece of content",
		Long: "New writes files without mistakes, with the keys that editors usually need and comments that explain\n" +
			"them. All but a deployment, a supplier and a language are drafts, which are not published before the\n" +
			"line draft: true is removed. Existing files are never overwritten.",
		Args:      arguments(2, 2),
		ValidArgs: scaffold.Kinds,
		RunE: func(cmd *cobra.Command, args []string) error {
			day, err := asOf()
			if err != nil {
				return err
			}
			bar := p.startProgress()
			defer bar.end()
			s.Kind, s.Slug, s.Now, s.Check = args[0], args[1], day, newContentCheck(cmd.Context(), s.Content, day, bar)
			s.Pages = starter.Pages
			result, err := scaffold.Create(s)
			bar.end()
			if err != nil {
				return withConsequence(err, nothingWritten)
			}
			if p.json {
				return p.printJSON(result)
			}
			if err := p.printNames(result.Files); err != nil {
				return err
			}
			for _, step := range result.Next {
				p.messagef("next: %s", step)
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&s.Content, "content", "content", "the folder of content")
	f.StringSliceVar(&s.Languages, "lang", nil, "languages of its texts, such as en,ar (default those of the "+
		"storefronts; for a deployment, those that every storefront has)")
	completeLanguages(cmd, "lang", &s.Content)
	f.StringVar(&s.City, "city", "", "the city of a product (default the first)")
	f.StringVar(&s.Category, "category", "", "the category of a product (default the first)")
	f.StringVar(&s.Supplier, "supplier", "", "the supplier of a product (default the first)")
	f.StringVar(&s.Topic, "topic", "", "the topic of a question (default the first)")
	return cmd
}

// nothingWritten is the consequence of mistakes for commands that write content.
const nothingWritten = "nothing was written"

// newContentCheck returns a check of new content, which shows its progress and reports mistakes at the places where the
// files will be.
func newContentCheck(ctx context.Context, content string, day time.Time, bar *bar) scaffold.Check {
	return func(folder string) ([]diag.Diagnostic, error) {
		warnings, err := engine.Check(ctx, engine.Options{Content: folder, AsOf: day, Progress: bar.set})
		if invalid, ok := errors.AsType[*engine.InvalidContentError](err); ok {
			scaffold.Relocate(invalid.Diagnostics, folder, content)
		}
		scaffold.Relocate(warnings, folder, content)
		return warnings, err
	}
}
