package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"storefront/internal/build/render"
	"storefront/internal/build/sitebundle"
	"storefront/internal/content/catalog"
	"storefront/internal/content/scaffold"
	"storefront/internal/content/starter"
	"storefront/internal/core/locale"
	"storefront/internal/lib/cli"
)

// initFlags are the flags of init, which questions on a terminal complete.
type initFlags struct {
	names, cities []string // "Qamar", "ar=قمر"; choices.Name and choices.City are read from them
	choices       starter.Choices
	site          string
}

// initResult is the result of init.
type initResult struct {
	Folder     string   `json:"folder"`
	Deployment string   `json:"deployment,omitempty"` // empty if only the site bundle was replaced
	Site       string   `json:"site"`                 // the version of the site bundle
	Git        bool     `json:"git"`                  // the folder became a repository
	Files      []string `json:"files"`
	Next       []string `json:"next"`
}

func initCommand(p *printer) *cobra.Command {
	var f initFlags
	cmd := &cobra.Command{
		Use:   "init <folder>",
		Short: "Create a storefront in a new folder",
		Long: "Init creates a folder with everything that a storefront needs: content that builds at once, the site\n" +
			"bundle, settings, and a Git repository. On a terminal it asks for each value that no flag sets. In a\n" +
			"folder that it made before, --site installs another bundle.",
		Example: "  generate init qamar\n  generate init qamar --name Qamar --name ar=قمر --city Muscat --site " +
			"storefront-site-4da2dfdbd8196c4e.tgz\n" +
			"  generate init lune --languages fr,ar --name Lune --site storefront-site-4da2dfdbd8196c4e.tgz\n" +
			"  generate init . --site storefront-site-0b1c6f0a77d2c1e9.tgz",
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			result, err := f.run(cmd, p, args[0])
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
	flags := cmd.Flags()
	flags.StringArrayVar(&f.names, "name", nil, "the shop's name; --name Qamar --name ar=قمر for one in each language")
	flags.StringSliceVar(&f.choices.Languages, "languages", nil, "its languages, the default first: "+
		strings.Join(locale.Recognised, ", ")+" (default en,ar)")
	complete(cmd, "languages", func() []string { return locale.Recognised })
	flags.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "lang" { // as other commands have it
			name = "languages"
		}
		return pflag.NormalizedName(name)
	})
	flags.StringVar(&f.choices.Untranslated, "untranslated", "", "how storefronts handle content that lacks a "+
		"language, "+
		"fallback or omit; init then leaves out texts that it does not have (default: they begin as drafts)")
	flags.StringArrayVar(&f.cities, "city", nil, "its first city, in the form of --name (default Dubai)")
	flags.StringVar(&f.choices.Currency, "currency", "", "its currency (default the city's)")
	flags.StringVar(&f.choices.Layout, "layout", "default", "its layout type")
	flags.StringVar(&f.choices.Email, "email", "", "the address that visitors' messages are mailed to")
	flags.StringVar(&f.site, "site", "", "the site bundle: an archive of make bundle, or a folder "+
		"(default site/dist, if it exists)")
	return cmd
}

func (f *initFlags) run(cmd *cobra.Command, p *printer, folder string) (*initResult, error) {
	if _, err := os.Stat(filepath.Join(folder, sitebundle.RecordFile)); err == nil {
		return f.replaceSite(folder)
	}
	if err := checkEmpty(folder); err != nil {
		return nil, err
	}
	site, err := f.siteBundle()
	if err != nil {
		return nil, err
	}
	if terminalIn(cmd.InOrStdin()) && !p.json {
		if err := f.askMissing(cmd.InOrStdin(), p, cmd.Flags().Changed); err != nil {
			return nil, err
		}
	}
	absolute, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	shop, err := f.shop(filepath.Base(absolute))
	if err != nil {
		return nil, cli.Usage(err)
	}
	day, err := asOf()
	if err != nil {
		return nil, err
	}
	return createStorefront(cmd.Context(), p, shop, folder, site, day)
}

