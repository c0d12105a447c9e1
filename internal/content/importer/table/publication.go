package table

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"storefront/internal/content/catalog"
	"storefront/internal/content/importer"
	"storefront/internal/content/source"
	"storefront/internal/content/yaml"
	"storefront/internal/core/payload"
	"storefront/internal/lib/lazyregexp"
	"storefront/internal/lib/suggest"
)

// public and withdrawn are folded headings of columns in which yes means that a product is public, or that it is not.
// Those of withdrawn are words of cells too. Other words that keep a post of a blog from readers are those of
// source.IsWithholdingKey.
var (
	public = strings.Fields(`published ispublished publish public ispublic visible isvisible visibility
		visibilityincatalog listed islisted live islive online isonline active isactive activated enabled isenabled released show showonsite
		showonwebsite publication publicationstatus publishstatus publishingstatus productstatus poststatus pagestatus
		publishdate publisheddate publishedat publishon publishedon publicationdate datepublished
		veröffentlicht öffentlich sichtbar sichtbarkeit aktiv aktiviert freigegeben freigeschaltet
		publié publiée visibilité actif enligne statut publicado público visibilidad activo enlínea
		pubblicato pubblico visibile visibilità attivo visível visibilidade ativo gepubliceerd zichtbaar actief
		estado enlinea mostrar publicar publicada activa stato inlinea pubblicare pubblica pubblicata mostrare mostra attiva
		situação publicar ativa anzeigen veröffentlichen afficher publier
		yayında yayınlandı yayınla göster görünür aktif durum durumu опубликовано видимый активен статус
		state stage access lifecycle status freigabe satışta publicação aufwebsite aufderwebsite
		onwebsite onthewebsite
		منشور مرئي نشط ظاهر معروض الحالة حالة פורסם מפורסם פעיל גלוי מוצג סטטוס מצב منتشرشده 已发布
		workflow zustand veröffentlichung état situación situacao zichtbaarheid görünürlük видимость الظهور visibles
		affiché نمایش وضعیت 状态 上架 是否上架 是否发布 golive livedate launch launchdate releasedate alaventa enventa
		enlaweb enweb насайте noar вродаже publicación pubblicazione публикация публикации النشر הפרסום`)
	withdrawn = slices.Concat(source.DraftWords(), strings.Fields(`isdraft hidden ishidden hide private
		isprivate unlisted inactive disabled archived offline privat caché privé suspended paused ausgesetzt
		suspendu privado privada suspendido suspendida deshabilitado privato sospeso sospesa disabilitato suspenso
		askıda concept internal internalonly intern interne interno interna deleted discontinued expired retired
		cancelled canceled gesperrt ausgeblendet pausiert abgelaufen storniert interrompu expiré annulé apagado
		apagada cancelado cancelada expirado expirada bloqueado pausado pausada annullato annullata scaduto
		silinmiş ocultar خاص ملغي داخلي נסתר פרטי מחוק לאפעיל לאמפורסם מושהה מבוטל פנימי`))
	// until are headings of the day on which a product is public no more.
	until = strings.Fields(`expirydate expires expiresat expireson expiry expirationdate unpublishdate ablaufdatum
		scadenza datascadenza datadiscadenza expiration datedexpiration dateexpiration caducidad fechadecaducidad
		vencimiento fechadevencimiento vencimento datadevencimento vervaldatum تاريخالانتهاء unpublish unpublishing
		depublish dépublication depublication dépublier despublicación despublicar despublicação`)
)

// Words of cells, in small letters without spaces.
var (
	publicWords = strings.Fields(`published publish public active online visible live listed enabled available
		enlinea publicada activa disponible inlinea pubblicata attiva disponibile ativa disponível mevcut yayınlandı
		catalog search catalog,search catalogandsearch shop
		veröffentlicht öffentlich aktiv sichtbar publié publiée actif enligne publicado público activo enlínea
		pubblicato pubblico attivo visibile visível ativo gepubliceerd actief zichtbaar
		yayında aktif görünür опубликовано منشور نشط مرئي ظاهر פורסם מפורסם פעיל גלוי מוצג
		منتشرشده فعال عمومی alaventa enventa 已发布 发布 上架 已上架 启用 公开`)
	tickMarks = strings.Fields("x ✓ ✔ ☑ ✗ ✘ ☒ • ●")
)

