package source

import (
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/yaml"
	"storefront/internal/lib/lazyregexp"
	"storefront/internal/lib/suggest"
)

// DraftWords returns the words for a draft, and for what is withdrawn, in the languages that storefronts speak, written
// as the keys of withholding are.
func DraftWords() []string { return slices.Clone(draftWords) }

// hiddenStates are values of status and visibility by which other programs keep a story back, written as the keys of
// withholding are.
var hiddenStates = append(strings.Fields(`draft private pending future scheduled hidden trash trashed deleted
	disabled inactive unpublished embargoed review inreview wip inprogress todo internal members membersonly subscribers
	paid protected password restricted confidential secret none archive archived offline suspended paused onhold blocked
	invisible withdrawn rejected expired notpublished notpublic notready unfinished concept
	ausstehend geplant inbearbeitung inprüfung inarbeit gesperrt privée cachée enattente programmé programmée
	enrevision pendiente programado programada enrevisión inattesa programmato programmata inrevisione pendente
	agendado agendada emrevisão beklemede planlandı incelemede özel kapalı`), draftStates...)

// draftStates are such values whatever the key is.
var draftStates = append(strings.Fields(`unlist unlisted notpublished nichtveröffentlicht nonpublié nonpubliée nopublicado nopublicada sinpublicar nonpubblicato
	nonpubblicata nãopublicado nãopublicada naopublicado nietgepubliceerd yayındadeğil неопубликовано غيرمنشور
	לאפורסם`), draftWords...)

// draftWords are such values that keep a story back as keys too.
var draftWords = strings.Fields(`draft drafts unpublished entwurf entwürfe unveröffentlicht versteckt verborgen archiviert deaktiviert
	inaktiv gelöscht brouillon dépublié archivé archivée masqué masquée désactivé désactivée supprimé supprimée
	borrador oculto oculta archivado archivada desactivado desactivada eliminado eliminada inactivo inactiva
	bozza nascosto nascosta archiviato archiviata disattivato disattivata eliminato eliminata inattivo rascunho
	escondido escondida arquivado arquivada desativado desativada excluído excluída inativo inativa gearchiveerd
	taslak yayınlanmadı gizli arşiv arşivlendi arşivlenmiş silindi pasif qaralama черновик скрыто скрыт архив
	вархиве مسودة مسوّدة مخفي مؤرشف أرشيف محذوف טיוטה מוסתר ארכיון בארכיון נמחק پیشنویس منتشرنشده 草稿 隐藏 未发布`)

// withholdingKeys are the keys by which Hugo, Jekyll, Eleventy, Astro, Hexo, Docusaurus, WordPress and their themes
// keep a story from readers, in small letters without hyphens, underscores and spaces. Each has a function that reports
// whether a value does so.
var withholdingKeys = func() map[string]func(*yaml.Node) bool {
	all := map[string]func(*yaml.Node) bool{"build": isNotBuilt, "outputs": hasNoHTMLOutput,
		"scheduled": func(n *yaml.Node) bool { return isYes(n) && !strings.HasPrefix(n.Value, "20") }}
	for _, key := range []string{"draft", "drafts", "isdraft", "hidden", "hide", "ishidden", "private", "isprivate",
		"unlisted", "headless", "password", "passwd", "protected", "encrypt", "encrypted", "secret", "confidential",
		"internal", "restricted", "embargo", "embargoed", "unpublished", "nopublish", "wip", "inprogress", "disabled",
		"ignore", "exclude", "excluded", "trashed", "deleted", "membersonly", "subscribers", "subscribersonly",
		"paywall", "eleventyexcludefromcollections"} {
		all[key] = isYes
	}
	for _, key := range []string{"published", "ispublished", "publish", "public", "ispublic", "visible", "listed",
		"live", "online", "active", "enabled", "released", "show", "render", "output", "list", "permalink"} {
		all[key] = isNoInAnyLanguage
	}
	// Draft, hidden, private and archived, and published and visible, in other languages that storefronts speak.
	for _, key := range append(strings.Fields(`privat privé privée privado privada privato privata ébauche ebauche caché
		cachée archived خاص פרטי donotpublish dontpublish
		nichtveröffentlichen nepaspublier nopublicar nonpubblicare nãopublicar naopublicar nietpubliceren yayınlama
		непубликовать لاتنشر אללפרסם`), draftWords...) {
		if all[key] == nil {
			all[key] = isYesInAnyLanguage
		}
	}
	for _, key := range strings.Fields(`veröffentlicht öffentlich sichtbar aktiv freigegeben freigeschaltet anzeigen
		publié publiée visibles actif active affiché publicado publicada público visibles activo activa mostrar
		pubblicato pubblicata pubblico visibile attivo attiva público visível ativo ativa gepubliceerd zichtbaar actief
		yayında yayınlandı görünür aktif опубликовано видимый активен منشور مرئي ظاهر نشط פורסם מפורסם גלוי פעיל
		منتشرشده 已发布 veröffentlichen publier enligne publicar enlínea pubblicare inlinea emlinha publiceren yayınla
		публиковать насайте نشر לפרסם 发布`) {
		all[key] = isNoInAnyLanguage
	}
	for _, key := range strings.Fields(`status state stage visibility access pagestatus poststatus publishstatus
		publishingstatus publicationstatus publication workflow zustand veröffentlichung sichtbarkeit statut état
		visibilité estado visibilidad situación stato visibilità situação situacao visibilidade zichtbaarheid durum
		durumu görünürlük статус видимость الحالة حالة الظهور סטטוס מצב نمایش وضعیت 状态`) {
		all[key] = isHiddenState
	}
	for _, key := range []string{"type", "layout"} {
		all[key] = func(n *yaml.Node) bool { return slices.Contains(hiddenStates[:2], strings.ToLower(n.Value)) }
	}
	return all
}()

