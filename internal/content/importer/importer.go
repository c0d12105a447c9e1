// Package importer has the common parts of all imports: a run with its report, imported products and pictures, and
// updates of earlier imports. The packages blog, table and octo below it read the sources. They convert everything with
// an equivalent and report the rest, place by place; docs/importing.md is their contract. Package scaffold writes the
// result: all of it or nothing, and only if the content has no mistakes with it.
package importer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/content/font"
	"storefront/internal/content/importer/prose"
	"storefront/internal/content/media"
	"storefront/internal/content/scaffold"
	"storefront/internal/content/source"
	"storefront/internal/lib/suggest"
)

// Options are the options of every import.
type Options struct {
	Content string         // the folder of content
	Check   scaffold.Check // must pass before anything is written
	Now     time.Time
	DryRun  bool
	// Language is the language of texts that do not name theirs; empty means the storefronts' first.
	Language string
	Blog     Blog
	Columns  map[string]string // of tables: names of our columns by the table's headings
	// Update applies the source's changes since the last import. Prefer decides conflicts: content (the default) or
	// source. Source names the source if there are several of a kind.
	Update bool
	Prefer string
	Source string
	Shop   string // of tables: the shop that exported the table, one of table.Shops
	// WebP converts a picture of a format that content does not take; nil if the machine cannot.
	WebP  func(ctx context.Context, data []byte) ([]byte, error)
	Fetch Fetch
	// Facts are used for products without facts in the source.
	Facts Facts
}

// Blog describes how a blog differs from the conventions of its tool.
type Blog struct {
	Sections   []string          // of the blog; empty: those of its configuration, or all
	Keys       map[string]string // known keys of front matter, by the blog's name
	Shortcodes map[string]string // known shortcodes, by the blog's name
}

// Facts are default values of products.
type Facts struct {
	City, Category, Supplier, Currency, Image string
	Capacity                                  int // seats in a slot
}

// Job is a running import.
type Job struct {
	Options
	Context      context.Context
	Stage        *scaffold.Stage
	Report       *Report
	Library      *catalog.Library
	Languages    []string
	Pictures     *pictures
	Source       string // the name of the source in the import memory
	Earlier      earlierImports
	updatedFiles []string // changed files, relative to content
	IsTable      bool     // the source may lack facts, which then stay as in content
	// LanguageGiven is true if the options named the language.
	LanguageGiven bool
	// Origins are the positions in the source of staged files, by folder or file below content.
	Origins         map[string]string
	wordsByLanguage map[string]prose.Words  // the results of WordsOf
	missingFacts    map[string]*missingFact // by field
	// names are the source's names of cities, categories and the like: ids by kind and name.
	names       map[string]map[string][]string
	hasNewNames bool
}

// Begin reads the content that the import will be part of.
func Begin(ctx context.Context, o Options, from string) (*Job, error) {
	if info, err := os.Stat(o.Content); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("there is no folder of content at %s", o.Content)
	}
	r := source.NewReader(o.Content)
	lib, _ := r.Library(media.Read, media.ReadDrawing, font.Read)
	if len(lib.Deployments) == 0 || len(lib.Languages) == 0 {
		return nil,
			fmt.Errorf("%s has no valid deployment; an import writes texts in the languages of its deployments",
				filepath.Join(o.Content, "deployments"))
	}
	languages := slices.Clone(lib.Deployments[0].Languages)
	for _, language := range lib.Languages {
		if !slices.Contains(languages, language) {
			languages = append(languages, language)
		}
	}
	given := o.Language != ""
	if !given {
		o.Language = languages[0]
	}
	if !slices.Contains(languages, o.Language) {
		return nil, fmt.Errorf("%q is not a language of these storefronts; they are %s%s", o.Language,
			strings.Join(languages, ", "), suggest.DidYouMean(o.Language, languages))
	}
	j := &Job{
		Options: o, LanguageGiven: given, Context: ctx, Stage: scaffold.NewStage(o.Content), Library: lib,
		Languages: languages,
		Report: &Report{DryRun: o.DryRun, Written: []string{}, Updated: []string{}, Existing: []string{},
			Kept: []Note{}, Vanished: []string{}, Unmapped: []Note{}, Warnings: []string{}},
		Source: cmp.Or(o.Source, from), Origins: map[string]string{}, wordsByLanguage: map[string]prose.Words{},
		missingFacts: map[string]*missingFact{},
	}
	j.Pictures = newPictures(j)
	j.readNames()
	if err := j.readEarlier(); err != nil {
		return j, err
	}
	j.rememberRenamed()
	return j, nil
}

// Finish writes the result of the import, unless facts are missing.
func (j *Job) Finish() (*Report, error) {
	if err := j.Context.Err(); err != nil {
		return j.Report, err
	}
	j.Report.sort()
	if len(j.Report.Wrong) > 0 {
		return j.Report, &SourceError{j.Report.Wrong}
	}
	if err := j.Pictures.writeAlts(); err != nil {
		return j.Report, err
	}
	if err := j.writeNames(); err != nil {
		return j.Report, err
	}
	warnings, err := j.Stage.Commit(j.Check, j.DryRun)
	for _, w := range warnings {
		if slices.Contains(j.Stage.Files(), w.Path) {
			j.Report.Warnings = append(j.Report.Warnings, w.String())
		}
	}
	if err == nil {
		j.reportFiles()
	}
	var invalid interface{ Mistakes() []diag.Diagnostic }
	if errors.As(err, &invalid) {
		j.addOrigins(invalid.Mistakes())
	}
	return j.Report, err
}

// addOrigins adds the position in the source to mistakes in staged files.
func (j *Job) addOrigins(mistakes []diag.Diagnostic) {
	for i := range mistakes {
		file := filepath.ToSlash(mistakes[i].Path)
		for staged, origin := range j.Origins {
			if strings.HasSuffix(file, "/"+staged) || strings.HasSuffix(path.Dir(file), "/"+staged) {
				mistakes[i].Message += " (from " + origin + ")"
			}
		}
	}
}

// reportFiles reports the new and the changed files of content.
func (j *Job) reportFiles() {
	for _, file := range j.Stage.Files() {
		rel, _ := filepath.Rel(j.Content, file)
		switch rel = filepath.ToSlash(rel); {
		case strings.HasPrefix(rel, Memory+"/"):
			j.Report.Recorded++
		case slices.Contains(j.updatedFiles, rel):
			j.Report.Updated = append(j.Report.Updated, file)
		default:
			j.Report.Written = append(j.Report.Written, file)
		}
	}
}

// SourceError reports mistakes in a source, or missing facts. Nothing was written.
type SourceError struct{ Wrong []Note }

func (e *SourceError) Error() string {
	if len(e.Wrong) == 1 {
		return "the source has 1 mistake; nothing was written"
	}
	return fmt.Sprintf("the source has %d mistakes; nothing was written", len(e.Wrong))
}
