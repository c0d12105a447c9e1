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

// enough is the number of letters that decide the script of a text.
const enough = 12

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
	inOwn, letters := lettersOf(title.Value, own)
	if 2*inOwn > letters {
		checkProse(f, language, prose, own)
		return
	}
	inProse, more := lettersOf(prose.Source, own)
	if inOwn, letters = inOwn+inProse, letters+more; letters >= enough && 10*inOwn < letters {
		f.at(title.Line, title.Col, true, ofOtherScript+"file of another language?", language)
	}
}

const ofOtherScript = "hardly a letter here is of the script that %q is written in: is this "

// enoughAlone is the number of letters that decide the script of prose by itself, which may be a few names.
const enoughAlone = 60

// notWords matches the parts of prose that have Latin letters in every language: parts, code, addresses and tags.
var notWords = lazyregexp.New("(?m)^[ \\t]*:{2,}.*$|(?s:```.*?(?:```|\\z))|`[^`\\n]*`|\\]\\([^)\\n]*\\)|" +
	`https?://\S+|<[^>]*>`)

// checkProse warns of prose that is hardly written in its language's script, below a title that is.
func checkProse(f *file, language string, prose catalog.Prose, own *unicode.RangeTable) {
	found := 0
	for _, r := range prose.Source {
		if unicode.Is(own, r) {
			if found++; found == enoughAlone {
				return // most prose ends here
			}
		}
	}
	words := notWords.ReplaceAllString(prose.Source, "")
	if inOwn, letters := lettersOf(words, own); letters >= enoughAlone && 10*inOwn < letters {
		f.at(prose.Line, 1, true, ofOtherScript+"prose of another language?", language)
	}
}

// lettersOf counts the letters of a text that are of a script, and all.
func lettersOf(text string, script *unicode.RangeTable) (own, all int) {
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
