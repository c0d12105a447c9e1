package source

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"storefront/internal/content/catalog"
	"storefront/internal/content/yaml"
	"storefront/internal/lib/lazyregexp"
)

// What editors write into titles and notes where a product is not public, in the languages that storefronts speak, as
// phraseOf writes it.
var (
	// notPublicPhrases say so in any place.
	notPublicPhrases = strings.Split(`do not publish|dont publish|not for publication|not to be published|`+
		`do not put online|ne pas publier|ne pas mettre en ligne|ne pas diffuser|pas à publier|`+
		`nicht veröffentlichen|nicht publizieren|nicht online stellen|nicht freischalten|no publicar|no publiquen|`+
		`no subir a la web|non pubblicare|não publicar|nao publicar|niet publiceren|niet online zetten|`+
		`yayınlamayın|yayinlamayin|yayımlamayın|не публиковать|не публикуйте|не публикуй|не выкладывать|לא לפרסם|`+
		`לא לפרסום|אין לפרסם|אל לפרסם|אל תפרסם|אל תפרסמו|لا تنشر|لا تنشروا|لا ينشر|عدم النشر|ليس للنشر|منتشر نکنید|منتشر نشود|`+
		`不要发布|请勿发布|勿发布`, "|")
	// offlinePhrases may be of maps, payments and broadcasts too.
	offlinePhrases = strings.Split(`offline|not online|not yet online|pas en ligne|pas encore en ligne|hors ligne|`+
		`nicht online|noch nicht online|no está en línea|fuera de línea|fora do ar|non online|niet online|çevrimdışı|`+
		`не на сайте|нет на сайте|לא באתר|ليس على الموقع|yayınlama|yayinlama|yayımlama`, "|")
	// unfinishedPhrases say so as a part of a title, and asidePhrases as one in brackets.
	unfinishedPhrases = strings.Split(`to be validated|to validate|to review|on hold|not yet published|not ready|`+
		`à valider|a valider|à relire|a relire|à vérifier|à compléter|en attente|ébauche|ebauche|interne|`+
		`pas encore publié|zu prüfen|in arbeit|in bearbeitung|noch nicht veröffentlicht|intern|por revisar|`+
		`en revisión|da rivedere|in revisione|em revisão|internal|internal only|на проверке|не готово|לבדיקה|`+
		`לא מוכן|قيد المراجعة|待审核`, "|")
	asidePhrases = strings.Split(`coming soon|concept|do not sell|ne pas vendre|nicht verkaufen|no vender|não vender|`+
		`nao vender|non vendere|niet verkopen|satmayın|не продавать|לא למכירה|ليس للبيع|à venir|pendiente|in attesa|pendente|interno|interna|masqué|masquée|`+
		`supprimé|supprimée|désactivé|désactivée|deleted|disabled|deaktiviert|gelöscht|ausgeblendet|desactivado|`+
		`desactivada|eliminado|eliminada|disattivato|disattivata|eliminato|eliminata|inattivo|inattiva|arquivado|`+
		`arquivada|desativado|desativada|excluído|excluída|inativo|inativa|gearchiveerd|silindi|arşivlendi|скрыто|`+
		`в архиве|удалено|מחוק|בארכיון|محذوف|مؤرشف|隐藏`, "|")
	// drafts are words that begin or end a title in capital letters, where a script has these.
	drafts = strings.Fields(`draft entwurf brouillon ébauche borrador bozza rascunho taslak qaralama черновик مسودة טיוטה
		wip unpublished offline archived archiviert archivé archivée cancelled canceled storniert annulé annulée cancelado
		cancelada annullato annullata concept`)
	bracketed = lazyregexp.New(`\([^)]*\)|\[[^\]]*\]|\{[^}]*\}`)
	// ofSales matches headings of columns, in small letters, of what is booked or paid offline.
	ofSales = lazyregexp.New(`pa[iy]|pag|book|r[eé]serv|buch|zahl|ticket|billet|sale|vente|ödeme|оплат|брон|` +
		`תשלום|הזמנה|دفع|حجز`)
)

