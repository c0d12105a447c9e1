// Package importer imports content from elsewhere: blogs of Hugo and Jekyll, tables of products, the catalogue of an
// OCTO supplier. It maps what has an equivalent and reports the rest, place by place; docs/importing.md is its
// contract. Package scaffold writes the result: all of it or nothing, and only if the content is in order with it.
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
	"storefront/internal/content/media"
	"storefront/internal/content/scaffold"
	"storefront/internal/content/source"
	"storefront/internal/lib/suggest"
)

// Options are what every import needs to know.
type Options struct {
	Content string         // the folder of content
	Check   scaffold.Check // what has to pass
	Now     time.Time
	DryRun  bool
	// Language is that of texts which do not say theirs; the storefront's first where empty.
	Language string
	Blog     Blog
	Columns  map[string]string // of tables: usual names by the table's own headings
	// Update brings into what was imported before what the source has changed since; Prefer is content (also where
	// empty) or source, where both have changed. Source names the source among several of a kind.
	Update bool
	Prefer string
	Source string
	From   string // of tables: the shop whose columns they have, one of Shops
	// WebP converts a picture of a format that content does not take; nil where the machine cannot.
	WebP  func(ctx context.Context, data []byte) ([]byte, error)
	Fetch Fetch
	// Facts stand in where the source has none.
	Facts Facts
}

// Blog says how a blog departs from what its tool usually has.
type Blog struct {
	Sections   []string          // that are the blog; those of its configuration where empty, or all
	Keys       map[string]string // of front matter, by the blog's own name
	Shortcodes map[string]string // that do the same as a usual one, by the blog's own name
}

// Facts are those of products that a source may lack.
type Facts struct {
	City, Category, Supplier, Currency, Image string
	Capacity                                  int // seats in a slot
}

// job is one import under way.
type job struct {
	Options
	ctx       context.Context
	stage     *scaffold.Stage
	report    *Report
	lib       *catalog.Library
	languages []string
	pictures  *pictures
	source    string // the name of the source in the memory
	earlier   earlier
	updated   []string // files of content that are changed, below it
	isTable   bool     // the source says some facts alone; what it does not say is as content has it
	// languageGiven: the options named the language.
	languageGiven bool
	// origins are the places in the source of what is staged, by folder or file below content.
	origins map[string]string
	words   map[string]ownWords // those of wordsOf, by language
	unsaid  map[string]*lack    // by field
}

// begin reads the content that the import will be part of.
func begin(ctx context.Context, o Options, from string) (*job, error) {
	if info, err := os.Stat(o.Content); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("there is no folder of content at %s", o.Content)
	}
	r := source.NewReader(o.Content)
	lib, _ := r.Library(media.Read, media.ReadDrawing, font.Read)
	if len(lib.Deployments) == 0 || len(lib.Languages) == 0 {
		return nil,
			fmt.Errorf("%s has no deployment that could be read; an import writes for the languages of all of them",
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
	j := &job{
		Options: o, languageGiven: given, ctx: ctx, stage: scaffold.NewStage(o.Content), lib: lib, languages: languages,
		report: &Report{DryRun: o.DryRun, Written: []string{}, Updated: []string{}, Existing: []string{},
			Kept: []Note{}, Vanished: []string{}, Unmapped: []Note{}, Warnings: []string{}},
		source: cmp.Or(o.Source, from), origins: map[string]string{}, words: map[string]ownWords{},
		unsaid: map[string]*lack{},
	}
	j.pictures = newPictures(j)
	return j, j.readEarlier()
}

// finish writes what the import has made, unless facts are missing.
func (j *job) finish() (*Report, error) {
	if err := j.ctx.Err(); err != nil {
		return j.report, err
	}
	j.report.sort()
	if len(j.report.Wrong) > 0 {
		return j.report, &Unfit{j.report.Wrong}
	}
	if err := j.pictures.describe(); err != nil {
		return j.report, err
	}
	warnings, err := j.stage.Commit(j.Check, j.DryRun)
	for _, w := range warnings {
		if slices.Contains(j.stage.Files(), w.Path) {
			j.report.Warnings = append(j.report.Warnings, w.String())
		}
	}
	if err == nil {
		j.written()
	}
	var invalid interface{ Mistakes() []diag.Diagnostic }
	if errors.As(err, &invalid) {
		j.trace(invalid.Mistakes())
	}
	return j.report, err
}

// trace adds to mistakes in files that are not written where in the source these files come from.
func (j *job) trace(mistakes []diag.Diagnostic) {
	for i := range mistakes {
		file := filepath.ToSlash(mistakes[i].Path)
		for staged, origin := range j.origins {
			if strings.HasSuffix(file, "/"+staged) || strings.HasSuffix(path.Dir(file), "/"+staged) {
				mistakes[i].Message += " (from " + origin + ")"
			}
		}
	}
}

// written reports the files of content that are new, and those that are changed.
func (j *job) written() {
	for _, file := range j.stage.Files() {
		rel, _ := filepath.Rel(j.Content, file)
		switch rel = filepath.ToSlash(rel); {
		case strings.HasPrefix(rel, memory+"/"):
		case slices.Contains(j.updated, rel):
			j.report.Updated = append(j.report.Updated, file)
		default:
			j.report.Written = append(j.report.Written, file)
		}
	}
}

// Unfit is a source with mistakes, or without facts that products need. Nothing was written.
type Unfit struct{ Wrong []Note }

func (e *Unfit) Error() string {
	if len(e.Wrong) == 1 {
		return "1 mistake in what was to be imported; nothing was written"
	}
	return fmt.Sprintf("%d mistakes in what was to be imported; nothing was written", len(e.Wrong))
}