// Words of headings beside those of public and withdrawn, and those that negate them.
var (
	siteWords = strings.Fields(`on in the is it of for to website site web webseite homepage page online shop store
		sul sito nel al alla au del da de do du des en el la le sur auf der im a no ne from ab desde dal sitede באתר`)
	dayWords  = strings.Fields(`date day datum fecha data tarihi дата تاريخ תאריך`)
	negations = strings.Fields("not nicht non não pas לא")
	ends      = strings.Fields("until till bis hasta até fino jusqu jusque tot")
	endings   = strings.Fields(`fin fim fine finale end ends ending ende einde bitiş sonu конец окончание окончания до
		انتهاء نهاية סיום סוף`)
	answers = lazyregexp.New(`(?i)\([^)]*\)|\b(?:yes|y|ja|oui|s[iì]|s)\s*/\s*(?:no|n|nein|non)\b|sí\s*/\s*no\b`)
)

// meaning is the meaning of yes below a heading for the publication of a product.
type meaning int

const (
	meansNothing meaning = iota
	meansPublished
	meansWithdrawn
	meansUntil
)

// meaningOf returns the meaning of a heading: as a whole, or by its words if each of them is known.
func meaningOf(heading string) meaning {
	if m := meaningOfWord(folded(heading)); m != meansNothing {
		return m
	}
	words := wordsOf(heading)
	heading = strings.ToLower(answers.ReplaceAllString(heading, ""))
	found, isTurned, hasEnd := meaningOfWord(folded(heading)), false, false
	if found != meansNothing {
		return found
	}
	for i, word := range words {
		m := meaningOfWord(word)
		if internalPart.MatchString(word) && strings.Contains(heading, "status") {
			m = meansPublished // as the status says
		}
		switch {
		case slices.Contains(negations, word), word == "no" && i == 0:
			isTurned = true
		case slices.Contains(ends, word), slices.Contains(endings, word) && publishedPart.MatchString(heading):
			hasEnd = true
		case slices.Contains(dayWords, word):
		case strings.Trim(word, "0123456789") == "": // one of several
		case m == meansNothing && !slices.Contains(siteWords, word):
			return meansNothing
		default:
			found = max(found, m)
		}
	}
	switch {
	case hasEnd && found == meansPublished:
		return meansUntil
	case isTurned && found != meansNothing && found != meansUntil:
		return meansPublished + meansWithdrawn - found
	}
	return found
}

func meaningOfWord(word string) meaning {
	switch {
	case slices.Contains(public, word):
		return meansPublished
	case slices.Contains(withdrawn, word):
		return meansWithdrawn
	case slices.Contains(until, word):
		return meansUntil
	}
	return meansNothing
}

// ambiguous are headings, folded, that may mean something else too, such as a province. undecided are words of cells by
// which such a column is one of publication, beside those that withhold.
var (
	ambiguous = strings.Fields(`estado stato state stage access lifecycle מצב workflow zustand état situación
		situacao`)
	undecided = strings.Fields(`revisión agotado agotada cerrado cerrada chiuso chiusa esaurito esaurita encerrado
		esgotado staff staffonly`)
)

// wordsOf returns the words of a heading in small letters, without possible answers, such as (yes/no).
func wordsOf(heading string) []string {
	return strings.FieldsFunc(strings.ToLower(answers.ReplaceAllString(heading, "")),
		func(r rune) bool { return folded(string(r)) == "" })
}

// isAmbiguous reports whether all words of a heading that may be of publication are ambiguous.
func isAmbiguous(heading string) bool {
	isKnown := func(word string) bool { return meaningOfWord(word) == meansNothing || slices.Contains(ambiguous, word) }
	words := wordsOf(heading)
	return slices.ContainsFunc(words, func(word string) bool { return slices.Contains(ambiguous, word) }) &&
		!slices.ContainsFunc(words, func(word string) bool { return !isKnown(word) })
}

