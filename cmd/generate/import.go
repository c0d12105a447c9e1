package main

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"storefront/internal/build/engine"
	"storefront/internal/content/importer"
	"storefront/internal/content/importer/blog"
	"storefront/internal/content/importer/octo"
	"storefront/internal/content/importer/table"
	"storefront/internal/lib/cli"
	"storefront/internal/lib/suggest"
)

var importKinds = []string{"hugo", "jekyll", "csv", "octo"}

var preferences = []string{"content", "source"}

func importCommand(p *printer) *cobra.Command {
	var o importer.Options
	cmd := &cobra.Command{
		Use:   "import",
		Short: "Import a blog, a table of products or a supplier's catalogue",
		Long: "Import converts content of other programs. It writes all of it or nothing, only if content has no\n" +
			"mistakes with it, and overwrites nothing; with --update it applies the source's changes since an " +
			"earlier\n" +
			"import to the files of that import. It reports, with its place, everything that was not imported\n" +
			"unchanged. generate help importing describes the conversion.",
		Args: oneOf("import", importKinds),
		RunE: func(*cobra.Command, []string) error { return nil }, // not called: each kind has its own command
	}
	f := cmd.PersistentFlags()
	f.StringVar(&o.Content, "content", "content", "the folder of content")
	f.StringVar(&o.Language, "language", "",
		"the language of texts that do not name theirs "+
			"(default that of the blog's configuration, else the storefronts' first)")
	completeLanguages(cmd, "language", &o.Content)
	f.BoolVar(&o.Update, "update", false,
		"apply the source's changes since the last import; values that were changed here stay")
	f.StringVar(&o.Prefer, "prefer", "content", "with --update, the value to keep if both have changed: "+
		strings.Join(preferences, " or "))
	_ = cmd.RegisterFlagCompletionFunc("prefer",
		cobra.FixedCompletions(preferences, cobra.ShellCompDirectiveNoFileComp))
	f.StringVar(&o.Source, "source", "", "a name of the source, if there are several of one kind (default csv, "+
		"hugo, …)")
	f.BoolVarP(&o.DryRun, "dry-run", "n", false, "report what would be written, and write nothing")
	cmd.AddCommand(
		blogCommand(p, &o, "hugo", "Import the posts of a Hugo site", blog.Hugo),
		blogCommand(p, &o, "jekyll", "Import the posts and drafts of a Jekyll site", blog.Jekyll),
		csvCommand(p, &o),
		octoCommand(p, &o),
	)
	return cmd
}

func blogCommand(p *printer, o *importer.Options, tool, short string,
	run func(context.Context, string, importer.Options) (*importer.Report, error)) *cobra.Command {
	cmd := &cobra.Command{
		Use: tool + " <folder>", Short: short, Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := blog.CheckNames(o.Blog); err != nil {
				return cli.Usagef("%v", err)
			}
			return runImport(cmd.Context(), p, o, func(ctx context.Context) (*importer.Report, error) {
				return run(ctx, args[0], *o)
			})
		},
	}
	f := cmd.Flags()
	f.StringToStringVar(&o.Blog.Keys, "key", nil, "a key of front matter with the meaning of a usual one: "+
		"banner_image=image")
	f.StringSliceVar(&o.Blog.Sections, "section", nil, map[string]string{
		"hugo":   "the sections that are the blog (default mainSections of the configuration, else all)",
		"jekyll": "collections whose pages become stories too",
	}[tool])
	if tool == "hugo" {
		f.StringToStringVar(&o.Blog.Shortcodes, "shortcode", nil,
			"a shortcode with the meaning of a usual one: img=figure")
	}
	return cmd
}

func csvCommand(p *printer, o *importer.Options) *cobra.Command {
	var columns []string
	var private bool
	cmd := &cobra.Command{
		Use: "csv <file>", Short: "Import a table of products", Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if o.Columns, err = parseColumnMapping(columns, o.Shop); err != nil {
				return err
			}
			allowPrivate(p, o, private)
			return runImport(cmd.Context(), p, o, func(ctx context.Context) (*importer.Report,
				error) {
				return table.Import(ctx, args[0], *o)
			})
		},
	}
	factFlags(cmd, &o.Facts)
	f := cmd.Flags()
	f.StringArrayVar(&columns, "map", nil, "a heading of the table and the column that it names, ours or one of the "+
		"shop of --from: \"Tour name=title\"")
	f.StringVar(&o.Shop, "from", "", "the shop that exported the table: "+
		strings.Join(table.Shops(), " or "))
	_ = cmd.RegisterFlagCompletionFunc("from",
		cobra.FixedCompletions(table.Shops(), cobra.ShellCompDirectiveNoFileComp))
	f.BoolVar(&private, "private", false, privateHelp)
	return cmd
}

// parseColumnMapping reads pairs of a heading and a column.
func parseColumnMapping(pairs []string, from string) (map[string]string, error) {
	all := map[string]string{}
	for _, pair := range pairs {
		separator := strings.LastIndex(pair, "=")
		if separator < 1 || separator == len(pair)-1 {
			return nil, cli.Usagef("--map %q is not a heading and a column, such as \"Tour name=title\"", pair)
		}
		all[pair[:separator]] = pair[separator+1:]
	}
	if err := table.CheckColumns(all, from); err != nil {
		return nil, cli.Usagef("--map %v", err)
	}
	return all, nil
}

const privateHelp = "allow servers in private networks and servers without https"

