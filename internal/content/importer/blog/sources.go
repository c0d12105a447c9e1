package blog

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"storefront/internal/lib/lazyregexp"
)

var (
	markdownEndings = []string{".md", ".markdown", ".mkd", ".mkdn", ".mdown", ".mdx"}
	htmlEndings     = []string{".html", ".htm"}
	// otherEndings are the extensions of formats that Hugo and Jekyll build posts from and the import does not read.
	otherEndings = []string{".textile", ".adoc", ".asciidoc", ".ad", ".org", ".rst", ".pandoc", ".pdc"}
	// templateEndings are the extensions of templates that Eleventy and Astro build posts and pages from.
	templateEndings = strings.Fields(".njk .hbs .mustache .ejs .haml .pug .liquid .webc .astro .txt .xml")
)

func ending(file string) string { return strings.ToLower(path.Ext(file)) }

func isMarkdown(file string) bool { return slices.Contains(markdownEndings, ending(file)) }

func isHTML(file string) bool { return slices.Contains(htmlEndings, ending(file)) }

func isTemplateFile(file string) bool { return slices.Contains(templateEndings, ending(file)) }

// sourceFiles lists the files below a folder that may be posts, including those with further extensions. It skips
// hidden folders and node_modules.
func (b *blog) sourceFiles(below string, further ...string) ([]string, error) {
	endings := slices.Concat(markdownEndings, htmlEndings, otherEndings, further)
	var all []string
	err := fs.WalkDir(b.root.FS(), below, func(name string, e fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case e.IsDir() && name != below && (strings.HasPrefix(e.Name(), ".") || e.Name() == "node_modules"):
			return fs.SkipDir
		case !e.IsDir() && slices.Contains(endings, ending(name)):
			all = append(all, name)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the blog: %w", err)
	}
	return all, nil
}

// hasFrontMatter reports whether a file begins with front matter.
func (b *blog) hasFrontMatter(file string) bool {
	data, err := b.root.ReadFile(filepath.FromSlash(file))
	return err == nil && frontMatter.Match(data)
}

var frontMatter = lazyregexp.New(`^(?:\x{FEFF})*\s*(?:---(?:[ \t]*(?:js|javascript|json|ya?ml|toml))?|\+\+\+|\{)\s`)
