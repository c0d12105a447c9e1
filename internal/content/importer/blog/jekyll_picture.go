package blog

import (
	"cmp"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

// Tags of plugins for pictures have the picture's address, then a link or a size, and texts:
// http://octopress.org/docs/plugins/image-tag/.
var (
	pictureTag      = lazyregexp.New(`(?i)img|image|picture|photo`)
	pictureArgument = lazyregexp.New(`(?i)(?:^|[\s"'=])([^\s"'=]+\.(?:jpe?g|png|webp|gif|svg|avif))(?:["'\s]|$)`)
	quotedText      = lazyregexp.New(`"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'`)
	escapedSign     = lazyregexp.New(`\\(.)`)
	notWords        = lazyregexp.New(`\S*/\S*|\b\d+(?:px|%)?(?:\s|$)|[\w-]+=\S*`)
)

// Texts of a tag that say how a picture looks. Classes look like a text in small letters.
var (
	sizeOrFormat = lazyregexp.New(`(?i)^$|\((?:min|max)-width\s*:|` +
		`^(?:(?:auto|[\d.]+(?:px|r?em|v[wh]|[wx])?)\b[,%\s]*)+$|` +
		`^(?:lazy|eager|async|sync|high|low|avif|gif|jpe?g|png|svg|webp|true|false|null)$`)
	oneSmallWord = lazyregexp.New(`^[a-z0-9_:/-]+$`)
	classWord    = lazyregexp.New(`^[a-z0-9]+(?:[_:/-]+[a-z0-9]+)+$`)
)

// pictureOfTag returns the picture that the arguments of a tag name.
func (b *blog) pictureOfTag(p *post, from int, rest string) string {
	at := pictureArgument.FindStringSubmatchIndex(rest)
	after := strings.TrimLeft(rest[at[3]:], `"'`)
	alt := prose.ParseAttributes(rest)["alt"]
	texts := quotedTexts(after)
	switch hasNames := strings.Contains(quotedText.ReplaceAllString(after, ""), "="); {
	case hasNames:
	case len(texts) > 0 && strings.HasPrefix(strings.TrimSpace(after), ","):
		said := altTexts(texts)
		if alt = said[0]; len(said) > 1 {
			b.noteInProse(p, from, importer.Note{Field: "alt text", Value: strings.Join(said, ", "),
				Why: "the tag has several texts; the first is taken as its alt text, the others are left out",
				Do:  "write the alt text, and the text that readers see as a caption"})
		}
		return prose.Figure(rest[at[2]:at[3]], alt, "", "")
	default:
		for _, text := range texts {
			alt = cmp.Or(text, alt) // behind the title
		}
	}
	alt = cmp.Or(alt, prose.SingleLine(strings.Trim(notWords.ReplaceAllString(after, ""), ` "'`)))
	return prose.Figure(rest[at[2]:at[3]], alt, "", "")
}

// quotedTexts returns the quoted texts among arguments.
func quotedTexts(arguments string) (all []string) {
	for _, m := range quotedText.FindAllStringSubmatch(arguments, -1) {
		all = append(all, escapedSign.ReplaceAllString(m[1]+m[2], "$1"))
	}
	return all
}

// altTexts returns the texts of an Eleventy tag that read as words, or else the first if it may be a word, or else an
// empty text: https://www.11ty.dev/docs/plugins/image/.
func altTexts(texts []string) (said []string) {
	for _, text := range texts {
		if !sizeOrFormat.MatchString(text) && !isClassNames(text) {
			said = append(said, text)
		}
	}
	switch {
	case len(said) > 0:
		return said
	case sizeOrFormat.MatchString(texts[0]):
		return []string{""}
	}
	return texts[:1]
}

// isClassNames reports whether a text reads as class names: a single lower case word, or several if half of them
// have hyphens.
func isClassNames(text string) bool {
	joined, words := 0, strings.Fields(text)
	for _, word := range words {
		if !oneSmallWord.MatchString(word) {
			return false
		}
		if classWord.MatchString(word) {
			joined++
		}
	}
	return len(words) == 1 || 2*joined >= len(words)
}