// isAboutOtherThings reports whether yes and no below an ambiguous heading are about something else, such as ramps.
func isAboutOtherThings(heading string) bool {
	return slices.ContainsFunc(wordsOf(heading), func(word string) bool {
		return slices.Contains([]string{"access", "stage", "lifecycle"}, word)
	})
}

// isAnswer reports whether a text is a yes, a no or a mark.
func isAnswer(text string) bool {
	return slices.Contains(slices.Concat(importer.YesWords, importer.NoWords, tickMarks), importer.Word(text))
}

// leaveOutProvinces takes the headings away of columns that may be of provinces: no cell of theirs has a word of
// publication. --map names them.
func (t *table) leaveOutProvinces(s *sheet) {
	for i, f := range s.header {
		if publicationColumn(f.text) == nil || !isAmbiguous(f.text) {
			continue
		}
		var sample string
		isKnown := slices.ContainsFunc(slices.Collect(maps.Keys(t.Columns)), func(own string) bool {
			return folded(own) == folded(f.text)
		})
		for _, row := range s.rows {
			if i >= len(row) || strings.TrimSpace(row[i].text) == "" {
				continue
			}
			sample = cmp.Or(sample, strings.TrimSpace(row[i].text))
			text := row[i].text
			isKnown = isKnown || saysWhetherPublic(text) && !(isAnswer(text) && isAboutOtherThings(f.text))
		}
		if isKnown {
			continue
		}
		s.header[i].text = ""
		if name := strings.TrimSpace(f.text); sample != "" {
			t.Report.Note(importer.Note{Path: t.path, Line: f.line, Col: f.col, Field: name, Value: sample,
				Why: "none of its values shows whether a product is public; the column is left out",
				Do:  fmt.Sprintf("use it with --map %q", name+"=published")})
		}
	}
}

// dayLike matches the begin of a text that may be a day, whichever.
var dayLike = lazyregexp.New(`^\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}(?:$|\s)`)

// saysWhetherPublic reports whether a text is a word that columns of publication have, or a day.
func saysWhetherPublic(text string) bool {
	return dayLike.MatchString(latin(strings.TrimSpace(text))) || isDay(text) || meansPublic(text) ||
		source.CellSaysUnpublished("", text) || withholds("status", text) ||
		slices.ContainsFunc([][]string{importer.NoWords, withdrawn, tickMarks, undecided}, func(words []string) bool {
			return slices.Contains(words, importer.Word(text))
		})
}

// publicationColumn returns the column of a heading that says whether a product is public; nil if it is none.
func publicationColumn(heading string) *column {
	name := folded(heading)
	if meaningOf(heading) == meansNothing && source.IsWithholdingKey(name) && !slices.Contains(kinds, name) {
		return &column{name, ofProduct, false, setWithheld}
	}
	if meaningOfWord(name) == meansNothing {
		name = strings.ToLower(strings.TrimSpace(heading)) // to find its words
	}
	switch meaningOf(heading) {
	case meansPublished:
		return &column{name, ofProduct, false, setPublic}
	case meansWithdrawn:
		return &column{name, ofProduct, false, setWithdrawn}
	case meansUntil:
		return &column{name, ofProduct, false, setUntil}
	}
	return nil
}

// kinds are columns of tables with the kind of a product, though keys of the same name withhold a post of a blog.
var kinds = []string{"type", "layout"}

// setPublic makes a product a draft unless the cell is known to mean yes, or is a day that has come.
func setPublic(c *cell, p *importer.Product, _ *catalog.Option, _ *catalog.Unit) {
	text := importer.Word(c.text)
	at, isDate := publicationDay(c.text)
	isPublic := meansPublic(c.text) || isDate && !at.After(c.Now)
	c.publish(p, isPublic, isDate || slices.Contains(importer.NoWords, text) || slices.Contains(withdrawn, text) ||
		withholds("status", c.text))
}

