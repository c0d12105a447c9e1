package source

import (
	"cmp"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/content/yaml"
	"storefront/internal/lib/lazyregexp"
)

// prosePlaceholders are the placeholders, by language, that generate new writes for prose. Only a draft may have them.
var prosePlaceholders = map[string]string{"en": "To be written.", "ar": "يُكتب لاحقًا."}

// ProsePlaceholder returns the placeholder for prose in a language.
func ProsePlaceholder(language string) string {
	return cmp.Or(prosePlaceholders[language], prosePlaceholders["en"])
}

// summaryPlaceholders are the sentences, by language, that end the summaries of what generate new begins: of a product,
// and of anything else. They are as long as search engines show.
var summaryPlaceholders = map[string][2]string{
	"en": {"what visitors get, in one or two plain sentences of 70 to 160 characters; search engines show them too.",
		"what it is about, in one or two plain sentences of 70 to 160 characters; search engines show them too."},
	"ar": {"ما الذي يحصل عليه الزائر، في جملة أو جملتين من 70 إلى 160 حرفًا؛ وتعرضه محركات البحث أيضًا.",
		"الموضوع باختصار، في جملة أو جملتين من 70 إلى 160 حرفًا؛ وتعرضه محركات البحث أيضًا."},
}

// SummaryPlaceholder returns the placeholder for the summary of a product, or of other content, in a language.
func SummaryPlaceholder(ofProduct bool, language string) string {
	sentences := summaryPlaceholdersIn(language)
	if ofProduct {
		return sentences[0]
	}
	return sentences[1]
}

// IsSummaryPlaceholder reports whether a summary is as generate new begins it, in any language.
func IsSummaryPlaceholder(summary string) bool {
	for _, sentences := range summaryPlaceholders {
		if endsWithSentence(summary, sentences) {
			return true
		}
	}
	return false
}

func endsWithSentence(text string, sentences [2]string) bool {
	return slices.ContainsFunc(sentences[:], func(sentence string) bool {
		before, found := strings.CutSuffix(text, sentence)
		return found && strings.HasSuffix(before, ": ")
	})
}

func summaryPlaceholdersIn(language string) [2]string {
	return cmp.Or(summaryPlaceholders[language], summaryPlaceholders["en"])
}

// TitlePlaceholderPrefix begins the Arabic titles of what generate new begins: a slug, which has Latin letters,
// follows.
const TitlePlaceholderPrefix = "عنوان: "

var titlePlaceholder = lazyregexp.New(`^` + TitlePlaceholderPrefix + `[a-z0-9 ]+$`)

// checkPublishedText reports texts that nobody has written yet, or not in their language, of something that is shown.
func checkPublishedText(f *file, draft bool, language string, prose catalog.Prose, out *[]diag.Diagnostic) {
	if draft {
		return
	}
	checkScript(f, language, prose)
	const message = "this is a placeholder: write the text, or make this a draft again"
	if f != nil && f.root != nil {
		f.warnUnpublishedTexts(prose)
		walkScalars(f.root, func(n *yaml.Node) {
			if titlePlaceholder.MatchString(n.Value) || endsWithSentence(n.Value, summaryPlaceholdersIn(language)) {
				f.report(n.Line, n.Col, false, message)
			}
		})
	}
	text := strings.TrimSpace(prose.Source)
	if text == "" || text != ProsePlaceholder(language) {
		return
	}
	before := prose.Source[:strings.Index(prose.Source, text)]
	*out = append(*out, diag.Diagnostic{Path: prose.File, Line: prose.Line + strings.Count(before, "\n"), Col: 1,
		Message: message}.WithExcerpt())
}

func walkScalars(n *yaml.Node, do func(*yaml.Node)) {
	if n.Kind == yaml.Scalar {
		do(n)
	}
	for i := range n.Items {
		walkScalars(&n.Items[i], do)
	}
	for i := range n.Pairs {
		walkScalars(&n.Pairs[i].Value, do)
	}
}