// replaceSite installs another site bundle in a folder that init made.
func (f *initFlags) replaceSite(folder string) (*initResult, error) {
	if f.site == "" {
		return nil, cli.Usagef("%s is a storefront already; --site FILE gives it another site bundle", folder)
	}
	before, _ := sitebundle.ReadRecord(folder)
	record, err := sitebundle.Install(f.site, folder)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(folder, sitebundle.RecordFile)
	if err := os.WriteFile(file, record.Bytes(), 0o644); err != nil {
		return nil, err
	}
	result := &initResult{Folder: folder, Site: record.Version, Files: []string{file},
		Next: []string{"generate build renders the pages with the new bundle"}}
	if before.Version != "" && before.Version != record.Version {
		result.Next = append(result.Next, "remove "+filepath.Join(folder, before.Path())+", the former bundle")
	}
	return result, nil
}

// siteBundle returns the site bundle to install.
func (f *initFlags) siteBundle() (string, error) {
	if f.site != "" {
		return f.site, nil
	}
	const built = "site/dist"
	if _, err := os.Stat(render.BundleFile(built)); err != nil {
		return "", cli.Usagef("--site FILE names the site bundle, storefront-site-<version>.tgz")
	}
	return built, nil
}

// checkEmpty returns an error if a folder has files. A Git repository without files is empty.
func checkEmpty(folder string) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() != ".git" {
			return fmt.Errorf("%s is not empty: it has %s", folder, e.Name())
		}
	}
	return nil
}

// shop returns the storefront of the answers, in a folder.
func (f *initFlags) shop(folder string) (shop *starter.Shop, err error) {
	languages := f.languages()
	if f.choices.Name, err = parseLocalized("name", f.names, languages); err != nil {
		return nil, err
	}
	if f.choices.City, err = parseLocalized("city", f.cities, languages); err != nil {
		return nil, err
	}
	return starter.New(f.choices, folder)
}

func (f *initFlags) languages() []string {
	if len(f.choices.Languages) == 0 {
		return starter.Languages
	}
	for i, language := range f.choices.Languages {
		f.choices.Languages[i] = strings.TrimSpace(language)
	}
	return f.choices.Languages
}

// parseLocalized parses names such as "Qamar" and "ar=قمر". A name without a language belongs to the first of the
// shop's languages that is written in its script and has no name yet; if none is written in its script, to the first
// without a name.
func parseLocalized(flag string, all, languages []string) (catalog.Localized, error) {
	if len(all) == 0 {
		return nil, nil
	}
	text := catalog.Localized{}
	var unlabelled []string
	for _, value := range all {
		language, name, given := strings.Cut(value, "=")
		if !given {
			name = value
		}
		if name = strings.TrimSpace(name); name == "" {
			return nil, cli.Usagef("--%s %q has no name", flag, value)
		}
		if !given {
			unlabelled = append(unlabelled, name)
			continue
		}
		if text[language] != "" {
			return nil, cli.Usagef("--%s %q is one too many: %s has %q", flag, value, language, text[language])
		}
		text[language] = name
	}
	for _, name := range unlabelled {
		language := freeLanguageFor(name, languages, text)
		if language == "" {
			return nil, cli.Usagef("--%s %q is one too many: languages are %s; LANGUAGE=NAME sets one", flag,
				name, strings.Join(languages, ", "))
		}
		text[language] = name
	}
	return text, nil
}

// freeLanguageFor returns the language of a name without one, or an empty string if all possible languages have a name.
func freeLanguageFor(name string, languages []string, names catalog.Localized) string {
	candidates := slices.DeleteFunc(slices.Clone(languages), func(language string) bool {
		return !strings.ContainsFunc(name, func(r rune) bool { return unicode.Is(locale.Script(language), r) })
	})
	if len(candidates) == 0 {
		candidates = languages
	}
	for _, language := range candidates {
		if names[language] == "" {
			return language
		}
	}
	return ""
}

