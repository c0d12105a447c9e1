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

// Of returns the texts of a language that comes with the program, nil for any other.
func Of(kind Kind, code string) Tree {
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

// Merge returns the texts of base with those of over in their place.
func Merge(base, over Tree) Tree {
	merged := Tree{}
	for key, value := range base {
		merged[key] = value
	}
	for key, value := range over {
		below, isTree := value.(Tree)
		if known, ok := merged[key].(Tree); ok && isTree {
			value = Merge(known, below)
		}
		merged[key] = value
	}
	return merged
}

// value is the place of a value in a text, {{name}} in messages and {name} in mails.
var value = regexp.MustCompile(`\{+[^{}]*\}+`)

// InEnglish counts the texts and lists of three words and more that are those of English. Fewer words can be the same
// in two languages.
func InEnglish(kind Kind, texts Tree) int {
	english := map[string]bool{}
	eachText(Of(kind, "en"), func(text string) { english[text] = words(text) > 2 })
	n := 0
	eachText(texts, func(text string) {
		if english[text] {
			n++
		}
	})
	return n
}

// words counts the words of a text, without its values.
func words(text string) (n int) {
	for _, word := range strings.Fields(value.ReplaceAllString(text, " ")) {
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
