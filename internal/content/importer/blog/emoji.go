package blog

import (
	"strings"
	"sync"

	names "github.com/yuin/goldmark-emoji/definition"

	"storefront/internal/lib/lazyregexp"
)

var emojiName = lazyregexp.New(`:[a-z0-9_+-]+:`)

var emojis = sync.OnceValue(func() names.Emojis { return names.Github() })

// hasEmojis reports whether the blog's tool writes names such as :camel: as emojis.
func (b *blog) hasEmojis() bool {
	if b.config.Get("enableEmoji").Text() == "true" {
		return true
	}
	for _, key := range []string{"plugins", "gems"} {
		for _, name := range textsOf(b.config.Get(key)) {
			if name == "jemoji" {
				return true
			}
		}
	}
	return false
}

// withEmojis replaces the names of emojis in a text without code.
func (b *blog) withEmojis(text string) string {
	if !strings.Contains(text, ":") || !b.hasEmojis() {
		return text
	}
	return emojiName.ReplaceAllStringFunc(text, emojiOf)
}

// emojiOf returns the emoji of a name, or the name if it is unknown.
func emojiOf(name string) string {
	if found, ok := emojis().Get(strings.Trim(name, ":")); ok && len(found.Unicode) > 0 {
		return string(found.Unicode)
	}
	return name
}

// replaceEmojis replaces the names of emojis outside code.
func (w *proseWalk) replaceEmojis() {
	if !w.hasEmojis() {
		return
	}
	for _, m := range emojiName.FindAllStringIndex(w.edits.Text, -1) {
		name := w.edits.Text[m[0]:m[1]]
		if emoji := emojiOf(name); emoji != name && !w.hasNoLinkAt(m[0]) {
			w.edits.Replace(m[0], m[1], emoji)
		}
	}
}
