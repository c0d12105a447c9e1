package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"storefront/internal/content/cms"
	"storefront/internal/content/font"
	"storefront/internal/content/media"
	"storefront/internal/content/source"
	"storefront/internal/lib/cli"
	"storefront/internal/lib/suggest"
)

// cmsBackends are the hosts of repositories that both programs know.
var cmsBackends = []string{"github", "gitlab", "gitea"}

func cmsCommand(p *printer) *cobra.Command {
	var o cms.Options
	cmd := &cobra.Command{
		Use:   "cms [folder]",
		Short: "Write the folder of a CMS that edits content in a browser",
		Long: "Cms writes config.yml, the page and a script of Sveltia CMS, or of Decap CMS, into a folder, by " +
			"default\n" +
			"admin. The collections come from the same types as the schemas: stories, products, cities, categories,\n" +
			"questions, pages and storefronts, with languages side by side. They contain ids of the content, so run\n" +
			"the command again when content is added. Copy the CMS itself beside these files: dist/sveltia-cms.js " +
			"of\n" +
			"the npm package @sveltia/cms, or with --decap dist/decap-cms.js of decap-cms.",
		Example: "  generate cms --repo wayfare/content",
		Args:    arguments(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			if !slices.Contains(cmsBackends, o.Backend) {
				return cli.Usagef("--backend %q is not one of %s%s", o.Backend, strings.Join(cmsBackends, ", "),
					suggest.DidYouMean(o.Backend, cmsBackends))
			}
			c, err := cmsContent(o.Content)
			if err != nil {
				return err
			}
			o.Content = filepath.ToSlash(o.Content)
			folder := "admin"
			if len(args) > 0 {
				folder = args[0]
			}
			if err := os.MkdirAll(folder, 0o755); err != nil {
				return err
			}
			names := []string{}
			for _, f := range cms.Files(o, c) {
				name := filepath.Join(folder, f.Name)
				if err := os.WriteFile(name, f.Data, 0o644); err != nil {
					return err
				}
				names = append(names, name)
			}
			if p.json {
				return p.printJSON(names)
			}
			return p.printNames(names)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Content, "content", "content", "the folder of content, by its path in the repository")
	f.StringVar(&o.Backend, "backend", "github", "the host of the repository: github, gitlab or gitea")
	complete(cmd, "backend", func() []string { return cmsBackends })
	f.StringVar(&o.Repo, "repo", "owner/name", "the repository")
	f.StringVar(&o.Branch, "branch", "main", "the branch that editors write to")
	f.BoolVar(&o.Decap, "decap", false, "write the files for Decap CMS instead of Sveltia CMS")
	return cmd
}

// cmsContent reads the content that the configuration names. It ignores mistakes, which check reports.
func cmsContent(content string) (*cms.Content, error) {
	reader := source.NewReader(content)
	library, found := reader.Library(media.Read, media.ReadDrawing, font.Read)
	if len(library.Languages) == 0 {
		return nil, fmt.Errorf("%s has no storefront, so it has no language", content)
	}
	c := &cms.Content{Library: library}
	known := map[string]bool{}
	slugs := reader.ProductSlugs(&found)
	for _, slug := range slugs {
		known[slug] = true
	}
	for _, slug := range slugs {
		p, _ := reader.Product(slug, library, known)
		c.Products = append(c.Products, p)
	}
	return c, nil
}
