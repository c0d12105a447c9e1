package source

import (
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/yaml"
	"storefront/internal/lib/suggest"
)

// hiddenStates are values of status and visibility by which other programs keep a story back, written as the keys of
// withholding are.
var hiddenStates = []string{"draft", "private", "pending", "future", "scheduled", "hidden", "unlisted", "trash",
	"trashed", "deleted", "disabled", "inactive", "unpublished", "embargoed", "review", "inreview", "wip", "inprogress",
	"todo", "internal", "members", "membersonly", "subscribers", "paid", "protected", "password", "restricted",
	"confidential", "secret", "none"}

// withholding are the keys by which Hugo, Jekyll, Eleventy, Astro, Hexo, Docusaurus, WordPress and their themes keep a
// story from readers, in small letters without hyphens, underscores and spaces. Each has a function that reports
// whether a value does so.
var withholding = func() map[string]func(*yaml.Node) bool {
	all := map[string]func(*yaml.Node) bool{"build": notBuilt, "outputs": noPage,
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
		all[key] = isNo
	}
	// Draft, hidden and private, and published, in other languages that storefronts speak.
	for _, key := range []string{"entwurf", "versteckt", "verborgen", "privat", "brouillon",
		"ébauche", "ebauche", "caché", "privé", "borrador", "oculto", "privado", "bozza", "nascosto",
		"privato", "rascunho", "taslak", "gizli", "qaralama", "черновик", "скрыто", "مسودة", "مسوّدة",
		"مخفي", "خاص", "טיוטה", "מוסתר", "پیشنویس", "草稿", "隐藏"} {
		all[key] = isForeignYes
	}
	for _, key := range []string{"veröffentlicht", "publié", "publicado", "pubblicato", "yayında", "опубликовано",
		"منشور", "פורסם", "منتشرشده", "已发布"} {
		all[key] = isForeignNo
	}
	for _, key := range []string{"status", "state", "stage", "visibility", "access", "pagestatus", "poststatus"} {
		all[key] = isHiddenState
	}
	for _, key := range []string{"type", "layout"} {
		all[key] = func(n *yaml.Node) bool { return slices.Contains(hiddenStates[:2], strings.ToLower(n.Value)) }
	}
	return all
}()

var (
	publishDates = []string{"published", "publish", "publishdate", "pubdate", "publishedat", "pubdatetime", "publishon",
		"publishedon", "publicationdate", "releasedate", "scheduled", "publisheddate", "datepublished", "publishtime",
		"publisheddatetime", "publishat", "postdate"}
	expiryDates = []string{"expirydate", "unpublishdate", "expires", "expiresat", "expireson", "expiry",
		"expirationdate"}
)

var signs = strings.NewReplacer("_", "", "-", "", " ", "")

// HugoDate returns Hugo's name of a date of a story, publishDate or expiryDate, for the names that other programs and
// themes have for it; empty for other keys.
func HugoDate(key string) string {
	switch key = signs.Replace(strings.ToLower(key)); {
	case slices.Contains(publishDates, key):
		return "publishDate"
	case slices.Contains(expiryDates, key):
		return "expiryDate"
	}
	return ""
}

// AsDraft is what an editor writes in place of a key that keeps a story back for as long as it stands there.
const AsDraft = "draft: true"

// Withholds reports whether some values of a key keep a story from readers in another program.
func Withholds(key string) bool {
	key = signs.Replace(strings.ToLower(key))
	return withholding[key] != nil || slices.Contains(publishDates, key)
}

// WithheldBy returns what an editor writes in place of a key by which another program keeps a story from being
// published, or from everybody: AsDraft in place of draft, hidden or password, or a date in place of publishDate; empty
// if the key, or this value of it, keeps nothing back there either.
func WithheldBy(story *yaml.Node, key string, value *yaml.Node) string {
	key = signs.Replace(strings.ToLower(key))
	switch withheld := withholding[key]; {
	case withheld != nil && withheld(value):
		return AsDraft
	case slices.Contains(publishDates, key):
		return later(story, value)
	case slices.Contains(expiryDates, key):
		return "it as expiryDate"
	}
	return ""
}

// isForeignYes reports whether a value does not mean no, in the languages of the words for draft.
func isForeignYes(n *yaml.Node) bool { return isYes(n) && !isForeignNo(n) }

func isForeignNo(n *yaml.Node) bool {
	return isNo(n) || n.Kind == yaml.Scalar && slices.Contains([]string{"nein", "non", "não", "hayır", "нет",
		"لا", "לא", "خیر", "否"}, strings.ToLower(n.Value))
}

func isYes(n *yaml.Node) bool { return !isNo(n) && !isBlank(n) }

func isHiddenState(n *yaml.Node) bool {
	return isNo(n) || slices.Contains(hiddenStates, signs.Replace(strings.ToLower(n.Value))) ||
		slices.ContainsFunc(n.Items, func(item yaml.Node) bool { return isHiddenState(&item) })
}

// notBuilt reports whether Hugo makes no page of a story, or lists it nowhere or only beside others of its folder:
// https://gohugo.io/content-management/build-options/.
func notBuilt(n *yaml.Node) bool {
	render, list := n.Get("render"), n.Get("list")
	return isNo(n) || isNo(render) || isNo(list) || render != nil && strings.EqualFold(render.Value, "link") ||
		list != nil && strings.EqualFold(list.Value, "local")
}

// noPage reports whether Hugo writes a story in other formats only, and not in HTML.
func noPage(n *yaml.Node) bool {
	return n.Kind == yaml.Sequence &&
		!slices.ContainsFunc(n.Items, func(item yaml.Node) bool { return strings.EqualFold(item.Value, "html") })
}

// later returns what is written in place of a date of publication that is later than the story's own.
func later(story, value *yaml.Node) string {
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

// slipOf returns the key that an unknown one is nearly, if that keeps a story back by such a value, and what an editor
// writes in its place.
func slipOf(story *yaml.Node, key string, value *yaml.Node) (nearly, write string) {
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
	return nearly, WithheldBy(story, nearly, value)
}