var (
	publishDateKeys = []string{"published", "publish", "publishdate", "pubdate", "publishedat", "pubdatetime",
		"publishon",
		"publishedon", "publicationdate", "releasedate", "scheduled", "publisheddate", "datepublished", "publishtime",
		"publisheddatetime", "publishat", "postdate", "veröffentlichenam", "veröffentlichtam", "publierle", "publiéle",
		"datedepublication", "publicarel", "fechadepublicación", "pubblicareil", "publicarem"}
	expiryDateKeys = []string{"expirydate", "unpublishdate", "expires", "expiresat", "expireson", "expiry",
		"expirationdate"}
)

// ignoredInKeys are characters that comparisons of keys and values ignore: also the joiner of Persian words, and the
// dot that small letters of a Turkish İ leave.
var ignoredInKeys = strings.NewReplacer("_", "", "-", "", " ", "", "\u200c", "", "\u0307", "")

// HugoDateKey returns Hugo's name of a date of a story, publishDate or expiryDate, for the names that other programs
// and themes have for it; empty for other keys.
func HugoDateKey(key string) string {
	switch key = ignoredInKeys.Replace(strings.ToLower(key)); {
	case slices.Contains(publishDateKeys, key):
		return "publishDate"
	case slices.Contains(expiryDateKeys, key):
		return "expiryDate"
	}
	return ""
}

// DraftAdvice is the advice about a key that withholds a story while it is there.
const DraftAdvice = "draft: true"

// IsWithholdingKey reports whether some values of a key keep a story from readers in another program.
func IsWithholdingKey(key string) bool {
	key = ignoredInKeys.Replace(strings.ToLower(key))
	return withholdingKeys[key] != nil || slices.Contains(publishDateKeys, key)
}

// WithholdingAdvice returns the advice about a key by which another program keeps a story from being
// published, or from everybody: DraftAdvice in place of draft, hidden or password, or a date in place of publishDate;
// empty if the key, or this value of it, keeps nothing back there either.
func WithholdingAdvice(story *yaml.Node, key string, value *yaml.Node) string {
	key = ignoredInKeys.Replace(strings.ToLower(key))
	switch withheld := withholdingKeys[key]; {
	case withheld != nil && withheld(value):
		return DraftAdvice
	case slices.Contains(publishDateKeys, key):
		return laterDateAdvice(story, value)
	case slices.Contains(expiryDateKeys, key):
		return "it as expiryDate"
	}
	return ""
}

// isYesInAnyLanguage reports whether a value does not mean no, in the languages of the words for draft.
func isYesInAnyLanguage(n *yaml.Node) bool { return isYes(n) && !isNoInAnyLanguage(n) }

