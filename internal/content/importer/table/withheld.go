package table

import (
	"fmt"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/importer"
	"storefront/internal/content/source"
	"storefront/internal/content/yaml"
	"storefront/internal/lib/lazyregexp"
)

// Parts of headings, in small letters, that suggest the meaning of a column, whatever the rest of its heading.
var (
	publishedPart = lazyregexp.New(`status|publish|publicat|publica[cç]|pubblica|veröffentlich|sichtbarkeit|` +
		`visibilit|freigabe|freigegeben|freischalt|yayın|durum|סטטוס|פרסום|публикац|النشر`)
	endPart = lazyregexp.New(`end(?:e|date|datum)(?:$|[^\pL])|(?:^|[^\pL])(?:` + strings.Join(endings, "|") +
		`)(?:$|[^\pL])`)
	internalPart  = lazyregexp.New(`(?:^|[\s_/-])intern(?:al|e[rs]?|[oa])?(?:$|[\s_/-])`)
	withdrawnPart = lazyregexp.New(`unpublish|unveröffentlich|hidden|deleted|discontinued|gesperrt|gelöscht|` +
		`ausgeblendet|draft|entwurf|taslak|archiv(?:ed|iert)|rascunho|borrador|טיוטה`)
)

// meaningOfHeadingPart returns the meaning of a heading, also by one of its parts alone.
func meaningOfHeadingPart(heading string) meaning {
	m := meaningOf(heading)
	if m != meansNothing {
		return m
	}
	heading = strings.ToLower(answers.ReplaceAllString(heading, ""))
	switch {
	case withdrawnPart.MatchString(heading):
		m = meansWithdrawn
	case publishedPart.MatchString(heading) && endPart.MatchString(heading):
		return meansUntil
	case publishedPart.MatchString(heading):
		m = meansPublished
	case internalPart.MatchString(heading):
		m = meansWithdrawn
	default:
		return meansNothing
	}
	if slices.ContainsFunc(strings.Fields(heading), func(word string) bool {
		return slices.Contains(negations, word)
	}) {
		return meansPublished + meansWithdrawn - m
	}
	return m
}

// columnWithin returns the column of publication that a part of its heading makes it, if some of its cells say whether
// a product is public. Where the heading says that products are withdrawn, all cells have to: others may be notes.
func (g grid) columnWithin(at int, name string) *column {
	m := meaningOfHeadingPart(name)
	some, all := g.hasPublicationWords(at)
	name = strings.ToLower(strings.TrimSpace(name))
	switch {
	case m == meansPublished && some:
		return &column{name, ofProduct, false, setPublic}
	case m == meansUntil && some:
		return &column{name, ofProduct, false, setUntil}
	case m == meansWithdrawn && some && all && !describes(name):
		return &column{name, ofProduct, false, setWithdrawn}
	}
	return nil
}

// subjects are words behind which those of headings say that a product is withheld, as siteWords are.
var subjects = strings.Fields(`tour tours product products item items page listing entry trip activity experience
	list catalog catalogue search menu flag mode version since yet admin users visitors customers guests everyone by
	at use date reason until only seit durch von vor bei nur produkt produkte reise ausflug seite liste katalog suche
	kunden gäste`)

// describes reports whether a word of a heading that withholds is about the word behind it, as in Hidden gem.
func describes(heading string) bool {
	words := wordsOf(heading)
	for i, word := range words {
		isWithheld := withdrawnPart.MatchString(word) || internalPart.MatchString(word)
		if isWithheld && i+1 < len(words) && meaningOfHeadingPart(words[i+1]) == meansNothing &&
			!slices.Contains(slices.Concat(siteWords, subjects, negations, ends), words[i+1]) {
			return true
		}
	}
	return false
}

// hasPublicationWords reports whether some or all texts of a column are words of publication.
func (g grid) hasPublicationWords(at int) (some, all bool) {
	all = true
	for _, row := range g.rows {
		if at < len(row) && strings.TrimSpace(row[at].text) != "" {
			says := saysWhetherPublic(row[at].text)
			some, all = some || says, all && says
		}
	}
	return some, all
}

// isOfPublication reports whether a column says whether products are public.
func (h heading) isOfPublication() bool { return !h.localized && publicationColumn(h.name) != nil }

// setUntil makes a product a draft after a day, or if no day can be read.
func setUntil(c *cell, p *importer.Product, _ *catalog.Option, _ *catalog.Unit) {
	at, isDate := publicationDay(c.text)
	isOpen := slices.Contains(importer.NoWords, importer.Word(c.text)) || strings.Trim(c.text, "-–— ") == ""
	c.publish(p, isOpen || isDate && at.AddDate(0, 0, 1).After(c.Now), isDate)
}

// Words that keep a product back in a column of any heading, those of them that may mean something else, and parts of
// headings, in small letters, of columns that are of kinds of tours.
var (
	besides  = slices.Concat(withdrawn, strings.Fields(`aktifdeğil gizlendi iptal süresidoldu zurückgezogen غيرنشط`))
	doubtful = strings.Fields(`private privat privé privado privada privato privata intern interne
		offline concept خاص פרטי`)
	kindsOfTours = lazyregexp.New(`typ|tipo|tür|kind|gr[ou]+p|نوع|סוג`)
)