func allowPrivate(p *printer, o *importer.Options, private bool) {
	if private {
		o.Fetch.Reachable = func(netip.Addr) bool { return true }
		p.messagef("Addresses of private networks, and those without https, are allowed.")
	}
}

// tokenVariable holds the secret of a supplier's server. All users of the machine could see a flag.
const tokenVariable = "OCTO_TOKEN"

func octoCommand(p *printer, o *importer.Options) *cobra.Command {
	var server octo.Options
	var private bool
	cmd := &cobra.Command{
		Use: "octo <address>", Short: "Import the catalogue of a supplier with an OCTO server", Args: arguments(1, 1),
		Long: "Octo requests the products of a supplier's server in every language of the storefronts. The address " +
			"is\n" +
			"that of its OCTO endpoints; the token is read from the environment variable " + tokenVariable +
			".\nAll products become drafts.",
		RunE: func(cmd *cobra.Command, args []string) error {
			server.Address, server.Token = args[0], os.Getenv(tokenVariable)
			if server.Token == "" {
				return cli.Usagef("%s is not set; set it to the token from the supplier", tokenVariable)
			}
			allowPrivate(p, o, private)
			return runImport(cmd.Context(), p, o, func(ctx context.Context) (*importer.Report, error) {
				server.Options = *o
				return octo.Import(ctx, server)
			})
		},
	}
	factFlags(cmd, &o.Facts)
	cmd.Flags().BoolVar(&private, "private", false, privateHelp)
	return cmd
}

func factFlags(cmd *cobra.Command, facts *importer.Facts) {
	f := cmd.Flags()
	f.StringVar(&facts.City, "city", "", "the city of products without one")
	f.StringVar(&facts.Category, "category", "", "the category of products without one")
	f.StringVar(&facts.Supplier, "supplier", "", "the supplier of products without one")
	f.StringVar(&facts.Currency, "currency", "", "the currency of products without one; of OCTO's, the one to use")
	f.IntVar(&facts.Capacity, "capacity", 0, "seats in a slot if the source does not have them (default for OCTO the "+
		"most that an option sells at once; for shops 10)")
	f.StringVar(&facts.Image, "image", "", "the picture, a file of media, of products without one")
}

// runImport runs an import until it ends or is interrupted, and prints its report.
func runImport(ctx context.Context, p *printer, o *importer.Options,
	run func(context.Context) (*importer.Report, error)) error {
	if !slices.Contains(preferences, o.Prefer) {
		return cli.Usagef("--prefer %q is neither content nor source%s", o.Prefer,
			suggest.DidYouMean(o.Prefer, preferences))
	}
	var err error
	if o.Now, err = asOf(); err != nil {
		return err
	}
	bar := p.startProgress()
	defer bar.end()
	o.Check = newContentCheck(ctx, o.Content, o.Now, bar)
	if make, err := pictureConverter(ctx); err == nil {
		o.WebP = func(_ context.Context, data []byte) ([]byte, error) { return make(data, "f_webp") }
	}
	report, err := run(ctx)
	bar.end()
	err = withConsequence(err, nothingWritten)
	var invalid *engine.InvalidContentError
	if report == nil || p.json && errors.As(err, &invalid) { // whose mistakes are the data then
		return err
	}
	if p.json {
		err = errors.Join(err, p.printJSON(report))
	} else {
		err = errors.Join(err, p.printImportReport(report, o.Content))
	}
	var unfit *importer.SourceError
	if errors.As(err, &unfit) {
		return summaryError(err.Error())
	}
	return err
}

// printImportReport prints the written files as data, and for people everything that was not imported unchanged.
func (p *printer) printImportReport(r *importer.Report, content string) error {
	for _, n := range r.Unmapped {
		p.messagef("%s", n)
	}
	for _, sum := range importer.CountByKind(r.Unmapped) {
		p.messagef("%s", sum)
	}
	for _, n := range r.Wrong {
		p.messagef("%s %s", p.colour(red, "wrong:"), n)
	}
	for _, sum := range importer.CountByKind(r.Wrong) {
		p.messagef("%s", sum)
	}
	for _, w := range r.Warnings {
		p.messagef("%s", w)
	}
	for _, n := range r.Kept {
		p.messagef("%s %s", p.colour(yellow, "kept:"), n)
	}
	for _, there := range r.Existing {
		p.messagef("%s already exists and is not changed", there)
	}
	for _, there := range r.Vanished {
		p.messagef("%s is no longer in the source; it stays as it is; make it a draft to hide it", there)
	}
	if len(r.Wrong) > 0 {
		return nil // the error is the sum
	}
	if err := p.printNames(slices.Concat(r.Written, r.Updated)); err != nil {
		return err
	}
	what, changed := "written", "changed"
	if r.DryRun {
		what, changed = "would be written", "would be changed"
	}
	sum := count(len(r.Written), "file") + " " + what
	if len(r.Updated)+len(r.Kept)+len(r.Vanished) > 0 {
		sum += fmt.Sprintf(", %d %s, %d kept, %d vanished", len(r.Updated), changed, len(r.Kept), len(r.Vanished))
	}
	p.messagef("%s, %s there already, %s", sum, count(len(r.Existing), "entry"), count(len(r.Unmapped), "remark"))
	if r.Recorded > 0 {
		p.messagef("%s %s to %s, with which the next update compares: commit that folder too",
			count(r.Recorded, "file"), what, filepath.Join(content, importer.Memory))
	}
	return nil
}
