package source

import (
	"cmp"
	"unicode"

	bcp47 "golang.org/x/text/language"

	"storefront/internal/content/catalog"
	"storefront/internal/content/yaml"
	"storefront/internal/lib/lazyregexp"
)

// scripts are the characters of the scripts that storefronts' languages are written in.
var scripts = map[string]*unicode.RangeTable{
	"Latn": unicode.Latin, "Arab": unicode.Arabic, "Cyrl": unicode.Cyrillic, "Hebr": unicode.Hebrew,
	"Hans": unicode.Han,
}

// minScriptLetters is the number of letters that decide the script of a text.
const minScriptLetters = 12

// checkScript warns of a text that is hardly written in its language's script, as that of two files whose names were
// exchanged.
func checkScript(f *file, language string, prose catalog.Prose) {
	script, _ := bcp47.Make(language).Script()
	own, known := scripts[script.String()]
	if !known || f == nil || f.root == nil {
		return
	}
	title := cmp.Or(f.root.Get("title"), f.root.Get("question"))
	if title == nil || title.Kind != yaml.Scalar {
		return
	}
	inOwn, letters := countLetters(title.Value, own)
	if 2*inOwn > letters {
		checkProse(f, language, prose, own)
		return
	}
	inProse, more := countLetters(prose.Source, own)
	if inOwn, letters = inOwn+inProse, letters+more; letters >= minScriptLetters && 10*inOwn < letters {
		f.report(title.Line, title.Col, true, otherScriptMessage+"file of another language?", language)
	}
}

const otherScriptMessage = "hardly a letter here is of the script that %q is written in: is this "

// minProseLetters is the number of letters that decide the script of prose by itself, which may be a few names.
const minProseLetters = 60

// nonProse matches the parts of prose that have Latin letters in every language: parts, code, addresses and tags.
var nonProse = lazyregexp.New("(?m)^[ \\t]*:{2,}.*$|(?s:```.*?(?:```|\\z))|`[^`\\n]*`|\\]\\([^)\\n]*\\)|" +
	`https?://\S+|<[^>]*>`)

// checkProse warns of prose that is hardly written in its language's script, below a title that is.
func checkProse(f *file, language string, prose catalog.Prose, own *unicode.RangeTable) {
	found := 0
	for _, r := range prose.Source {
		if unicode.Is(own, r) {
			if found++; found == minProseLetters {
				return // most prose ends here
			}
		}
	}
	words := nonProse.ReplaceAllString(prose.Source, "")
	if inOwn, letters := countLetters(words, own); letters >= minProseLetters && 10*inOwn < letters {
		f.report(prose.Line, 1, true, otherScriptMessage+"prose of another language?", language)
	}
}

// countLetters counts the letters of a text that are of a script, and all.
func countLetters(text string, script *unicode.RangeTable) (own, all int) {
	for _, r := range text {
		if unicode.IsLetter(r) {
			all++
			if unicode.Is(script, r) {
				own++
			}
		}
	}
	return own, all
}
