package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"storefront/internal/content/source"
	"storefront/internal/core/locale"
)

// terminalIn reports whether the input is a terminal.
func terminalIn(in io.Reader) bool {
	f, ok := in.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// askMissing asks for each value that no flag sets. An empty answer selects the default in brackets; after an invalid
// answer it asks again.
func (f *initFlags) askMissing(in io.Reader, p *printer, isSet func(flag string) bool) error {
	lines := bufio.NewScanner(in)
	folderName, recognised := "the folder's name", strings.Join(locale.Recognised, " ")
	questions := []struct {
		flag, text, otherwise string // %s in a text is replaced by the languages chosen so far
		take                  func(answer string) error
	}{
		{"languages", "Languages, the default first; of " + recognised, "en,ar", func(answer string) error {
			f.choices.Languages = strings.FieldsFunc(answer, func(r rune) bool { return r == ',' || r == ' ' })
			return f.validate()
		}},
		{"name", "Name of the shop; %s", folderName, func(answer string) error {
			if f.names = nil; answer != folderName {
				f.names = splitNames(answer)
			}
			return f.validate()
		}},
		{"city", "First city; %s", "Dubai", func(answer string) error {
			f.cities = splitNames(answer)
			return f.validate()
		}},
		{"currency", "Currency", "the city's", func(answer string) error {
			if f.choices.Currency = ""; answer != "the city's" {
				f.choices.Currency = strings.ToUpper(answer)
			}
			return f.validate()
		}},
		{"layout", "Layout: " + strings.Join(source.LayoutTypes(), ", "), "default", func(answer string) error {
			f.choices.Layout = answer
			return f.validate()
		}},
	}
	for _, q := range questions {
		for !isSet(q.flag) {
			fmt.Fprintf(p.err, "%s [%s]: ", strings.ReplaceAll(q.text, "%s", f.languageNames()), q.otherwise)
			if !lines.Scan() {
				p.messagef("")
				return cmp.Or(lines.Err(), error(interrupted(nothingWritten)))
			}
			err := q.take(cmp.Or(strings.TrimSpace(lines.Text()), q.otherwise))
			if err == nil {
				break
			}
			p.messagef("%v", err)
		}
	}
	return nil
}

// languageNames lists the chosen languages by their own names: "English / العربية".
func (f *initFlags) languageNames() string {
	var names []string
	for _, code := range f.languages() {
		names = append(names, display.Self.Name(language.Make(code)))
	}
	return strings.Join(names, " / ")
}

func (f *initFlags) validate() error {
	_, err := f.shop("shop")
	return err
}

// splitNames returns the names of an answer in several languages.
func splitNames(answer string) []string { return strings.Split(answer, "/") }