// lastWords are the last words of all that makes a title unready: a title without one of them is not.
var lastWords = func() map[string]bool {
	all := map[string]bool{}
	for _, phrase := range slices.Concat(notPublicPhrases, offlinePhrases, unfinishedPhrases, asidePhrases, drafts,
		unready, notPublished) {
		all[phrase[strings.LastIndexByte(phrase, ' ')+1:]] = true
	}
	return all
}()

// mayBeUnready reports whether a title has one of lastWords, or has to be looked at letter by letter.
func mayBeUnready(title string) bool {
	if !norm.NFC.IsNormalString(title) {
		return true
	}
	var word []byte
	for _, r := range title {
		switch {
		case unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r):
			word = utf8.AppendRune(word, unicode.ToLower(r))
		case strings.ContainsRune("'’\u200c", r):
		case lastWords[string(word)]:
			return true
		default:
			word = word[:0]
		}
	}
	return lastWords[string(word)]
}

// joiners are characters that comparisons of phrases ignore, such as the joiner of Persian words.
var joiners = strings.NewReplacer("'", "", "’", "", "\u200c", "", "\u0307", "")

// phraseOf returns the words of a text in small letters, with a space between two.
func phraseOf(text string) string {
	text = joiners.Replace(strings.ToLower(norm.NFC.String(text)))
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r)
	}), " ")
}

// hasPhrase reports whether whole words of a text are one of the phrases.
func hasPhrase(text string, phrases []string) bool {
	text = " " + phraseOf(text) + " "
	return slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(text, " "+p+" ") })
}

// NotesUnready reports whether a cell of a column that is left out says that the product is not public.
func NotesUnready(heading, text string) bool {
	return hasPhrase(text, notPublicPhrases) || !ofSales.MatchString(strings.ToLower(heading)) &&
		slices.ContainsFunc(titleParts.Split(text, -1), func(part string) bool {
			part = phraseOf(part) + " "
			return slices.ContainsFunc(offlinePhrases[1:], func(phrase string) bool {
				return strings.HasPrefix(part, phrase+" ")
			})
		})
}

// narrow writes the brackets and colons of Chinese keyboards as those of others.
var narrow = strings.NewReplacer("【", "[", "】", "]", "［", "[", "］", "]", "〔", "[", "〕", "]", "「", "[", "」", "]",
	"（", "(", "）", ")", "：", ":", "｜", "|", "；", ";", "！", "!", "。", ".", "＃", "#", "／", "/")

// IsUnready reports whether a title says that what it names is not public: anywhere, as a part of it, or by a word at
// its begin or end that is in capital letters.
func IsUnready(title string) bool {
	if !mayBeUnready(title) {
		return false
	}
	title = narrow.Replace(title)
	aside := slices.Concat(offlinePhrases, asidePhrases)
	return hasPhrase(title, notPublicPhrases) ||
		slices.ContainsFunc(titleParts.Split(title, -1), func(part string) bool {
			part = phraseOf(part)
			return slices.Contains(unready, strings.ReplaceAll(part, " ", "")) ||
				slices.Contains(unfinishedPhrases, part)
		}) ||
		slices.ContainsFunc(bracketed.FindAllString(title, -1), func(part string) bool {
			return slices.Contains(aside, phraseOf(part))
		}) || shoutsUnready(title)
}

// shoutsUnready reports whether a title begins or ends with such a word in capital letters, or in letters of a script
// that has none. In a title that is all in capital letters, DRAFT BEER is a drink.
func shoutsUnready(title string) bool {
	words := strings.FieldsFunc(title, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) })
	return slices.ContainsFunc(slices.Concat(drafts, offlinePhrases), func(phrase string) bool {
		n := len(strings.Fields(phrase))
		if n >= len(words) {
			return false
		}
		for _, at := range []int{0, len(words) - n} {
			said := strings.Join(words[at:at+n], " ")
			if said != strings.ToUpper(said) || phraseOf(said) != phrase {
				continue
			}
			rest := strings.Join(words[:at], "") + strings.Join(words[at+n:], "")
			isAllCapital := rest == strings.ToUpper(rest) && rest != strings.ToLower(rest)
			if !isAllCapital || !slices.Contains([]string{"draft", "offline", "concept"}, phrase) {
				return true
			}
		}
		return false
	})
}

