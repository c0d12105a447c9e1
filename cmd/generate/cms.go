package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"storefront/internal/content/cms"
	"storefront/internal/content/font"
	"storefront/internal/content/media"
	"storefront/internal/content/source"
)

func cmsCommand(p *printer) *cobra.Command {
	var o cms.Options
	cmd := &cobra.Command{
		Use:   "cms [folder]",
		Short: "Write the folder of a CMS that edits content in a browser",
		Long: "Cms writes config.yml, the page and a script of Sveltia CMS, or of Decap CMS, into a folder, admin where none is named. " +
			"The collections are\n" +
			"made of the same types as the schemas: stories, products, cities, categories, questions, pages and " +
			"storefronts, languages\n" +
			"side by side. They name what the content has: write them again after something new has begun. The CMS " +
			"itself is copied\n" +
			"beside them: dist/sveltia-cms.js of the npm package @sveltia/cms, or with --decap dist/decap-cms.js of " +
			"decap-cms.",
		Example: "  generate cms --repo wayfare/content",
		Args:    arguments(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
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
				return p.data(names)
			}
			return p.names(names)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Content, "content", "content", "the folder of content, as it is called in the repository")
	f.StringVar(&o.Backend, "backend", "github", "where the repository is: github, gitlab or gitea")
	f.StringVar(&o.Repo, "repo", "owner/name", "the repository")
	f.StringVar(&o.Branch, "branch", "main", "the branch that editors write to")
	f.BoolVar(&o.Decap, "decap", false, "for Decap CMS in place of Sveltia CMS")
	return cmd
}

// cmsContent reads what the configuration names. Mistakes are for check.
func cmsContent(content string) (*cms.Content, error) {
	reader := source.NewReader(content)
	library, found := reader.Library(media.Read, media.ReadDrawing, font.Read)
	if len(library.Languages) == 0 {
		return nil, fmt.Errorf("%s has no storefront, and so no language", content)
	}
	c := &cms.Content{Library: library}
	known := map[string]bool{}
	slugs := reader.Slugs(&found)
	for _, slug := range slugs {
		known[slug] = true
	}
	for _, slug := range slugs {
		p, _ := reader.Product(slug, library, known)
		c.Products = append(c.Products, p)
	}
	return c, nil
}
