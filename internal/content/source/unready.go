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
// normalizePhrase writes it.
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
	// unfinishedPhrases say so as a part of a title, and bracketPhrases as one in brackets.
	unfinishedPhrases = strings.Split(`to be validated|to validate|to review|on hold|not yet published|not ready|`+
		`à valider|a valider|à relire|a relire|à vérifier|à compléter|en attente|ébauche|ebauche|interne|`+
		`pas encore publié|zu prüfen|in arbeit|in bearbeitung|noch nicht veröffentlicht|intern|por revisar|`+
		`en revisión|da rivedere|in revisione|em revisão|internal|internal only|на проверке|не готово|לבדיקה|`+
		`לא מוכן|قيد المراجعة|待审核`, "|")
	bracketPhrases = strings.Split(`coming soon|concept|`+
		`do not sell|ne pas vendre|nicht verkaufen|no vender|não vender|`+
		`nao vender|non vendere|niet verkopen|satmayın|не продавать|לא למכירה|ليس للبيع|à venir|pendiente|in attesa|pendente|interno|interna|masqué|masquée|`+
		`supprimé|supprimée|désactivé|désactivée|deleted|disabled|deaktiviert|gelöscht|ausgeblendet|desactivado|`+
		`desactivada|eliminado|eliminada|disattivato|disattivata|eliminato|eliminata|inattivo|inattiva|arquivado|`+
		`arquivada|desativado|desativada|excluído|excluída|inativo|inativa|gearchiveerd|silindi|arşivlendi|скрыто|`+
		`в архиве|удалено|מחוק|בארכיון|محذوف|مؤرشف|隐藏`, "|")
	// capitalDraftWords are words that begin or end a title in capital letters, where a script has these.
	capitalDraftWords = strings.Fields(`draft entwurf brouillon
		ébauche borrador bozza rascunho taslak qaralama черновик مسودة טיוטה
		wip unpublished offline archived archiviert archivé archivée cancelled canceled storniert annulé annulée cancelado
		cancelada annullato annullata concept`)
	bracketed = lazyregexp.New(`\([^)]*\)|\[[^\]]*\]|\{[^}]*\}`)
	// salesHeading matches headings of columns, in small letters, of what is booked or paid offline.
	salesHeading = lazyregexp.New(`pa[iy]|pag|book|r[eé]serv|buch|zahl|ticket|billet|sale|vente|ödeme|оплат|брон|` +
		`תשלום|הזמנה|دفع|حجز`)
)

// unpublishedLastWords are the last words of all that makes a title unready: a title without one of them is not.
var unpublishedLastWords = func() map[string]bool {
	all := map[string]bool{}
	for _, phrase := range slices.Concat(notPublicPhrases, offlinePhrases, unfinishedPhrases, bracketPhrases,
		capitalDraftWords,
		unpublishedTitleWords, lastWordsOfPairs) {
		all[phrase[strings.LastIndexByte(phrase, ' ')+1:]] = true
	}
	return all
}()

// maySayUnpublished reports whether a title has one of unpublishedLastWords, or has to be looked at letter by letter.
func maySayUnpublished(title string) bool {
	if !norm.NFC.IsNormalString(title) {
		return true
	}
	var word []byte
	for _, r := range title {
		switch {
		case unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r):
			word = utf8.AppendRune(word, unicode.ToLower(r))
		case strings.ContainsRune("'’\u200c", r):
		case unpublishedLastWords[string(word)]:
			return true
		default:
			word = word[:0]
		}
	}
	return unpublishedLastWords[string(word)]
}

// ignoredInPhrases are characters that comparisons of phrases ignore, such as the joiner of Persian words.
var ignoredInPhrases = strings.NewReplacer("'", "", "’", "", "\u200c", "", "\u0307", "")

// normalizePhrase returns the words of a text in small letters, with a space between two.
func normalizePhrase(text string) string {
	text = ignoredInPhrases.Replace(strings.ToLower(norm.NFC.String(text)))
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r)
	}), " ")
}

// hasPhrase reports whether whole words of a text are one of the phrases.
func hasPhrase(text string, phrases []string) bool {
	text = " " + normalizePhrase(text) + " "
	return slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(text, " "+p+" ") })
}

// CellSaysUnpublished reports whether a cell of a column that is left out says that the product is not public.
func CellSaysUnpublished(heading, text string) bool {
	return hasPhrase(text, notPublicPhrases) || !salesHeading.MatchString(strings.ToLower(heading)) &&
		slices.ContainsFunc(titleParts.Split(text, -1), func(part string) bool {
			part = normalizePhrase(part) + " "
			return slices.ContainsFunc(offlinePhrases[1:], func(phrase string) bool {
				return strings.HasPrefix(part, phrase+" ")
			})
		})
}

