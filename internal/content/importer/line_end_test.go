package importer_test

import (
	"maps"
	"strings"
	"testing"
)

// If the configuration of a blog shows line ends in paragraphs, they become hard line breaks.
func TestVisibleLineBreaksOfABlogAreKept(t *testing.T) {
	const hexo = "source_dir: .\nnew_post_name: :title.md\n"
	const poem, kept, joined = "Wind,\nsand.", "Wind,  \nsand.", "Wind,\nsand."
	module := map[string]string{".eleventy.js": "const md = require('./lib/md');\n",
		"lib/md.js": "module.exports = It({ html: true, breaks: true });\n"}
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"eleventy": {map[string]string{".eleventy.js": "markdownIt({ breaks: true })"}, kept},
		"eleventy as ESM": {
			map[string]string{"eleventy.config.mjs": "markdownIt({\n\t\"breaks\" : true,\n})"}, kept},
		"eleventy by a module":    {module, kept},
		"eleventy without breaks": {map[string]string{".eleventy.js": "markdownIt({ breaks: false })"}, joined},
		"hexo":                    {map[string]string{"_config.yml": hexo}, kept},
		"hexo without breaks":     {map[string]string{"_config.yml": hexo + "marked: {breaks: false}\n"}, joined},
		"hexo with markdown-it": {map[string]string{"_config.yml": hexo + "markdown: {render: {breaks: false}}\n"},
			joined},
		"hexo with pandoc": {map[string]string{"_config.yml": hexo,
			"package.json": `{"dependencies": {"hexo-renderer-pandoc": "^0.4.0"}}`}, joined},
		"jekyll":               {map[string]string{"_config.yml": "kramdown: {hard_wrap: true}\n"}, kept},
		"jekyll without wraps": {map[string]string{"_config.yml": "markdown: kramdown\n"}, joined},
		"astro": {
			map[string]string{"astro.config.mjs": "import remarkBreaks from 'remark-breaks'"}, kept},
	} {
		files := maps.Clone(c.files)
		files["_posts/2024-01-02-a.md"] = "---\ntitle: A\ndate: 2024-01-02\n---\n" + poem + "\n"
		content, _ := blogOf(t, "jekyll", files)
		if text := written(t, content, "blog/a/en.md"); !strings.HasSuffix(text, "---\n"+c.want+"\n") {
			t.Errorf("%s: the post is\n%q", name, text)
		}
	}
	content, _ := blogOf(t, "hugo", map[string]string{"hugo.toml": "[markup.goldmark.renderer]\nhardWraps = true\n",
		"content/posts/a.md": "---\ntitle: A\ndate: 2024-01-02\n---\n" + poem + "\n"})
	if text := written(t, content, "blog/a/en.md"); !strings.HasSuffix(text, "---\n"+kept+"\n") {
		t.Errorf("hugo: the post is\n%q", text)
	}
	for _, row := range [][2]string{
		{"> *a*\n> [b](https://b.example)\n\n- c \n  d\n- e", "> *a*  \n> [b](https://b.example)\n\n- c  \n  d\n- e"},
		{"| a |\n|---|\n| b |\n\n```\na\nb\n```\n\nA\nb\n===", "| a |\n|---|\n| b |\n\n```\na\nb\n```\n\nA\nb\n==="},
		{"<p>a\nb</p>\n\n`a\nb`<br>\nc<br>d\ne", "a\nb\n\n`a\nb`\\\nc\\\nd  \ne"},
		{"a\n![S](/sea.png)\nb\nc\n\n    a\n    b\n\n$$\na\nb\n$$",
			"a\n![S](a-sea.png)\nb  \nc\n\n    a\n    b\n\n```tex\na\nb\n```"},
		{"a\\\nb  \nc\n\n> [!NOTE]\n> d\n\n<b>a</b>\n<i>b</i>",
			"a\\\nb  \nc\n\n> **Note**\n>\n> d\n\n**a**  \n*b*"},
		{":::note\na\nb\n:::\n\nc[^1]\n\n[^1]: d\n    e",
			":::note[Note]{kind=info}\na  \nb\n:::\n\nc[^1]\n\n[^1]: d  \n    e"},
	} {
		content, report := blogOf(t, "jekyll", map[string]string{"_config.yml": hexo,
			"_posts/a.md": "---\ntitle: A\ndate: 2024-01-02\n---\n" + row[0] + "\n",
			"sea.png":     picture(t, "sea.png", 30)})
		if _, got, _ := strings.Cut(written(t, content, "blog/a/en.md")[4:], "\n---\n"); got != row[1]+"\n" {
			t.Errorf("%q became\n%q, not\n%q\n%s", row[0], got, row[1]+"\n", notes(report))
		}
	}
}

func TestRemarkTocHeadingBecomesATableOfContents(t *testing.T) {
	for script, want := range map[string]string{
		"import toc from 'remark-toc'": "Wind.\n\n::toc\n\n## Sand\n\nRed.\n",
		"export default {}":            "Wind.\n\n## Table of contents\n\n## Sand\n\nRed.\n",
	} {
		content, _ := blogOf(t, "jekyll", map[string]string{"astro.config.ts": script,
			"_posts/2024-01-02-a.md": "---\ntitle: A\n---\nWind.\n\n## Table of contents\n\n## Sand\n\nRed.\n"})
		if text := written(t, content, "blog/a/en.md"); !strings.HasSuffix(text, "---\n"+want) {
			t.Errorf("%s: the post is\n%s", script, text)
		}
	}
}
