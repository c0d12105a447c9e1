package prose

import (
	"cmp"
	"strings"
)

// ComponentTitle returns the title in the arguments of a component or custom shortcode.
func ComponentTitle(a map[string]string) string {
	title := cmp.Or(a["title"], a["summary"], a["heading"], a["header"], a["label"])
	return SingleLine(strings.NewReplacer("*", "", "`", "").Replace(title))
}

// ReplaceWithTitle replaces the tag of a component with its title on a line of its own.
func (e *Edits) ReplaceWithTitle(from, to int, title string) {
	inner, alone := e.ContinuationMargin(from, to)
	if !alone {
		inner = ""
	}
	title = "**" + title + "**\n\n" + inner
	if after := e.Text[to:]; alone && strings.HasPrefix(after, "\n") {
		title = strings.TrimSuffix(title, "\n"+inner)
	}
	e.Replace(from, to, title)
}
