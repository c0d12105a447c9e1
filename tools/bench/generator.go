package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// generator is a compared generator, with its site in a folder of its own.
type generator interface {
	name() string
	version() string
	folder() string
	write(n int) error
	// clean moves the last output and all caches away.
	clean() error
	// build runs the generator once; rendered is the number of pages that it reports as rendered.
	build() (c cost, rendered int, err error)
	public() string
	// textFile returns the file of a product's English text.
	textFile(p *product) string
	// pagesOf returns the product's page, and a page that lists it.
	pagesOf(p *product) (page, listing string)
}

type ours struct{ dir, program, site string }

func (o ours) name() string      { return "ours" }
func (o ours) version() string   { return "" }
func (o ours) folder() string    { return o.dir }
func (o ours) write(n int) error { return writeOurs(filepath.Join(o.dir, "content"), n) }
func (o ours) clean() error      { return moveAside(o.dir, "builds") }
func (o ours) public() string    { return filepath.Join(o.dir, "builds", "public", "bench") }

func (o ours) build() (cost, int, error) {
	c, out, err := run(o.dir, nil, o.program, "build", "--json", "--site", o.site)
	if err != nil {
		return c, 0, err
	}
	var report struct{ Deployments []struct{ Rendered int } }
	if err := json.Unmarshal(out, &report); err != nil || len(report.Deployments) != 1 {
		return c, 0, fmt.Errorf("an unexpected report: %s", out)
	}
	return c, report.Deployments[0].Rendered, nil
}

func (o ours) textFile(p *product) string {
	return filepath.Join(o.dir, "content", "products", p.slug, "en.md")
}

func (o ours) pagesOf(p *product) (page, listing string) {
	city := "things-to-do-in-" + p.city.Slug
	return filepath.Join(city, p.slug), filepath.Join(city, listingPage(p))
}

// moveAside moves folders aside, to be deleted at the end: on ext4, files that are created within some minutes of the
// deletion of many others cost several times as much.
func moveAside(dir string, names ...string) error {
	for n := 0; ; n++ {
		aside := filepath.Join(dir, fmt.Sprintf("aside-%d", n))
		if _, err := os.Stat(aside); err == nil {
			continue
		}
		if err := os.Mkdir(aside, 0o755); err != nil {
			return err
		}
		for _, name := range names {
			if err := os.Rename(filepath.Join(dir, name), filepath.Join(aside, name)); err != nil &&
				!errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		return nil
	}
}

// listingPage returns the page of its city's listing with a product; both list by weight, which is the number.
func listingPage(p *product) string {
	if n := p.number/len(cities)/pageSize + 1; n > 1 {
		return fmt.Sprintf("page/%d", n)
	}
	return ""
}

// edit changes title and body of the English text, and returns a function that restores them.
func edit(g generator, p *product, mark string) (undo func() error, err error) {
	file := g.textFile(p)
	before, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	title := "title: " + quoteYAML(p.texts[0].title)
	if !strings.Contains(string(before), title) {
		return nil, fmt.Errorf("%s has another title than %s", file, title)
	}
	after := strings.Replace(string(before), title, "title: "+quoteYAML(p.texts[0].title+" "+mark), 1) + "\nEdited: " +
		mark + ".\n"
	return func() error { return os.WriteFile(file, before, 0o644) }, os.WriteFile(file, []byte(after), 0o644)
}

// change is the effect of a build after an edit.
type change struct {
	onPage, onListing bool // whether they have the new text
	pagesWithText     int  // the number of pages with the new text
	pagesWritten      int  // the number of pages with a new file
}

// inspectEdit searches the pages for the edit.
func inspectEdit(g generator, p *product, mark string, since time.Time) (change, error) {
	page, listing := g.pagesOf(p)
	var c change
	has := func(dir, text string) bool {
		data, err := os.ReadFile(filepath.Join(g.public(), dir, "index.html"))
		return err == nil && strings.Contains(string(data), text)
	}
	c.onPage, c.onListing = has(page, "Edited: "+mark), has(listing, mark)
	_, err := measureFolder(g.public(), func(path string, info os.FileInfo) {
		if !strings.HasSuffix(path, ".html") {
			return
		}
		if data, err := os.ReadFile(path); err == nil && strings.Contains(string(data), mark) {
			c.pagesWithText++
		}
		if info.ModTime().After(since) {
			c.pagesWritten++
		}
	})
	return c, err
}
