package source

import (
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/yaml"
)

// hiddenStates are values of status and visibility by which other programs keep a story back.
var hiddenStates = []string{"draft", "private", "pending", "future", "scheduled", "hidden", "unlisted", "trash"}

// withheldBy returns what an editor writes in place of a key by which another program keeps a story from being
// published, such as Draft or publishDate; empty if the key, or this value of it, keeps nothing back there either.
func withheldBy(story *yaml.Node, key string, value *yaml.Node) string {
	const draft = "draft: true"
	switch strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(key)) {
	case "draft", "drafts", "isdraft", "hidden", "private", "unlisted":
		if value.Value == "false" || isBlank(value) {
			return ""
		}
		return draft
	case "published", "publish":
		if value.Value == "false" {
			return draft
		}
	case "status", "state", "visibility":
		if slices.Contains(hiddenStates, strings.ToLower(value.Value)) {
			return draft
		}
	case "publishdate", "pubdate", "publishedat":
		var date, publish catalog.Timestamp
		if of := story.Get("date"); of != nil && date.UnmarshalText([]byte(of.Value)) == nil &&
			publish.UnmarshalText([]byte(value.Value)) == nil && publish.After(date.Time) {
			return "it as date"
		}
	case "expirydate", "unpublishdate", "expires", "expirationdate":
		return "it as expiryDate"
	}
	return ""
}
