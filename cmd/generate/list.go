package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"storefront/internal/build/engine"
	"storefront/internal/build/pages"
	"storefront/internal/lib/cli"
	"storefront/internal/lib/suggest"
	"storefront/internal/lib/termtable"
)

// listKinds are the arguments of list, with a filter of the entries that each prints.
var listKinds = []struct {
	name, short string
	of          func(pages.Entry) bool
}{
	{"drafts", "files with draft: true", unpublishedFor(pages.Draft)},
	{"future", "stories with a later date", unpublishedFor(pages.Future)},
	{"expired", "stories whose expiryDate has come", unpublishedFor(pages.Expired)},
	{"published", "published files", func(e pages.Entry) bool { return !e.TranslationOnly && len(e.Unpublished) == 0 }},
	{"untranslated", "content that lacks a language, and translations of texts that have changed " +
		"since", isUntranslated},
	{"all", "all files", func(e pages.Entry) bool { return !e.TranslationOnly }},
}

func isUntranslated(e pages.Entry) bool { return len(e.Missing)+len(e.Stale) > 0 }

func unpublishedFor(what pages.Unpublished) func(pages.Entry) bool {
	return func(e pages.Entry) bool { return slices.Contains(e.Unpublished, what) }
}

func listCommand(p *printer) *cobra.Command {
	var o engine.Options
	var language string
	var names, lines []string
	for _, k := range listKinds {
		names = append(names, k.name)
		lines = append(lines, "  "+k.name+strings.Repeat(" ", 14-len(k.name))+k.short)
	}
	cmd := &cobra.Command{
		Use:   "list " + strings.Join(names, "|"),
		Short: "List content, by whether it is published",
		Long: "List prints products, cities, categories, questions and stories on stdout: a row for each file, with\n" +
			"whether it is published; for untranslated also pages, testimonials, alt texts, labels, occasions,\n" +
			"topics, suppliers, storefronts' own texts and interfaces. It reads content only.\n\n" +
			strings.Join(lines, "\n"),
		Example:   "  generate list drafts\n  generate list untranslated --json",
		Args:      oneOf("list", names),
		ValidArgs: names,
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if o.AsOf, err = asOf(); err != nil {
				return err
			}
			if err := checkListedLanguage(language, o.Content); err != nil {
				return err
			}
			bar := p.startProgress()
			o.Progress = bar.set
			all, failed := engine.List(cmd.Context(), o)
			bar.end()
			var invalid *engine.InvalidContentError
			if failed != nil && (all == nil || !errors.As(failed, &invalid)) {
				return failed
			}
			entries := []pages.Entry{}
			for _, e := range all {
				if listKinds[slices.Index(names, args[0])].of(e) &&
					(language == "" || slices.Contains(listedLanguages(e, args[0]), language)) {
					entries = append(entries, e)
				}
			}
			if err := p.printEntries(entries); err != nil {
				return err
			}
			if failed != nil {
				p.printDiagnostics(invalid.Diagnostics)
				return summaryError(failed.Error() + "; the files with mistakes are not listed")
			}
			return nil
		},
	}
	contentFlags(cmd, &o.Content, &o.ReviewsFile)
	cmd.Flags().StringVar(&language, "lang", "", "list only content in this language; for untranslated, content that "+
		"lacks it")
	completeLanguages(cmd, "lang", &o.Content)
	return cmd
}

// checkListedLanguage reports a language that no deployment has, so that nothing could be listed. Of content without a
// readable deployment it reports none.
func checkListedLanguage(language, content string) error {
	_, languages := engine.CompletionValues(content)
	if language == "" || len(languages) == 0 || slices.Contains(languages, language) {
		return nil
	}
	return cli.Usagef("no storefront is in %q; languages are %s%s", language, strings.Join(languages, ", "),
		suggest.DidYouMean(language, languages))
}

// listedLanguages returns the languages for which an entry is listed.
func listedLanguages(e pages.Entry, kind string) []string {
	if kind == "untranslated" {
		languages := slices.Clone(e.Missing)
		for _, s := range e.Stale {
			languages = append(languages, s.Language)
		}
		return languages
	}
	return e.Languages
}

func (p *printer) printEntries(all []pages.Entry) error {
	if p.json {
		return p.printJSON(all)
	}
	if len(all) == 0 {
		p.messagef("No matching files.")
		return nil
	}
	t := termtable.New("PATH KIND LANGUAGES DATE STATE TITLE")
	for _, e := range all {
		date := e.Date
		if date == "" {
			date = "-"
		}
		title := e.Title
		if title == "" {
			title = e.Slug
		}
		languages := strings.Join(e.Languages, " ")
		if languages == "" {
			languages = "-"
		}
		t.Add(e.Path, e.Kind, languages, date, publicationState(e), title)
	}
	if err := t.Print(p.out); err != nil {
		return err
	}
	p.messagef("%s", count(len(all), "entry"))
	return nil
}

func without(all, some []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(one string) bool { return slices.Contains(some, one) })
}

// publicationState describes whether an entry is published, the reasons if not, and the languages that it lacks.
func publicationState(e pages.Entry) string {
	var words []string
	for _, w := range e.Unpublished {
		words = append(words, string(w))
	}
	if len(words) == 0 && !e.TranslationOnly {
		words = []string{"published"}
	}
	if missing := without(e.Missing, e.DraftTranslations); len(missing) > 0 {
		words = append(words, "lacks "+strings.Join(missing, " "))
	}
	if len(e.DraftTranslations) > 0 {
		words = append(words, strings.Join(e.DraftTranslations, " ")+" is a draft")
	}
	for _, s := range e.Stale {
		words = append(words, s.Language+" is of an earlier "+s.Of+" (now "+s.Hash+")")
	}
	return strings.Join(words, ", ")
}