// createStorefront writes the folder of a storefront: the bundle, the content, which it checks, and the other files.
func createStorefront(ctx context.Context, p *printer, shop *starter.Shop, folder, site string,
	day time.Time) (result *initResult, err error) {
	content := filepath.Join(folder, "content")
	_, statErr := os.Stat(folder)
	if err := os.MkdirAll(content, 0o755); err != nil {
		return nil, err
	}
	defer func() {
		if err == nil {
			return
		}
		for _, name := range []string{"content", sitebundle.Folder, sitebundle.RecordFile, "README.md", ".gitignore"} {
			_ = os.RemoveAll(filepath.Join(folder, name))
		}
		if statErr != nil {
			_ = os.Remove(folder)
		}
	}()
	record, err := sitebundle.Install(site, folder)
	if err != nil {
		return nil, err
	}
	files, err := shop.Files(record.Version)
	if err != nil {
		return nil, err
	}
	files[sitebundle.RecordFile] = record.Bytes()
	result = &initResult{Folder: folder, Deployment: shop.ID, Site: record.Version, Next: nextSteps(shop, folder)}
	stage := scaffold.NewStage(content)
	for _, rel := range slices.Sorted(maps.Keys(files)) {
		result.Files = append(result.Files, filepath.Join(folder, filepath.FromSlash(rel)))
		if inside, ok := strings.CutPrefix(rel, "content/"); ok {
			if err := stage.Add(inside, files[rel]); err != nil {
				return nil, err
			}
		} else if err := os.WriteFile(filepath.Join(folder, rel), files[rel], 0o644); err != nil {
			return nil, err
		}
	}
	bar := p.startProgress()
	defer bar.end()
	if _, err := stage.Commit(newContentCheck(ctx, content, day, bar), false); err != nil {
		return nil, err
	}
	bar.end()
	result.Git = newRepository(ctx, folder)
	return result, nil
}

// shellWord returns a text as one word of a command line.
func shellWord(text string) string {
	isPlain := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_./+,:@%", r)
	}
	if text != "" && strings.TrimLeftFunc(text, isPlain) == "" {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

func nextSteps(shop *starter.Shop, folder string) []string {
	next := []string{
		"cd " + shellWord(folder) + " && generate server shows it at http://" + shop.ID + ".localhost:8080",
		"generate check lists the texts to replace; README.md says in which order"}
	if !shop.Known {
		product := filepath.Join(folder, "content/products/first-experience/product.yaml")
		next = append(next, fmt.Sprintf("write country, time zone and location of the city in %s, and the location "+
			"of its meeting point in %s: those written (%s, %s) are of another city",
			filepath.Join(folder, "content/cities", shop.CitySlug, "city.yaml"), product, shop.Place.Country,
			shop.Place.TimeZone))
		if shop.Currency == shop.Place.Currency && !shop.OwnCurrency {
			next = append(next, "prices are in "+shop.Currency+", the currency of that other city: another is "+
				"written in "+filepath.Join(folder, "content/deployments", shop.ID+".yaml")+" and "+product+
				", or given to init by --currency")
		}
	}
	first := shop.Languages[0]
	for _, language := range shop.Unwritten {
		file := filepath.Join(folder, "content/texts", language+".yaml")
		next = append(next, "translate the texts of "+file+": they are the English ones")
	}
	if slices.Contains(shop.Unwritten, first) {
		next = append(next, "translate the texts in "+first+": texts, alt texts and topics begin in English")
	}
	if len(shop.Drafts) > 0 {
		next = append(next, "translate the drafts of "+strings.Join(shop.Drafts, ", ")+
			": generate list untranslated lists them")
	}
	return next
}

// newRepository makes the folder a Git repository, if git is installed and the folder is not inside one.
func newRepository(ctx context.Context, folder string) bool {
	git := func(args ...string) error {
		return exec.CommandContext(ctx, "git", append([]string{"-C", folder}, args...)...).Run()
	}
	return git("rev-parse", "--git-dir") != nil && git("init", "--quiet") == nil
}
