package table

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/core/money"
	"storefront/internal/lib/lazyregexp"
	"storefront/internal/lib/suggest"
)

// aliases are other headings of columns, folded, which spreadsheets, shops and booking systems use.
var aliases = merged(map[string]string{
	"slug": "product", "handle": "product", "urlhandle": "product", "productslug": "product",
	"name": "title", "productname": "title", "producttitle": "title", "tourname": "title", "tourtitle": "title",
	"key": "sourceId", "sku": "sourceId", "id": "sourceId", "productid": "sourceId", "productcode": "sourceId",
	"shortdescription": "summary", "excerpt": "summary", "subtitle": "summary",
	"body": "description", "text": "description", "longdescription": "description", "details": "description",
	"category": "categories", "label": "labels", "occasion": "occasions", "vendor": "supplier", "operator": "supplier",
	"image": "images", "picture": "images", "pictures": "images", "photo": "images",
	"photos":   "images",
	"imagealt": "imageAlts", "imagealttext": "imageAlts", "alttext": "imageAlts", "alttexts": "imageAlts",
	"lat": "latitude", "lng": "longitude", "lon": "longitude", "long": "longitude",
	"meetingpoint": "place", "included": "includes", "inclusions": "includes", "excluded": "excludes",
	"exclusions": "excludes", "notincluded": "excludes", "highlight": "highlights", "bring": "whatToBring",
	"times": "startTimes", "starttime": "startTimes", "days": "weekdays", "hours": "openingHours",
	"seats": "capacity", "groupsize": "maxTravellers", "adultprice": "price",
	"languages": "guideLanguages", "guidelanguage": "guideLanguages", "seotitle": "seoTitle", "metatitle": "seoTitle",
	"metadescription": "seoDescription",
}, foldedKeys(map[string]string{
	"title":          "Titel|Titre|Título|Titolo|Başlık|العنوان",
	"summary":        "Kurzbeschreibung|Description courte|Descripción corta|وصف قصير",
	"description":    "Beschreibung|Descripción|Descrizione|Descrição|Açıklama|الوصف",
	"city":           "Stadt|Ville|Ciudad|Città|Cidade|Şehir|المدينة",
	"categories":     "Kategorie|Kategorien|Catégorie|Catégories|Categoría|Categorías|Categoria|Kategori|التصنيفات",
	"images":         "Bild|Bilder|Fotos|Imágenes|Immagini|Imagens|Resimler|الصور",
	"duration":       "Dauer|Durée|Duración|Durata|Duração|Süre|المدة",
	"capacity":       "Places|Places disponibles|Nombre de places|Capacité|Plazas|Plazas disponibles|Aforo|Capacidad",
	"guideLanguages": "Sprachen|Langues|Idiomas|Lingue|Diller|اللغات",
}))

func merged(own, others map[string]string) map[string]string {
	maps.Copy(own, others)
	return own
}

// headings are the columns by their folded headings, in every language of the storefronts.
func (t *table) headings() (byName map[string]heading, names []string) {
	byName = map[string]heading{}
	for i := range columns {
		c := &columns[i]
		names = append(names, c.name)
		byName[folded(c.name)] = heading{c, t.Language, c.name, c.localized}
		for _, language := range t.Languages {
			if c.localized {
				byName[folded(c.name)+language] = heading{c, language, c.name + " " + language, false}
			}
		}
	}
	return byName, names
}

// lookUp finds the column of a heading, also by an alias.
func lookUp(byName map[string]heading, text string, languages []string) (h heading, alias, known bool) {
	name := folded(text)
	if h, known = byName[name]; known {
		return h, false, true
	}
	for _, language := range append([]string{""}, languages...) {
		if usual := aliases[strings.TrimSuffix(name, language)]; strings.HasSuffix(name, language) && usual != "" {
			if h, known = byName[folded(usual)+language]; known {
				return h, true, true
			}
		}
	}
	if c := publicationColumn(text); c != nil {
		return heading{column: c}, false, true
	}
	return lookUpWithout(byName, text, languages)
}

// lastWord matches a heading of more than one word, and the last of these: Title (Arabic), Price EUR.
var lastWord = lazyregexp.New(`^(.*[^\pL])\(?(\pL+)\)?$`)