func isNoInAnyLanguage(n *yaml.Node) bool {
	return isNo(n) || n.Kind == yaml.Scalar && slices.Contains([]string{"nein", "non", "não", "nao", "nee",
		"hayır", "hayir", "нет", "لا", "לא", "خیر", "否",
		"falsch", "faux", "falso", "onwaar", "yanlış", "ложь"}, strings.ToLower(n.Value))
}

func isYes(n *yaml.Node) bool { return !isNo(n) && !isBlank(n) }

// SaysDraft reports whether a value, or the only one of a list, is or begins with a word for a draft, or for what is
// not published, in a language that storefronts speak: "Entwurf, noch nicht fertig".
func SaysDraft(n *yaml.Node) bool {
	return n.Kind == yaml.Scalar && slices.Contains(draftStates, firstPhrase(n.Value)) ||
		len(n.Items) == 1 && SaysDraft(&n.Items[0])
}

// phraseEnd matches the end of the first phrase of a text.
var phraseEnd = lazyregexp.New(`[,;:.!(\[/–—،]|\s-\s`)

// firstPhrase returns the first phrase of a text as keys are compared.
func firstPhrase(text string) string {
	return ignoredInKeys.Replace(strings.ToLower(phraseEnd.Split(text, 2)[0]))
}

func isHiddenState(n *yaml.Node) bool {
	return isNoInAnyLanguage(n) || slices.Contains(hiddenStates, firstPhrase(n.Value)) ||
		slices.ContainsFunc(strings.Fields(n.Value), func(word string) bool {
			return slices.Contains(draftStates, firstPhrase(word))
		}) ||
		slices.ContainsFunc(n.Items, func(item yaml.Node) bool { return isHiddenState(&item) })
}

// isNotBuilt reports whether Hugo makes no page of a story, or lists it nowhere or only beside others of its folder:
// https://gohugo.io/content-management/build-options/.
func isNotBuilt(n *yaml.Node) bool {
	render, list := n.Get("render"), n.Get("list")
	return isNo(n) || isNo(render) || isNo(list) || render != nil && strings.EqualFold(render.Value, "link") ||
		list != nil && strings.EqualFold(list.Value, "local")
}

// hasNoHTMLOutput reports whether Hugo writes a story in other formats only, and not in HTML.
func hasNoHTMLOutput(n *yaml.Node) bool {
	return n.Kind == yaml.Sequence &&
		!slices.ContainsFunc(n.Items, func(item yaml.Node) bool { return strings.EqualFold(item.Value, "html") })
}

// laterDateAdvice returns the advice about a date of publication that is later than the story's own.
func laterDateAdvice(story, value *yaml.Node) string {
	var date, publish catalog.Timestamp
	if of := story.Get("date"); of != nil && date.UnmarshalText([]byte(of.Value)) == nil &&
		publish.UnmarshalText([]byte(value.Value)) == nil && publish.After(date.Time) {
		return "it as date"
	}
	return ""
}

// isNo reports whether a value means no: in YAML 1.1, which Jekyll and earlier versions of Hugo read, or in the build
// options of Hugo.
func isNo(n *yaml.Node) bool {
	return n != nil && n.Kind == yaml.Scalar &&
		slices.Contains([]string{"false", "no", "off", "n", "0", "never"}, strings.ToLower(n.Value))
}

// misspeltWithholdingKey returns the key that an unknown one is nearly, if that keeps a story back by such a value, and
// what an editor writes in its place.
func misspeltWithholdingKey(story *yaml.Node, key string, value *yaml.Node) (nearly, write string) {
	nearly = suggest.Nearest(key, []string{"draft", "hidden", "private", "unlisted", "password", "published",
		"publishDate", "expiryDate"})
	var day catalog.Timestamp
	isYesOrNo := slices.Contains([]string{"true", "yes", "on", "1"}, strings.ToLower(value.Value)) || isNo(value)
	switch {
	case nearly == "":
		return "", ""
	case nearly == "expiryDate" && day.UnmarshalText([]byte(value.Value)) != nil,
		slices.Contains([]string{"draft", "hidden", "private", "unlisted", "published"}, nearly) && !isYesOrNo:
		return "", ""
	}
	return nearly, WithholdingAdvice(story, nearly, value)
}