// Parts of titles, in small letters without spaces, that say that a product is not public, and what stands between
// parts.
var (
	titleParts = lazyregexp.New(`[:;.!|*#(){}\[\]/–—]|\s-+\s|^-+\s`)
	// notPublished are the last words of those of unready that are two in a title.
	notPublished = strings.Fields(`published veröffentlicht publié publicado pubblicato publicar değil`)
	unready      = strings.Fields(`draft entwurf brouillon borrador bozza rascunho taslak qaralama черновик مسودة טיוטה
		پیشنویس 草稿 wip unpublished notpublished nichtveröffentlicht nonpublié nopublicado nonpubblicato nãopublicado
		sinpublicar yayınlama yayındadeğil cancelled canceled cancelado cancelada annulé annulée annullato annullata
		未发布 未發布 未公开 conceptversie abgesagt storniert archived
		archiviert archivé archivée archivado archivada inactive inaktiv inactivo inactiva`)
)

// UnreadyParagraph finds a paragraph of prose that says that all of it is not public and nothing else, and returns
// where it begins; -1 where there is none.
func UnreadyParagraph(prose string) int {
	for at := 0; at < len(prose); {
		end := endOfParagraph(prose, at)
		if paragraph := prose[at:end]; len(paragraph) < longestNote && isNote(paragraph) {
			return at + len(paragraph) - len(strings.TrimLeft(paragraph, " \t\r\n"))
		}
		at = end + 1
	}
	return -1
}

// longestNote is how many bytes such a paragraph has at most.
const longestNote = 120

// isNote reports whether a paragraph is a word for a draft, or a phrase with at most two words more.
func isNote(paragraph string) bool {
	if !mayBeUnready(paragraph) {
		return false
	}
	text := phraseOf(paragraph)
	return slices.Contains(unready, strings.ReplaceAll(text, " ", "")) ||
		slices.ContainsFunc(notPublicPhrases, func(phrase string) bool {
			return strings.Count(text, " ") <= strings.Count(phrase, " ")+2 &&
				strings.Contains(" "+text+" ", " "+phrase+" ")
		})
}

// endOfParagraph returns the place of the line end before the next blank line, or the end.
func endOfParagraph(prose string, at int) int {
	for end := at; ; end++ {
		next := strings.IndexByte(prose[end:], '\n')
		if next < 0 {
			return len(prose)
		}
		end += next
		if line := strings.TrimLeft(prose[end+1:], " \t\r"); line == "" || line[0] == '\n' {
			return end
		}
	}
}

// checkReady warns of a title, a summary or a paragraph of its own that says so of something that is shown.
func (f *file) checkReady(prose catalog.Prose) {
	titles := []*yaml.Node{f.root.Get("title"), f.root.Get("question")}
	for _, parts := range []string{"options", "units", "extras"} {
		if all := f.root.Get(parts); all != nil {
			for i := range all.Pairs {
				part := &all.Pairs[i].Value
				if part.Kind == yaml.Mapping {
					part = part.Get("title")
				}
				titles = append(titles, part)
			}
		}
	}
	for _, title := range titles {
		if IsUnready(title.Text()) {
			f.at(title.Line, title.Col, true, "visitors read this title, which says that this is not public: %s keeps "+
				"it back; or take these words out", AsDraft)
		}
	}
	if summary := f.root.Get("summary"); UnreadyParagraph(summary.Text()) >= 0 {
		f.at(summary.Line, summary.Col, true, "visitors read this text, which says that this is not public: %s keeps "+
			"it back; or take these words out", AsDraft)
	}
	if at := UnreadyParagraph(prose.Source); at >= 0 {
		line := prose.Line + strings.Count(prose.Source[:at], "\n")
		f.at(line, 1, true, "visitors read this paragraph, which says that this is not public: %s keeps it back; or "+
			"take it out", AsDraft)
	}
}