// lookUpWithout finds the column of a heading whose last word is the name of a language, or a price's currency.
func lookUpWithout(byName map[string]heading, text string, languages []string) (h heading, alias, known bool) {
	m := lastWord.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return heading{}, false, false
	}
	if code := spoken[folded(m[2])]; code != "" {
		return lookUp(byName, m[1]+code, languages)
	}
	if _, isCurrency := money.Exponent(m[2]); isCurrency {
		h, alias, known = lookUp(byName, m[1], languages)
	}
	if !known || h.name != "price" {
		return heading{}, false, false
	}
	return h, alias, true
}

// otherHeadings returns the aliases of a column.
func otherHeadings(column string) (all []string) {
	for alias, name := range aliases {
		if name == column {
			all = append(all, alias)
		}
	}
	return all
}

// CheckColumns reports an unknown column of --map, which neither our tables nor those of the shop have.
func CheckColumns(given map[string]string, from string) error {
	for _, own := range slices.Sorted(maps.Keys(given)) {
		name := folded(given[own])
		var names []string
		known := publicationColumn(given[own]) != nil || from == "" && isReduction(name) ||
			shopKnows[from] != nil && shopKnows[from](name)
		for _, c := range columns {
			names = append(names, c.name)
			for _, name := range append(otherHeadings(c.name), folded(c.name)) {
				rest, ok := strings.CutPrefix(folded(given[own]), name)
				known = known || ok && (rest == "" || c.localized && len(rest) >= len("en"))
			}
		}
		if !known {
			return fmt.Errorf("%s=%s: %q is not a column that imports know%s", own, given[own], given[own],
				suggest.DidYouMean(given[own], names))
		}
	}
	return nil
}

// header finds the column of each heading. Unknown columns are left out, with a note each.
func (t *table) header(record []field) bool {
	byName, names := t.headings()
	mapped := t.mapped(record, byName)
	t.salePrices(record, mapped, byName)
	seen := map[string]field{}
	t.columns = make([]heading, len(record))
	take := func(i int, h heading) {
		at := importer.Note{Path: t.path, Line: record[i].line, Col: record[i].col,
			Field: strings.TrimSpace(record[i].text)}
		if _, twice := seen[h.name+" "+h.language]; twice && h.isOfPublication() { // each of them counts
			other := *h.column
			other.name = fmt.Sprintf("%s %d", h.name, i+1)
			h.column = &other
		}
		if before, twice := seen[h.name+" "+h.language]; twice {
			at.Why = fmt.Sprintf("this column appears twice; %q is the same", strings.TrimSpace(before.text))
			t.Report.Refuse(at)
			return
		}
		seen[h.name+" "+h.language] = record[i]
		h.shown = at.Field
		t.columns[i] = h
	}
	rest := []int{}
	for i, f := range record {
		if h, ok := mapped[i]; ok {
			take(i, h)
		} else if h, ok := byName[folded(f.text)]; ok {
			take(i, h)
		} else if strings.TrimSpace(f.text) != "" {
			rest = append(rest, i)
		}
	}
	for i, f := range record {
		t.columns[i].shown = strings.TrimSpace(f.text)
	}
	for _, i := range rest { // an alias gives way to the column itself
		f := record[i]
		h, _, ok := lookUp(byName, f.text, t.Languages)
		if within := t.columnWithin(i, f.text); !ok && within != nil {
			h, ok = heading{column: within}, true
		}
		switch before, twice := seen[columnKey(h, ok)]; {
		case ok && (!twice || h.isOfPublication()):
			take(i, h)
		case ok:
			t.noteColumn(f, fmt.Sprintf("this column is left out: %s is read from %q", h.name,
				strings.TrimSpace(before.text)), "")
		default:
			t.noteUnknownColumn(f, byName, names)
		}
	}
	if t.named = t.has("product"); !t.named && !t.has("title") && !t.isByID() {
		t.Report.Refuse(importer.Note{Path: t.path, Line: 1, Col: 1, Field: "product",
			Why: "this column is missing, and so is title",
			Do: "each row names its product's slug, or continues the one above; with --update a column sourceId " +
				"names products of content"})
		return false
	}
	return len(t.Report.Wrong) == 0
}