// toHalfWidth writes the brackets and colons of Chinese keyboards as those of others.
var toHalfWidth = strings.NewReplacer("【", "[", "】", "]", "［", "[", "］", "]", "〔", "[", "〕", "]", "「", "[", "」", "]",
	"（", "(", "）", ")", "：", ":", "｜", "|", "；", ";", "！", "!", "。", ".", "＃", "#", "／", "/")

// TitleSaysUnpublished reports whether a title says that what it names is not public: anywhere, as a part of it, or by
// a word at its begin or end that is in capital letters.
func TitleSaysUnpublished(title string) bool {
	if !maySayUnpublished(title) {
		return false
	}
	title = toHalfWidth.Replace(title)
	aside := slices.Concat(offlinePhrases, bracketPhrases)
	return hasPhrase(title, notPublicPhrases) ||
		slices.ContainsFunc(titleParts.Split(title, -1), func(part string) bool {
			part = normalizePhrase(part)
			return slices.Contains(unpublishedTitleWords, strings.ReplaceAll(part, " ", "")) ||
				slices.Contains(unfinishedPhrases, part)
		}) ||
		slices.ContainsFunc(bracketed.FindAllString(title, -1), func(part string) bool {
			return slices.Contains(aside, normalizePhrase(part))
		}) || hasCapitalDraftWord(title)
}

// hasCapitalDraftWord reports whether a title begins or ends with such a word in capital letters, or in letters of a
// script that has none. In a title that is all in capital letters, DRAFT BEER is a drink.
func hasCapitalDraftWord(title string) bool {
	words := strings.FieldsFunc(title, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) })
	return slices.ContainsFunc(slices.Concat(capitalDraftWords, offlinePhrases), func(phrase string) bool {
		n := len(strings.Fields(phrase))
		if n >= len(words) {
			return false
		}
		for _, at := range []int{0, len(words) - n} {
			edge := strings.Join(words[at:at+n], " ")
			if edge != strings.ToUpper(edge) || normalizePhrase(edge) != phrase {
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

// Parts of titles, in small letters without spaces, that say that a product is not public, and what is between
// parts.
var (
	titleParts = lazyregexp.New(`[:;.!|*#(){}\[\]/–—]|\s-+\s|^-+\s`)
	// lastWordsOfPairs are the last words of the unpublishedTitleWords that are two words in a title.
	lastWordsOfPairs      = strings.Fields(`published veröffentlicht publié publicado pubblicato publicar değil`)
	unpublishedTitleWords = strings.Fields(`draft entwurf brouillon
		borrador bozza rascunho taslak qaralama черновик مسودة טיוטה
		پیشنویس 草稿 wip unpublished notpublished nichtveröffentlicht nonpublié nopublicado nonpubblicato nãopublicado
		sinpublicar yayınlama yayındadeğil cancelled canceled cancelado cancelada annulé annulée annullato annullata
		未发布 未發布 未公开 conceptversie abgesagt storniert archived
		archiviert archivé archivée archivado archivada inactive inaktiv inactivo inactiva`)
)

// FindUnpublishedNote finds a paragraph of prose that says that all of it is not public and nothing else, and returns
// where it begins; -1 where there is none.
func FindUnpublishedNote(prose string) int {
	for at := 0; at < len(prose); {
		end := endOfParagraph(prose, at)
		if paragraph := prose[at:end]; len(paragraph) < maxNoteBytes && isUnpublishedNote(paragraph) {
			return at + len(paragraph) - len(strings.TrimLeft(paragraph, " \t\r\n"))
		}
		at = end + 1
	}
	return -1
}

// maxNoteBytes is how many bytes such a paragraph has at most.
const maxNoteBytes = 120

// isUnpublishedNote reports whether a paragraph is a word for a draft, or a phrase with at most two words more.
func isUnpublishedNote(paragraph string) bool {
	if !maySayUnpublished(paragraph) {
		return false
	}
	text := normalizePhrase(paragraph)
	return slices.Contains(unpublishedTitleWords, strings.ReplaceAll(text, " ", "")) ||
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

// warnUnpublishedTexts warns of a title, a summary or a paragraph of its own that says so of something that is shown.
func (f *file) warnUnpublishedTexts(prose catalog.Prose) {
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
		if TitleSaysUnpublished(title.Text()) {
			f.report(title.Line, title.Col, true,
				"visitors see this title, which says that it is not public: hide it with %s, or remove these "+
					"words", DraftAdvice)
		}
	}
	if summary := f.root.Get("summary"); FindUnpublishedNote(summary.Text()) >= 0 {
		f.report(summary.Line, summary.Col, true,
			"visitors see this text, which says that it is not public: hide it with %s, or remove these "+
				"words", DraftAdvice)
	}
	if at := FindUnpublishedNote(prose.Source); at >= 0 {
		line := prose.Line + strings.Count(prose.Source[:at], "\n")
		f.report(line, 1, true,
			"visitors see this paragraph, which says that it is not public: hide it with %s, or remove it", DraftAdvice)
	}
}
