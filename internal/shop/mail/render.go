package mail

import (
	"bytes"
	"embed"
	htmltemplate "html/template"
	"regexp"
	"strings"
	texttemplate "text/template"
	"unicode"

	"storefront/internal/shop/wording"
)

//go:embed letter.html.tmpl letter.txt.tmpl
var templates embed.FS

var (
	htmlTemplate = htmltemplate.Must(htmltemplate.New("letter.html.tmpl").Funcs(htmltemplate.FuncMap{
		"lines":   func(text string) []string { return strings.Split(text, "\n") },
		"palette": func(t tone) palette { return palettes[t] },
		"css":     func(text string) htmltemplate.CSS { return htmltemplate.CSS(text) },
		"link":    link,
	}).ParseFS(templates, "letter.html.tmpl"))
	textTemplate = texttemplate.Must(texttemplate.New("letter.txt.tmpl").Funcs(texttemplate.FuncMap{
		"quoted": func(text string) string { return "> " + strings.ReplaceAll(text, "\n", "\n> ") },
		"ltr":    wording.IsolateLTR,
		"last":   func(colon string) string { return strings.TrimRight(colon, " ") }, // at the end of a line
		"under":  func(text string) string { return strings.Repeat("=", len([]rune(text))) },
	}).ParseFS(templates, "letter.txt.tmpl"))
)

// link marks telephone numbers as safe links, which html/template would refuse.
func link(address string) any {
	if number, ok := strings.CutPrefix(address, "tel:"); ok && strings.Trim(number, "+0123456789") == "" {
		return htmltemplate.URL(address)
	}
	return address
}

// palette holds the colours of a tone, and the name of the class that sets them in dark mode.
type palette struct{ Ink, Paper, Class string }

// palettes has the site's colours: ink, wash, accent and error.
var palettes = map[tone]palette{
	plainTone: {"#12262B", "#F7F8F5", "plain"},
	goodTone:  {"#0B5A6B", "#DCEBE6", "good"},
	waitTone:  {"#12262B", "#FBE7BC", "wait"},
	badTone:   {"#A6193C", "#FBE9ED", "bad"},
}

func (l *letter) html() (string, error) {
	var out bytes.Buffer
	err := htmlTemplate.Execute(&out, l)
	return l.stripIsolates(out.String()), err
}

func (l *letter) text() (string, error) {
	var out bytes.Buffer
	err := textTemplate.Execute(&out, l)
	return l.stripIsolates(emptyLines.ReplaceAllString(out.String(), "\n\n")), err
}

// emptyLines matches two empty lines and more.
var emptyLines = regexp.MustCompile(`\n{3,}`)

// stripIsolates removes the isolates of a text in one direction, so that a copied reference has no invisible
// characters.
func (l *letter) stripIsolates(text string) string {
	if l.Words.RTL || strings.ContainsFunc(text, isRightToLeft) {
		return text
	}
	return wording.WithoutIsolates(text)
}

func isRightToLeft(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana)
}
