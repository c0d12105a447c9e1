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
		for _, name := range words(b.config.Get(key)) {
			if name == "jemoji" {
				return true
			}
		}
	}
	return false
}

// emojis writes the names of emojis as what they are.
func (w *proseWalk) emojis() {
	if !w.hasEmojis() {
		return
	}
	for _, m := range emojiName.FindAllStringIndex(w.edits.Text, -1) {
		found, ok := emojis().Get(strings.Trim(w.edits.Text[m[0]:m[1]], ":"))
		if ok && len(found.Unicode) > 0 && !w.inside(m[0]) {
			w.edits.Replace(m[0], m[1], string(found.Unicode))
		}
	}
}
