// Package translation holds the texts of the languages that come with the program: the messages of the interface, and
// the words of mails, documents and payment pages. Content may replace single ones and add languages; English has every
// text that a language needs.
package translation

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"unicode"

	"storefront/site/locales"
)

// Tree is a part of a language's texts by key: each is a string, a list of strings, or another Tree.
type Tree = map[string]any

// A Kind is a part of a language's texts.
type Kind string

const (
	Pages Kind = "pages" // the messages of the interface
	Mails Kind = "mails" // the words of mails, documents and payment pages
)

//go:embed mails
var mails embed.FS

// JSON returns the texts of a language that comes with the program. The error is fs.ErrNotExist for any other.
func JSON(kind Kind, code string) ([]byte, error) {
	if kind == Pages {
		return fs.ReadFile(locales.Files, code+".json")
	}
	return fs.ReadFile(mails, "mails/"+code+".json")
}

// Load returns the texts of a language that comes with the program, nil for any other.
func Load(kind Kind, code string) Tree {
	data, err := JSON(kind, code)
	if err != nil {
		return nil
	}
	var t Tree
	if err := json.Unmarshal(data, &t); err != nil {
		panic(fmt.Sprintf("translation: %s of %s: %v", kind, code, err)) // a file of the program, and tested
	}
	return t
}

// Merge returns the texts of base, replaced by those of overrides.
func Merge(base, overrides Tree) Tree {
	merged := Tree{}
	for key, value := range base {
		merged[key] = value
	}
	for key, value := range overrides {
		subtree, isTree := value.(Tree)
		if known, ok := merged[key].(Tree); ok && isTree {
			value = Merge(known, subtree)
		}
		merged[key] = value
	}
	return merged
}

// placeholderPattern is the place of a value in a text, {{name}} in messages and {name} in mails.
var placeholderPattern = regexp.MustCompile(`\{+[^{}]*\}+`)

// CountEnglish counts the texts and lists of three words and more that are those of English. Fewer words can be the
// same in two languages.
func CountEnglish(kind Kind, texts Tree) int {
	english := map[string]bool{}
	eachText(Load(kind, "en"), func(text string) { english[text] = countWords(text) > 2 })
	n := 0
	eachText(texts, func(text string) {
		if english[text] {
			n++
		}
	})
	return n
}

// countWords counts the words of a text, without its values.
func countWords(text string) (n int) {
	for _, word := range strings.Fields(placeholderPattern.ReplaceAllString(text, " ")) {
		if strings.ContainsFunc(word, unicode.IsLetter) {
			n++
		}
	}
	return n
}

func eachText(t any, do func(string)) {
	switch t := t.(type) {
	case string:
		do(t)
	case []any: // of names, such as those of months, which are one text
		do(strings.TrimSpace(fmt.Sprintln(t...)))
	case Tree:
		for _, value := range t {
			eachText(value, do)
		}
	}
}
