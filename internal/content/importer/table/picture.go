package table

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"storefront/internal/content/importer"
	"storefront/internal/lib/lazyregexp"
	"storefront/internal/picture"
)

// mostPictures is how many pictures of a product are fetched: a table is not a way to copy a whole library.
const mostPictures = 30

// betweenPictures match separators of pictures in one text. Names may have spaces.
var betweenPictures = []*lazyregexp.Regexp{lazyregexp.New(`\s*[,;]\s*`), lazyregexp.New(`\s*[,;\s]\s*`)}

// images imports the pictures of a product: of media, of files beside the table, or of addresses.
func (t *table) images(p *importer.Product) {
	c := t.partCells[p]["images"]
	if c == nil {
		return
	}
	before := p.Facts.Images
	p.Facts.Images = nil
	alts := map[string][]string{}
	names := c.listSplitBy(t.isPicture, betweenPictures...)
	for _, language := range t.Languages {
		if texts := t.partCells[p]["imageAlts "+language]; texts != nil {
			alts[language] = texts.entries()
			if len(alts[language]) > len(names) {
				texts.wrong("there are %d of these for %d in images; write one for each, in the same order",
					len(alts[language]), len(names))
			}
		}
	}
	for i, name := range names {
		if i == mostPictures {
			t.Report.Note(importer.Note{Path: c.path, Line: c.line, Col: c.col, Field: c.shown, Value: p.Slug,
				Why: "a product has too many pictures; those after the 30th are left out"})
			break
		}
		file, ok := t.image(c, p, name, before)
		if !ok || slices.Contains(p.Facts.Images, file) {
			continue
		}
		p.Facts.Images = append(p.Facts.Images, file)
		for _, language := range t.Languages {
			text := nth(alts[language], i)
			t.compareAlt(t.partCells[p]["imageAlts "+language], file, text)
			if text != "" {
				t.Pictures.SetMissingAlt(file, language, text)
			}
			if text == "" && p.Texts[language] != nil {
				text = p.Texts[language].Title
			}
			t.Pictures.SetAlt(file, language, text)
		}
	}
	if p.LostPicture && p.Matched {
		p.Facts.Images = before
	}
}

// compareAlt counts alt texts of the table that differ from those of media, also from a row above.
func (t *table) compareAlt(c *cell, file, text string) {
	if text = strings.Join(strings.Fields(text), " "); c == nil || text == "" {
		return
	}
	before := t.Pictures.Alts[file][c.language]
	if there := t.Library.Pictures[file]; there != nil {
		before = cmp.Or(there.Alt[c.language], before)
	}
	if before == "" || before == text {
		return
	}
	if t.otherAlts++; t.otherAlts == 1 {
		t.otherAlt = importer.Note{Path: c.path, Line: c.line, Col: c.col, Field: c.shown, Value: text,
			Do: "write it into media/" + c.language + ".yaml"}
	}
}

// noteAlts reports once that media keeps its alt texts.
func (t *table) noteAlts() {
	switch n := t.otherAlt; t.otherAlts {
	case 0:
	case 1:
		n.Why = "media has another alt text of this picture, which stays"
		t.Report.Note(n)
	default:
		n.Why = fmt.Sprintf("media has other alt texts of %d pictures and languages, which stay; this is the first",
			t.otherAlts)
		t.Report.Note(n)
	}
}

// image brings in one picture, and returns its name in media. ok is false if it was left out. before are the pictures
// that the product has of an earlier import, which stay what their names were then.
func (t *table) image(c *cell, p *importer.Product, name string, before []string) (file string, ok bool) {
	name = t.storedSpelling(name)
	u, isMedia := webAddress(name), t.Library.Pictures[name] != nil
	if isMedia && (u != nil || slices.Contains(before, name)) {
		return name, true
	}
	note := importer.Note{Path: c.path, Line: c.line, Col: c.col, Field: c.shown, Value: name}
	var err error
	if u != nil {
		file, err = t.Pictures.Fetch(u, p.Slug)
		if err != nil {
			note.Why, note.Do = "the picture is left out: "+err.Error(), importer.RemedyOf(err, "add it to images")
			t.Report.Note(note)
			p.LostPicture = true
			return "", false
		}
		return file, true
	}
	file, err = t.importFileBesideTable(p, name, before)
	switch {
	case errors.Is(err, errNotBeside) && t.pictureOfEarlierImport(p, name, before) != "":
		return t.pictureOfEarlierImport(p, name, before), true
	case errors.Is(err, errNotBeside) && isMedia:
		return name, true
	case errors.Is(err, errNotBeside):
		c.wrong("%q: %v%s", importer.Short(name), err, t.similarPictureHint(name))
	case err != nil:
		c.wrong("%q: %v; %s", importer.Short(name), err, importer.RemedyOf(err, "add it to images"))
	case isMedia && file != name && !slices.Contains(before, file):
		note.Why = "media has another picture of this name; the file beside the table is used"
		note.Do = "remove it to use that of media"
		t.Report.Note(note)
	}
	return file, err == nil
}