// meansPublic reports whether a text is known to mean that something is public.
func meansPublic(text string) bool {
	return slices.Contains(importer.YesWords, importer.Word(text)) || slices.Contains(publicWords, importer.Word(text))
}

// publicationDay reads a day as blogs or tables write it, also with slashes where it has one reading: no month is 15.
func publicationDay(text string) (time.Time, bool) {
	if at, ok := importer.ReadDate(text); ok {
		return at, true
	}
	for _, form := range dayForms {
		if at, err := time.Parse(form, latin(text)); err == nil {
			return at, true
		}
	}
	at, dayFirst := time.Parse("2/1/2006", latin(text))
	other, monthFirst := time.Parse("1/2/2006", latin(text))
	switch {
	case dayFirst == nil && (monthFirst != nil || at.Equal(other)):
		return at, true
	case dayFirst != nil && monthFirst == nil:
		return other, true
	}
	return time.Time{}, false
}

func isDay(text string) bool {
	_, ok := publicationDay(text)
	return ok
}

// setWithdrawn makes a product a draft unless the cell is known to mean no.
func setWithdrawn(c *cell, p *importer.Product, _ *catalog.Option, _ *catalog.Unit) {
	word := importer.Word(c.text)
	c.publish(p, slices.Contains(importer.NoWords, word), slices.Contains(importer.YesWords, word))
}

// setWithheld makes a product a draft where the cell would keep a post of a blog from readers.
func setWithheld(c *cell, p *importer.Product, _ *catalog.Option, _ *catalog.Unit) {
	at, isDate := publicationDay(c.text)
	name := strings.TrimRight(c.name, " 0123456789") // one of several of this name
	isUnclear := !isDate && dayLike.MatchString(latin(c.text))
	c.publish(p, !withholds(name, c.text) && !(isDate && at.After(c.Now)) && !isUnclear, true)
}

// withholds reports whether a key of a blog keeps a post from readers by a value.
func withholds(key, value string) bool {
	n := &yaml.Node{Kind: yaml.Scalar, Value: value}
	return source.WithholdingAdvice(&yaml.Node{}, key, n) == source.DraftAdvice
}

// setStatus reads whether a product can be booked. Other words say whether it is public.
func setStatus(c *cell, p *importer.Product, o *catalog.Option, u *catalog.Unit) {
	status := payload.ProductStatus(strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToUpper(c.text)))
	switch {
	case status.Check() == nil:
		p.Facts.Status = status
	case suggest.Nearest(string(status), status.Values()) != "":
		readEnum(c, &p.Facts.Status, c.text)
	default:
		setPublic(c, p, o, u)
	}
}

// publish records a cell's value of publication, and reports a draft with the cell's place.
func (c *cell) publish(p *importer.Product, isPublic, isClear bool) {
	p.SetPublication(c.note("", ""), !isPublic)
	if isPublic {
		return
	}
	why := "it hides the product at its source; the product becomes a draft"
	if !isClear {
		why = fmt.Sprintf("it is not known to mean that the product is public, as %s does; the product becomes a draft",
			map[bool]string{true: "no", false: "yes"}[meaningOfHeadingPart(c.name) == meansWithdrawn])
	}
	p.WithdrawnBy = append(p.WithdrawnBy, importer.Note{Path: c.path, Line: c.line, Col: c.col, Item: p.Slug,
		Field: c.shown,
		Value: importer.Short(c.text), Why: why, Do: "remove draft to publish it"})
}

// makeUnmarkedDraft makes a draft of a product whose cell is empty in a column where other products have a mark.
func (t *table) makeUnmarkedDraft(p *importer.Product) {
	for _, h := range slices.Concat(t.columns, t.otherColumns.columns) {
		if h.column == nil || meaningOfHeadingPart(h.name) != meansPublished || !t.marked[h.name] {
			continue
		}
		if _, said := t.seen[cellKey(p.Slug, h.name, h.language)]; said {
			continue
		}
		at := p.NoteFor(h.shown)
		c := &cell{table: t, heading: h, line: at.Line, col: at.Col}
		c.publish(p, false, false)
	}
}
