package mail

import (
	"bytes"
	"embed"
	htmltemplate "html/template"
	"regexp"
	"strings"
	texttemplate "text/template"
	"unicode"

	"storefront/internal/shop/document/typeset"
)

//go:embed letter.html.tmpl letter.txt.tmpl
var templates embed.FS

var (
	htmlTemplate = htmltemplate.Must(htmltemplate.New("letter.html.tmpl").Funcs(htmltemplate.FuncMap{
		"lines": func(text string) []string { return strings.Split(text, "\n") },
		"look":  func(t tone) look { return looks[t] },
		"css":   func(text string) htmltemplate.CSS { return htmltemplate.CSS(text) },
		"link":  link,
	}).ParseFS(templates, "letter.html.tmpl"))
	textTemplate = texttemplate.Must(texttemplate.New("letter.txt.tmpl").Funcs(texttemplate.FuncMap{
		"quoted": func(text string) string { return "> " + strings.ReplaceAll(text, "\n", "\n> ") },
		"ltr":    typeset.IsolateLTR,
		"under":  func(text string) string { return strings.Repeat("=", len([]rune(text))) },
	}).ParseFS(templates, "letter.txt.tmpl"))
)

// link lets telephone numbers be links too, which html/template does not know.
func link(address string) any {
	if number, ok := strings.CutPrefix(address, "tel:"); ok && strings.Trim(number, "+0123456789") == "" {
		return htmltemplate.URL(address)
	}
	return address
}

// look is a tone's colours: on paper, and in the dark by the name of a class.
type look struct{ Ink, Paper, Class string }

// The site's colours: ink, wash, accent and error.
var looks = map[tone]look{
	plainTone: {"#12262B", "#F7F8F5", "plain"},
	goodTone:  {"#0B5A6B", "#DCEBE6", "good"},
	waitTone:  {"#12262B", "#FBE7BC", "wait"},
	badTone:   {"#A6193C", "#FBE9ED", "bad"},
}

func (l *letter) html() (string, error) {
	var out bytes.Buffer
	err := htmlTemplate.Execute(&out, l)
	return l.tidy(out.String()), err
}

func (l *letter) text() (string, error) {
	var out bytes.Buffer
	err := textTemplate.Execute(&out, l)
	return l.tidy(gaps.ReplaceAllString(out.String(), "\n\n")), err
}

// gaps are more than one empty line.
var gaps = regexp.MustCompile(`\n{3,}`)

// isolates keep values of one direction among words of the other in their place.
var isolates = strings.NewReplacer("\u2066", "", "\u2067", "", "\u2068", "", "\u2069", "")

// tidy leaves isolates out of a text that is of one direction throughout: who copies a reference copies nothing else.
func (l *letter) tidy(text string) string {
	if l.words.rtl || strings.ContainsFunc(text, rightToLeft) {
		return text
	}
	return isolates.Replace(text)
}

func rightToLeft(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana)
}