// isWithholding reports whether a text is a word that keeps a product back, or begins with one for a draft: "Entwurf,
// noch nicht fertig".
func isWithholding(text string) bool {
	return slices.Contains(besides, importer.Word(text)) || source.SaysDraft(&yaml.Node{Kind: yaml.Scalar, Value: text})
}

// isOfPublication reports whether a column, whose heading is not known, is of publication: its heading is of the site
// alone, or a cell is a word that withholds and means nothing else. Payments are offline too.
func (g grid) isOfPublication(at int) bool {
	words := wordsOf(g.columns[at].shown)
	return !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(siteWords, word) }) ||
		slices.ContainsFunc(g.rows, func(row []field) bool {
			return at < len(row) && isWithholding(row[at].text) && !slices.Contains(doubtful,
				importer.Word(row[at].text))
		})
}

// withholdByOtherColumns makes a draft of a product with such a word in a column that is left out.
func (t *table) withholdByOtherColumns(p *importer.Product, g grid, record []field) {
	for i, f := range record {
		text := importer.Word(f.text)
		if i >= len(g.columns) || g.columns[i].column != nil {
			continue
		}
		h := g.columns[i]
		if !isWithholding(f.text) && !source.CellSaysUnpublished(h.shown, f.text) {
			continue
		}
		if text == "offline" && !g.isOfPublication(i) {
			continue
		}
		if slices.Contains(doubtful, text) {
			_, all := g.hasPublicationWords(i)
			if !all || kindsOfTours.MatchString(strings.ToLower(h.shown)) {
				continue
			}
		}
		key := cellKey(p.Slug, fmt.Sprintf("besides %d", i), "")
		if _, seen := t.seen[key]; seen {
			continue
		}
		t.seen[key] = f.text
		c := &cell{table: t, heading: h, text: strings.TrimSpace(f.text), line: f.line, col: f.col}
		p.SetPublication(c.note("", ""), true)
		p.WithdrawnBy = append(p.WithdrawnBy, importer.Note{Path: c.path, Line: c.line, Col: c.col, Item: p.Slug,
			Field: c.shown,
			Value: importer.Short(c.text),
			Why: "the column is not known, but this may keep the product from visitors; " +
				"the product becomes a draft",
			Do: h.publicationHint(i)})
	}
}

// publicationHint returns what an editor can do so that a column that is left out says whether products are public.
func (h heading) publicationHint(at int) string {
	if h.shown == "" {
		return fmt.Sprintf("give column %d a heading such as published; remove it if it means something else", at+1)
	}
	return fmt.Sprintf("use it with --map %q; remove it if it means something else", h.shown+"=published")
}

// isBelow reports whether a line that is not the first has the headings, as below a title of the table.
func (t *table) isBelow(s *sheet) bool {
	byName, _ := t.headings()
	known := func(record []field) (count int) {
		for _, f := range record {
			if _, _, ok := lookUp(byName, f.text, t.Languages); ok {
				count++
			}
		}
		return count
	}
	return len(s.rows) > 0 && known(s.header) < 2 && known(s.rows[0]) > 2
}

// noteNameless reports the columns without a heading that have texts.
func (t *table) noteNameless(s *sheet) {
	if t.isBelow(s) {
		t.Report.Refuse(importer.Note{Path: t.path, Line: s.rows[0][0].line, Col: 1,
			Why: "this line looks like the headings, which are the first line of a table",
			Do:  "remove the lines above it"})
		return
	}
	for i, f := range s.header {
		if strings.TrimSpace(f.text) != "" {
			continue
		}
		for _, row := range s.rows {
			if i < len(row) && strings.TrimSpace(row[i].text) != "" {
				t.remark(row[i], "", fmt.Sprintf("column %d has no heading; it is left out", i+1),
					fmt.Sprintf("write its heading into line %d", f.line))
				break
			}
		}
	}
}

// withholdByTitle makes a draft of a product if a title in its row, such as "DRAFT - Dunes" or "Dunes (draft)", or a
// paragraph of its description or summary says that it is not public.
func (t *table) withholdByTitle(p *importer.Product, row []*cell) {
	at := slices.IndexFunc(row, func(c *cell) bool {
		return slices.Contains(titles, c.name) && source.TitleSaysUnpublished(c.text) ||
			(c.name == "description" || c.name == "summary") && source.FindUnpublishedNote(c.text) >= 0
	})
	key := cellKey(p.Slug, "withheld by its title", "")
	if _, seen := t.seen[key]; seen || at < 0 || t.Source == exportSource {
		return
	}
	c := row[at]
	t.seen[key] = c.text
	p.SetPublication(c.note("", ""), true)
	p.WithdrawnBy = append(p.WithdrawnBy, importer.Note{Path: c.path, Line: c.line, Col: c.col, Item: p.Slug,
		Field: c.shown,
		Value: importer.Short(c.text), Why: "it means that the product is not public; the product becomes a draft",
		Do: "remove these words and draft to publish it"})
}

// titles are the columns that visitors read as titles.
var titles = []string{"title", "optionTitle", "unitTitle"}
