package importer

import (
	"cmp"
	"regexp"
	"strings"
)

// isHexo reports whether a blog is one of Hexo, whose every configuration names the files of new posts.
func (b *blog) isHexo() bool { return b.config.Get("new_post_name") != nil }

// argumentOfCode matches the arguments of a block of code that are not its title:
// https://hexo.io/docs/tag-plugins#Code-Block.
var argumentOfCode = regexp.MustCompile(`\S+:\S*|\S+=\S+`)

// codeOfTag puts the code of Octopress' and Hexo's tag in its place, below its title.
func (e *edits) codeOfTag(from, to int, code, arguments string) {
	language := ""
	for _, argument := range strings.Fields(arguments) {
		if name, found := strings.CutPrefix(argument, "lang:"); found {
			language = name
		}
	}
	block := e.code(from, to, code, language)
	title := plain(strings.Join(strings.Fields(argumentOfCode.ReplaceAllString(arguments, "")), " "))
	if inner, alone := e.margin(from, to); alone && title != "" {
		block = "**" + strings.Trim(strings.ReplaceAll(title, "*", ""), `"'`) + "**\n\n" + inner + block
	}
	e.replace(from, to, block)
}

// postLink is a link of Hexo to another post, by the name of its file. One that leads nowhere is reported as a link.
func (b *blog) postLink(arguments string) string {
	name := strings.Trim(firstWord(arguments), `"'`)
	words := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(arguments), firstWord(arguments)))
	if quoted := quotedText.FindStringSubmatch(words); quoted != nil {
		words = cmp.Or(quoted[1], quoted[2])
	}
	other := b.byName(name)
	if other == nil {
		return "[" + cmp.Or(words, name) + "](/" + name + ")"
	}
	to := "/blog/" + other.slug
	if !other.live {
		to = "/" + other.file
	}
	return "[" + cmp.Or(words, text(other.front.Get("title")), name) + "](" + to + ")"
}
