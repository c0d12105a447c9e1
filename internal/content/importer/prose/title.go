package prose

import (
	"cmp"
	"strings"
)

// TitleOfPart is the title that the arguments of a blog's own part give it.
func TitleOfPart(a map[string]string) string {
	title := cmp.Or(a["title"], a["summary"], a["heading"], a["header"], a["label"])
	return Plain(strings.NewReplacer("*", "", "`", "").Replace(title))
}

// Title puts the title of a part on a line of its own above what the part holds.
func (e *Edits) Title(from, to int, title string) {
	inner, alone := e.Margin(from, to)
	if !alone {
		inner = ""
	}
	title = "**" + title + "**\n\n" + inner
	if after := e.Text[to:]; alone && strings.HasPrefix(after, "\n") {
		title = strings.TrimSuffix(title, "\n"+inner)
	}
	e.Replace(from, to, title)
}
