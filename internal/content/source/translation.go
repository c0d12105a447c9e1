package source

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"storefront/internal/content/diag"
	"storefront/internal/content/yaml"
)

// translationOf is the key of front matter with the language and the hash of the text that a translation is of.
const translationOf = "translationOf"

// notInherited are the keys of front matter that a translation has of its own or not at all.
var notInherited = []string{"draft", translationOf, "aliases", "slug"}

// TranslationState has the facts about a translation in its file.
type TranslationState struct {
	Draft bool
	// SourceLanguage is the language that it was translated from, and SourceHash the hash of that text then; empty if
	// the file names none.
	SourceLanguage, SourceHash string
}

// ReadTranslationState reads the front matter of a text. ok is false if it cannot be read.
func ReadTranslationState(path string) (t TranslationState, ok bool) {
	f, front, ok := readFrontMatter(path)
	if !ok || !f.parse(front, 2) {
		return t, false
	}
	if n := f.root.Get("draft"); n != nil {
		t.Draft = n.Value == "true"
	}
	if n := f.root.Get(translationOf); n != nil {
		t.SourceLanguage, t.SourceHash, _ = strings.Cut(n.Value, " ")
	}
	return t, true
}

func readFrontMatter(path string) (f *file, front string, ok bool) {
	if f, ok = NewReader(filepath.Dir(path)).openText(filepath.Base(path), &[]diag.Diagnostic{}); !ok {
		return nil, "", false
	}
	front, ok = f.splitFrontMatter()
	return f, front, ok
}

// TextHash returns the hash of a text, which changes if a translated part changes. It is empty if the file cannot be
// read.
func TextHash(path string) string {
	f, front, ok := readFrontMatter(path)
	if !ok {
		return ""
	}
	return f.translatedHash(front)
}

func (f *file) translatedHash(front string) string {
	sum := sha256.Sum256([]byte(f.withoutOwnKeys(front) + "---\n" + f.body))
	return hex.EncodeToString(sum[:6])
}

// BeginTranslation returns the file with which the translation of a text begins: a draft with the same keys and the
// same words, which are to be translated, and the hash of the text as it is now. It returns false if the text, which is
// a Markdown file in the language, has no front matter.
func BeginTranslation(text []byte, language string) ([]byte, bool) {
	f := &file{out: &[]diag.Diagnostic{}}
	if !f.decodeText(text) {
		return nil, false
	}
	front, ok := f.splitFrontMatter()
	if !ok {
		return nil, false
	}
	return []byte("---\ndraft: true # remove this line once everything below is translated\n" +
		translationOf + ": " + language + " " + f.translatedHash(front) +
		" # generate list untranslated says when " + language + ".md has changed since\n" +
		f.withoutOwnKeys(front) + "---\n" + f.body), true
}

// withoutOwnKeys returns front matter without the keys that translations do not inherit.
func (f *file) withoutOwnKeys(front string) string {
	if !f.parse(front, 1) || f.root.Kind != yaml.Mapping {
		return front
	}
	lines := strings.SplitAfter(front, "\n")
	var out strings.Builder
	for i := range f.root.Pairs {
		key, end := &f.root.Pairs[i].Key, len(lines)
		if i+1 < len(f.root.Pairs) {
			end = f.root.Pairs[i+1].Key.Line - 1
		}
		if !slices.Contains(notInherited, key.Value) {
			out.WriteString(strings.Join(lines[key.Line-1:end], ""))
		}
	}
	return out.String()
}

// TextFolders are the folders of content that have a text in each language, by kind of generate new.
var TextFolders = map[string]string{
	"product": "products", "city": "cities", "category": "categories", "post": "blog", "faq": "faq", "page": "pages",
	"testimonial": "testimonials",
}

// TextLanguages returns those of some languages in which a folder has a text.
func TextLanguages(folder string, languages []string) []string {
	return slices.DeleteFunc(slices.Clone(languages), func(language string) bool {
		info, err := os.Stat(filepath.Join(folder, language+".md"))
		return err != nil || info.IsDir()
	})
}
