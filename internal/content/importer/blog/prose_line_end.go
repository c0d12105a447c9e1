package blog

import (
	"path"
	"slices"

	"storefront/internal/content/importer/prose"
	"storefront/internal/content/yaml"
	"storefront/internal/lib/lazyregexp"
)

var (
	// scripts are the configurations of Eleventy and Astro, which are not run.
	scripts = slices.Concat(eleventyScripts, []string{"astro.config.mjs", "astro.config.js", "astro.config.ts"})
	// scriptOfLineEnds matches the option of markdown-it, and the plugin of Astro, that show line ends.
	scriptOfLineEnds = lazyregexp.New(`\bbreaks["']?\s*:\s*true|["']remark-breaks["']`)
	// ownModule matches the files of a blog that a script imports.
	ownModule = lazyregexp.New(`(?:\brequire\(|\bfrom|\bimport)\s*["'](\.[^"']+)["']`)
	// withoutLineEnds matches the renderer of Hexo that shows none.
	withoutLineEnds = lazyregexp.New(`"hexo-renderer-pandoc"`)
)

// showsLineEnds reports whether a blog shows line ends within paragraphs. Hexo does unless its configuration says
// otherwise: https://github.com/hexojs/hexo-renderer-marked.
func (b *blog) showsLineEnds() bool {
	switch {
	case isHugo(b.dialect):
		return isTrue(b.config.At("markup", "goldmark", "renderer", "hardWraps"))
	case b.isHexo():
		needs, _ := b.root.ReadFile("package.json")
		return !withoutLineEnds.Match(needs) && !slices.ContainsFunc([]*yaml.Node{b.config.At("marked", "breaks"),
			b.config.At("markdown", "render", "breaks")}, func(n *yaml.Node) bool { return n.Text() == "false" })
	case isTrue(b.config.At("kramdown", "hard_wrap")):
		return true
	}
	return b.scriptSays(scriptOfLineEnds)
}

// scriptSays reports whether a configuration of Eleventy or Astro, or a file of the blog that it imports, has what a
// pattern matches.
func (b *blog) scriptSays(pattern *lazyregexp.Regexp) bool {
	return slices.ContainsFunc(scripts, func(file string) bool {
		script, _ := b.root.ReadFile(file)
		return pattern.Match(script) || slices.ContainsFunc(ownModule.FindAllSubmatch(script, -1),
			func(m [][]byte) bool {
				return slices.ContainsFunc(append([]string{"", "/index.js"}, scriptEndings...), func(end string) bool {
					module, _ := b.root.ReadFile(path.Clean(string(m[1]) + end))
					return pattern.Match(module)
				})
			})
	})
}

// hardLineEnds makes the line ends within the paragraphs of a post hard ones where the blog shows them.
func (b *blog) hardLineEnds(p *post, text string) *prose.Edits {
	if !b.lineEnds || ending(p.file) == ".mdx" {
		return &prose.Edits{Text: text}
	}
	return prose.HardLineEnds(text)
}
