package source

import (
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/yaml"
)

// hiddenStates are values of status and visibility by which other programs keep a story back.
var hiddenStates = []string{"draft", "private", "pending", "future", "scheduled", "hidden", "unlisted", "trash"}

// AsDraft is what an editor writes in place of a key that keeps a story back for as long as it stands there.
const AsDraft = "draft: true"

// WithheldBy returns what an editor writes in place of a key by which another program keeps a story from being
// published, or from everybody: AsDraft in place of draft, hidden or password, or a date in place of publishDate; empty
// if the key, or this value of it, keeps nothing back there either.
func WithheldBy(story *yaml.Node, key string, value *yaml.Node) string {
	switch strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(key)) {
	case "draft", "drafts", "isdraft", "hidden", "private", "unlisted", "headless", "password", "protected",
		"encrypted":
		if isNo(value) || isBlank(value) {
			return ""
		}
		return AsDraft
	case "published", "publish":
		if isNo(value) {
			return AsDraft
		}
		return later(story, value)
	case "build": // https://gohugo.io/content-management/build-options/
		if isNo(value.Get("render")) || isNo(value.Get("list")) {
			return AsDraft
		}
	case "status", "state", "visibility":
		if slices.Contains(hiddenStates, strings.ToLower(value.Value)) {
			return AsDraft
		}
	case "publishdate", "pubdate", "publishedat":
		return later(story, value)
	case "expirydate", "unpublishdate", "expires", "expirationdate":
		return "it as expiryDate"
	}
	return ""
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
