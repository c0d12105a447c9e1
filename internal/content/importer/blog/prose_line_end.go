package blog

import (
	"path"
	"slices"

	"storefront/internal/content/importer/prose"
	"storefront/internal/content/yaml"
	"storefront/internal/lib/lazyregexp"
)

var (
	// configScripts are the file names of Eleventy and Astro configurations, which are searched but not run.
	configScripts = slices.Concat(eleventyScripts, []string{"astro.config.mjs", "astro.config.js", "astro.config.ts"})
	// lineEndOption matches the option of markdown-it, and the plugin of Astro, that show line ends.
	lineEndOption = lazyregexp.New(`\bbreaks["']?\s*:\s*true|["']remark-breaks["']`)
	// ownModule matches the files of a blog that a script imports.
	ownModule = lazyregexp.New(`(?:\brequire\(|\bfrom|\bimport)\s*["'](\.[^"']+)["']`)
	// pandocRenderer matches the renderer of Hexo that ignores line ends.
	pandocRenderer = lazyregexp.New(`"hexo-renderer-pandoc"`)
)

// showsLineEnds reports whether the blog shows line ends within paragraphs. Hexo does unless its configuration disables
// it: https://github.com/hexojs/hexo-renderer-marked.
func (b *blog) showsLineEnds() bool {
	switch {
	case isHugo(b.dialect):
		return isTrue(b.config.At("markup", "goldmark", "renderer", "hardWraps"))
	case b.isHexo():
		needs, _ := b.root.ReadFile("package.json")
		return !pandocRenderer.Match(needs) && !slices.ContainsFunc([]*yaml.Node{b.config.At("marked", "breaks"),
			b.config.At("markdown", "render", "breaks")}, func(n *yaml.Node) bool { return n.Text() == "false" })
	case isTrue(b.config.At("kramdown", "hard_wrap")):
		return true
	}
	return b.configScriptHas(lineEndOption)
}

// configScriptHas reports whether an Eleventy or Astro configuration, or a file that it imports, matches a pattern.
func (b *blog) configScriptHas(pattern *lazyregexp.Regexp) bool {
	return slices.ContainsFunc(configScripts, func(file string) bool {
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

// hardLineEnds makes the line ends within the paragraphs of a post hard line breaks where the blog shows them.
func (b *blog) hardLineEnds(p *post, text string) *prose.Edits {
	if !b.keepsLineEnds || ending(p.file) == ".mdx" {
		return &prose.Edits{Text: text}
	}
	return prose.AddHardLineBreaks(text)
}
