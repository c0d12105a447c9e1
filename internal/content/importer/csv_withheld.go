package importer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
)

// Parts of headings, in small letters, that say what a column may be, whatever else its heading says.
var (
	publishedPart = regexp.MustCompile(`status|publish|publicat|publica[cç]|pubblica|veröffentlich|sichtbarkeit|` +
		`visibilit|freigabe|freigegeben|freischalt|yayın|durum|סטטוס|פרסום`)
	internalPart  = regexp.MustCompile(`(?:^|[\s_/-])intern(?:al|e[rs]?|[oa])?(?:$|[\s_/-])`)
	withdrawnPart = regexp.MustCompile(`unpublish|unveröffentlich|hidden|deleted|discontinued|gesperrt|gelöscht|` +
		`ausgeblendet|draft|entwurf|taslak|archiv(?:ed|iert)|rascunho|borrador|טיוטה`)
)

// meaningWithin finds what a heading says of publication, also by one of its parts alone.
func meaningWithin(heading string) meaning {
	m := meaningOf(heading)
	if m != meansNothing {
		return m
	}
	heading = strings.ToLower(answers.ReplaceAllString(heading, ""))
	switch {
	case withdrawnPart.MatchString(heading):
		m = meansWithdrawn
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
	m := meaningWithin(name)
	some, all := g.sayWhetherPublic(at)
	name = strings.ToLower(strings.TrimSpace(name))
	switch {
	case m == meansPublished && some:
		return &column{name, ofProduct, false, setPublic}
	case m == meansWithdrawn && some && all:
		return &column{name, ofProduct, false, setWithdrawn}
	}
	return nil
}

// sayWhetherPublic reports whether some or all texts of a column are words of publication.
func (g grid) sayWhetherPublic(at int) (some, all bool) {
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

// setUntil makes a product a draft after a day, or where no day can be read.
func setUntil(c *cell, p *product, _ *catalog.Option, _ *catalog.Unit) {
	at, isDate := publicationDay(c.text)
	isOpen := slices.Contains(noWords, word(c.text)) || strings.Trim(c.text, "-–— ") == ""
	c.publish(p, isOpen || isDate && at.AddDate(0, 0, 1).After(c.Now), isDate)
}

// Words that keep a product back in a column of any heading, those of them that may mean something else, and parts of
// headings, in small letters, of columns that are of kinds of tours.
var (
	besides = slices.Concat(withdrawn, strings.Fields(`notpublished nichtveröffentlicht nonpublié nopublicado
		nãopublicado nonpubblicato yayındadeğil yayındandeğil aktifdeğil gizlendi iptal süresidoldu
		zurückgezogen غيرمنشور غيرنشط`))
	doubtful = strings.Fields(`private privat privé privado privada privato privata intern interne
		offline concept خاص פרטי`)
	kindsOfTours = regexp.MustCompile(`typ|tipo|tür|kind|gr[ou]+p|نوع|סוג`)
)

// withheldBesides makes a draft of a product with such a word in a column that is left out.
func (t *table) withheldBesides(p *product, g grid, record []field) {
	for i, f := range record {
		text := word(f.text)
		if i >= len(g.columns) || g.columns[i].column != nil || !slices.Contains(besides, text) {
			continue
		}
		h := g.columns[i]
		if slices.Contains(doubtful, text) {
			_, all := g.sayWhetherPublic(i)
			if !all || kindsOfTours.MatchString(strings.ToLower(h.shown)) {
				continue
			}
		}
		key := cellKey(p.slug, fmt.Sprintf("besides %d", i), "")
		if _, seen := t.seen[key]; seen {
			continue
		}
		t.seen[key] = f.text
		c := &cell{table: t, heading: h, text: strings.TrimSpace(f.text), line: f.line, col: f.col}
		p.decide(c, true)
		p.withheld = append(p.withheld, Note{Path: c.path, Line: c.line, Col: c.col, Item: p.slug, Field: c.shown,
			Value: short(c.text), Why: "the column is not known, but this may keep the product from visitors; " +
				"the product becomes a draft",
			Do: fmt.Sprintf("--map %q has the column say it; take it out if it says something else",
				h.shown+"=published")})
	}
}
