package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"storefront/internal/content/source"
	"storefront/internal/content/starter"
)

// terminalIn reports whether a person answers.
func terminalIn(in io.Reader) bool {
	f, ok := in.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// ask asks for what no flag names. An empty answer takes what stands in brackets; an answer that cannot be used is
// asked for again.
func (f *initFlags) ask(in io.Reader, p *printer, given func(flag string) bool) error {
	lines := bufio.NewScanner(in)
	folderName := "the folder's name"
	questions := []struct {
		flag, text, otherwise string
		take                  func(answer string) error
	}{
		{"lang", "Languages, the default first", "en,ar", func(answer string) error {
			f.choices.Languages = strings.FieldsFunc(answer, func(r rune) bool { return r == ',' || r == ' ' })
			return f.valid()
		}},
		{"name", "Name of the shop; English / العربية", folderName, func(answer string) (err error) {
			if answer != folderName {
				f.choices.Name, err = localized("name", halves(answer))
			}
			return cmp.Or(err, f.valid())
		}},
		{"city", "First city; English / العربية", "Dubai", func(answer string) (err error) {
			f.choices.City, err = localized("city", halves(answer))
			return cmp.Or(err, f.valid())
		}},
		{"currency", "Currency", "the city's", func(answer string) error {
			if f.choices.Currency = ""; answer != "the city's" {
				f.choices.Currency = strings.ToUpper(answer)
			}
			return f.valid()
		}},
		{"layout", "Layout: " + strings.Join(source.LayoutTypes(), ", "), "default", func(answer string) error {
			f.choices.Layout = answer
			return f.valid()
		}},
	}
	for _, q := range questions {
		for !given(q.flag) {
			fmt.Fprintf(p.err, "%s [%s]: ", q.text, q.otherwise)
			if !lines.Scan() {
				p.say("")
				return cmp.Or(lines.Err(), error(interrupted(nothingWritten)))
			}
			err := q.take(cmp.Or(strings.TrimSpace(lines.Text()), q.otherwise))
			if err == nil {
				break
			}
			p.say("%v", err)
		}
	}
	return nil
}

func (f *initFlags) valid() error {
	_, err := starter.New(f.choices, "shop")
	return err
}

// halves are the parts of an answer in two languages.
func halves(answer string) []string { return strings.Split(answer, "/") }
