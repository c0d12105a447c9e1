package importer

import (
	"cmp"
	"strings"
)

// titleOfPart is the title that the arguments of a blog's own part give it.
func titleOfPart(a map[string]string) string {
	title := cmp.Or(a["title"], a["summary"], a["heading"], a["header"], a["label"])
	return plain(strings.NewReplacer("*", "", "`", "").Replace(title))
}

// title puts the title of a part on a line of its own above what the part holds.
func (e *edits) title(from, to int, title string) {
	inner, alone := e.margin(from, to)
	if !alone {
		inner = ""
	}
	title = "**" + title + "**\n\n" + inner
	if after := e.text[to:]; alone && strings.HasPrefix(after, "\n") {
		title = strings.TrimSuffix(title, "\n"+inner)
	}
	e.replace(from, to, title)
}