// pictureOfEarlierImport returns the picture of an earlier import that was a file of a name beside the table; "" if
// there is none.
func (t *table) pictureOfEarlierImport(p *importer.Product, name string, before []string) string {
	base := path.Base(strings.ReplaceAll(name, "\\", "/"))
	for _, slug := range []string{p.Slug, t.slugs[p]} {
		stem := importer.PictureStem(importer.PictureName(slug, base))
		for _, file := range before {
			is := strings.TrimSuffix(file, path.Ext(file))
			if t.Library.Pictures[file] != nil && (is == stem || isNumbered(is, stem)) {
				return file
			}
		}
	}
	return ""
}

// isNumbered reports whether a name is a stem with a checksum behind it. An import adds the checksum if media has
// another picture by the name.
func isNumbered(name, stem string) bool {
	sum, ok := strings.CutPrefix(name, stem+"-")
	return ok && len(sum) == 8 && strings.Trim(sum, "0123456789abcdef") == ""
}

// storedSpelling returns a name as media or a file beside the table spells it: a Mac writes marks beside their letters.
func (t *table) storedSpelling(name string) string {
	for _, form := range []string{name, norm.NFC.String(name), norm.NFD.String(name)} {
		file := filepath.FromSlash(form)
		if t.Library.Pictures[form] != nil {
			return form
		}
		if _, err := os.Stat(filepath.Join(filepath.Dir(t.path), file)); filepath.IsLocal(file) && err == nil {
			return form
		}
	}
	return name
}

// webAddress returns a name as an address of the web; nil if it is none.
func webAddress(name string) *url.URL {
	if u, err := url.Parse(name); err == nil && u.Host != "" {
		return u
	}
	return nil
}

// isPicture reports whether a name is that of a picture of media or beside the table, or an address.
func (t *table) isPicture(name string) bool {
	name = t.storedSpelling(name)
	info, err := os.Stat(filepath.Join(filepath.Dir(t.path), filepath.FromSlash(name)))
	return t.Library.Pictures[name] != nil || webAddress(name) != nil ||
		filepath.IsLocal(name) && err == nil && info.Mode().IsRegular()
}

// similarPictureHint suggests the picture of media or beside the table with a name that differs only in folder and
// case.
func (t *table) similarPictureHint(name string) string {
	base := path.Base(strings.ReplaceAll(name, "\\", "/"))
	names := slices.Sorted(maps.Keys(t.Library.Pictures))
	entries, _ := os.ReadDir(filepath.Dir(t.path)) // without them, pictures are those of media
	for _, e := range entries {
		names = append(names, e.Name())
	}
	for _, known := range names {
		if strings.EqualFold(known, base) {
			return fmt.Sprintf("; did you mean %q?", known)
		}
	}
	if strings.ContainsAny(name, ",;") {
		return "; separate several with |"
	}
	return ""
}

var errNotBeside = errors.New("there is no such picture, neither in media nor beside the table")

// importFileBesideTable imports a file of the table's folder. Nothing outside it is read. A file that media has keeps
// its name there.
func (t *table) importFileBesideTable(p *importer.Product, name string, before []string) (string, error) {
	root, err := os.OpenRoot(filepath.Dir(t.path))
	if err != nil {
		return "", err
	}
	defer func() { _ = root.Close() }()
	name = filepath.FromSlash(strings.ReplaceAll(name, "\\", "/"))
	info, err := root.Stat(name)
	switch {
	case err != nil || !info.Mode().IsRegular():
		return "", errNotBeside
	case info.Size() > picture.MaxSourceBytes:
		return "", importer.ErrPictureSize
	}
	data, err := root.ReadFile(name)
	if err != nil {
		return "", errNotBeside
	}
	for _, file := range append(slices.Clone(before), filepath.ToSlash(name)) {
		if t.Library.Pictures[file] == nil {
			continue
		}
		if there, err := os.ReadFile(filepath.Join(t.Content, "media", file)); err == nil && bytes.Equal(there, data) {
			return file, nil
		}
	}
	return t.Pictures.Add(data, importer.PictureName(p.Slug, filepath.Base(name)))
}