// isByID reports whether the table has some columns of products that content has, which it names by sourceId.
func (t *table) isByID() bool {
	return t.Update && !t.has("product") && !t.has("title") && t.has("sourceId")
}

// languageAtEnd is a heading with the code of a language behind it: Title (en), title_en.
var languageAtEnd = lazyregexp.New(`^(.*[^\pL])\(?([A-Za-z]{2})\)?$`)

// otherLanguage returns the language that a heading of texts names, if no storefront has it.
func (t *table) otherLanguage(byName map[string]heading, text string) string {
	m := languageAtEnd.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil || !isLanguageCode(strings.ToLower(m[2])) {
		return ""
	}
	if h, _, known := lookUp(byName, m[1], t.Languages); !known || !h.localized {
		return ""
	}
	return strings.ToLower(m[2])
}

// has reports whether the table has a column.
func (t *table) has(name string) bool {
	return slices.ContainsFunc(t.columns, func(h heading) bool { return h.column != nil && h.name == name })
}

// noteUnknownColumn reports a heading that no column has.
func (t *table) noteUnknownColumn(f field, byName map[string]heading, names []string) {
	text := strings.TrimSpace(f.text)
	language := t.otherLanguage(byName, f.text)
	switch {
	case isReduction(f.text) && t.has("price"):
		t.noteColumn(f, "this column is left out: "+t.priceColumnsText(), "remove the columns of other prices")
	case language != "":
		t.noteColumn(f, fmt.Sprintf("this column is left out: no storefront is in the language %q", language),
			"add the language to a deployment to import its texts")
	default:
		t.noteColumn(f, "there is no such column; it is left out"+suggest.DidYouMean(text, names),
			fmt.Sprintf("name its column with --map %q", text+"=…"))
	}
}

func (t *table) noteColumn(f field, why, do string) {
	t.Report.Note(importer.Note{Path: t.path, Line: f.line, Col: f.col, Field: strings.TrimSpace(f.text), Why: why,
		Do: do})
}

func columnKey(h heading, ok bool) string {
	if !ok {
		return ""
	}
	return h.name + " " + h.language
}

// mapped finds the headings that --map names, by their places in the header.
func (t *table) mapped(record []field, byName map[string]heading) map[int]heading {
	found := map[int]heading{}
	var shown, absent []string
	for _, f := range record {
		shown = append(shown, strings.TrimSpace(f.text))
	}
	for _, own := range slices.Sorted(maps.Keys(t.Columns)) {
		at := slices.IndexFunc(shown, func(s string) bool { return folded(s) == folded(own) })
		h, _, known := lookUp(byName, t.Columns[own], t.Languages)
		switch {
		case at < 0:
			absent = append(absent, own)
		case t.Shop == "" && isReduction(t.Columns[own]): // salePrices finds it
		case !known:
			t.Report.Refuse(importer.Note{Path: t.path, Line: 1, Col: 1, Field: "--map " + own + "=" + t.Columns[own],
				Why: "no storefront is in this language; languages are " + strings.Join(t.Languages, ", ")})
		default:
			found[at] = h
		}
	}
	t.reportAbsent(absent, shown)
	return found
}

// reportAbsent reports columns that --map names and the table lacks. A table that updates products may have some of the
// columns of another.
func (t *table) reportAbsent(absent, shown []string) {
	n := importer.Note{Path: t.path, Line: 1, Col: 1}
	switch len(absent) {
	case 0:
		return
	case 1:
		n.Field = "--map " + absent[0] + "=" + t.Columns[absent[0]]
		n.Why = fmt.Sprintf("the table has no column %q", absent[0]) + suggest.DidYouMean(absent[0], shown)
	default:
		var names []string
		for _, own := range absent {
			name := strconv.Quote(own)
			if meant := suggest.DidYouMean(own, shown); meant != "" {
				name += " (" + strings.TrimPrefix(meant, "; ") + ")"
			}
			names = append(names, name)
		}
		n.Field, n.Why = "--map", "the table has no columns "+strings.Join(names, ", ")
	}
	if t.Update {
		t.Report.Note(n)
		return
	}
	t.Report.Refuse(n)
}
