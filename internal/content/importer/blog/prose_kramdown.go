package blog

import (
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

var (
	// kramdownComment matches a comment: https://kramdown.gettalong.org/syntax.html#extensions.
	kramdownComment  = lazyregexp.New(`(?s)\{::comment\b[^}]*\}.*?\{:/(?:comment)?\}`)
	kramdownUnparsed = lazyregexp.New(`\{::nomarkdown\b[^}]*\}|\{:/nomarkdown\}|\{::comment\b[^}]*/\}`)
	kramdownEnd      = lazyregexp.New(`\{:/\}`) // of whatever is open
	liquidComment    = lazyregexp.New(`(?s)\{%-?\s*#.*?%\}`)
	// nunjucksComment matches a comment of Eleventy's templates; {#name} is the id of a heading.
	nunjucksComment = lazyregexp.New(`(?s)\{#-?\s.*?#\}|\{#[^{}\s]*#\}`)
)

// removeComments removes the comments of kramdown, Nunjucks and Liquid from Markdown.
func (b *blog) removeComments(p *post, e *prose.Edits) {
	inCode := prose.CodeIn(e.Text)
	for _, form := range []*lazyregexp.Regexp{kramdownUnparsed, kramdownComment, kramdownEnd, liquidComment,
		nunjucksComment} {
		for _, m := range form.FindAllStringIndex(e.Text, -1) {
			if inCode(m[0]) || e.Covers(m[0]) {
				continue
			}
			if form == nunjucksComment {
				b.noteInProse(p, m[0], importer.Note{Field: "comment", Value: e.Text[m[0]:m[1]], Why: "it is left out"})
			}
			e.Remove(m[0], m[1])
		}
	}
}

// markdownElement matches the opening tag of an element whose content kramdown reads as Markdown:
// https://kramdown.gettalong.org/syntax.html#html-blocks.
var markdownElement = lazyregexp.New(
	`(?i)<(figure|div|section|article|aside|center|details|blockquote|header|footer|main|p)\b[^>]*?` +
		`(\s+markdown\s*=\s*["']?(?:1|block)["']?)[^>]*>`)

// closedLine matches the end of a line that closes an element.
var closedLine = lazyregexp.New(`(?im)</(?:figcaption|caption|p|div|h[1-6])>[ \t]*$`)

// separateMarkdown inserts blank lines between tags with markdown="1" and their content, which CommonMark needs to read
// it as Markdown.
func separateMarkdown(text string) *prose.Edits {
	e, inCode := &prose.Edits{Text: text}, prose.CodeIn(text)
	for _, m := range markdownElement.FindAllStringSubmatchIndex(text, -1) {
		end := prose.ClosingTag(text, m[1], text[m[2]:m[3]])
		if end < 0 || inCode(m[0]) {
			continue
		}
		blank := "\n\n"
		if margin, _ := e.ContinuationMargin(m[0], m[1]); strings.Contains(margin, ">") {
			blank = "\n" + margin + "\n" + margin
		}
		e.Remove(m[4], m[5])
		e.Replace(m[1], m[1], blank)
		inner := text[m[1]:end]
		for _, line := range closedLine.FindAllStringIndex(inner, -1) {
			e.Replace(m[1]+line[1], m[1]+line[1], "\n")
		}
		indented := commonIndent(inner)
		for at := strings.IndexByte(inner, '\n'); at >= 0 && at+1 < len(inner); {
			if at++; strings.HasPrefix(inner[at:], indented) {
				e.Replace(m[1]+at, m[1]+at+len(indented), "")
			}
			next := strings.IndexByte(inner[at:], '\n')
			if next < 0 {
				break
			}
			at += next
		}
		e.Replace(end, end, blank)
	}
	return e
}

// commonIndent returns the longest common indentation of a text's lines.
func commonIndent(text string) string {
	indent, found := "", false
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		own := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		for found && !strings.HasPrefix(own, indent) {
			indent = indent[:len(indent)-1]
		}
		if !found {
			indent, found = own, true
		}
	}
	return indent
}

// titledFence matches the opening line of a fenced block with back ticks in its title, which Octopress accepts.
var titledFence = lazyregexp.New("(?m)^([ \\t>]*(`{3,})[^`\\n]+)(`[^\\n]*)$")

// withoutFenceTitleTicks cuts the titles of fenced blocks before their back ticks. CommonMark would read the line as
// text, and all below the block as code.
func withoutFenceTitleTicks(text string) string {
	return titledFence.ReplaceAllStringFunc(text, func(line string) string {
		m := titledFence.FindStringSubmatch(line)
		if slices.Contains(prose.Backticks.FindAllString(m[3], -1), m[2]) {
			return line // code within a line
		}
		return strings.TrimRight(m[1], " ")
	})
}

// abbreviation matches the definition of an abbreviation: https://kramdown.gettalong.org/syntax.html#abbreviations.
var abbreviation = lazyregexp.New(`(?m)^ {0,3}\*\[[^\]\n]+\]:.*$`)

// footnoteAbove matches a footnote directly above a link definition. kramdown reads them as two.
var footnoteAbove = lazyregexp.New(`(?m)^( {0,3}\[\^[^\]\n]+\]:.*\n)( {0,3}\[[^\]\n^][^\]\n]*\]:)`)

// spacedDefinition matches a link definition with spaces in its address, which kramdown accepts.
var spacedDefinition = lazyregexp.New(`(?m)^ {0,3}\[[^\[\]\n^][^\[\]\n]*\]:[ \t]+((?:https?:/|\.{0,2})/[^\s<>"'()]+` +
	`(?: [^\s<>"'()]+)+)(?:[ \t]+` + linkTitle + `)?[ \t]*$`)

// kramdownDefinitions escapes the spaces in the addresses of link definitions, and separates definitions from the
// footnotes above them.
func kramdownDefinitions(text string) *prose.Edits {
	e, inCode := &prose.Edits{Text: text}, prose.CodeIn(text)
	for _, m := range spacedDefinition.FindAllStringSubmatchIndex(text, -1) {
		if !inCode(m[0]) {
			e.Replace(m[2], m[3], strings.ReplaceAll(text[m[2]:m[3]], " ", "%20"))
		}
	}
	for _, m := range footnoteAbove.FindAllStringSubmatchIndex(text, -1) {
		if !inCode(m[0]) {
			e.Replace(m[4], m[4], "\n")
		}
	}
	return e
}

var (
	// spacedAddress matches an address with spaces in it, and the title after it, up to what closes the link.
	spacedAddress = lazyregexp.New(`^\s*([^\s()<>"'](?:[^()<>"\n]|\([^()<>"\n]*\))*?[^\s<>"'])` +
		`(?:\s+(?:"([^"\n]+)"|'([^'\n]+)'))?\s*\)`)
	// addressLike matches text that is clearly an address: a path with an extension, or the beginning of an address.
	addressLike = lazyregexp.New(`^(?:\.{0,2}/|https?://|mailto:)|^[/.\w].*\.\w{2,5}$`)
)

// spacedDestination parses the destination of a link like prose.Destination, with spaces in the address. Where only
// kramdown reads the blog, plain words are an address too.
func (w *proseWalk) spacedDestination(text string, at int) (to, title string, from, until, end int, ok bool) {
	m := spacedAddress.FindStringSubmatchIndex(text[at:min(len(text), at+2000)])
	if m == nil {
		return "", "", 0, 0, 0, false
	}
	from, until, end = at+m[2], at+m[3], at+m[1]
	to = text[from:until]
	for _, i := range []int{4, 6} {
		if m[i] >= 0 {
			title = text[at+m[i] : at+m[i+1]]
		}
	}
	isWords := !w.isKramdown(w.post) && !addressLike.MatchString(to)
	return to, title, from, until, end, strings.Contains(to, " ") && !isWords
}

// isKramdown reports whether kramdown renders a post.
func (b *blog) isKramdown(p *post) bool {
	j, isJekyll := b.dialect.(*jekyll)
	engine := b.config.Get("markdown").Text()
	return isJekyll && (engine == "" || strings.EqualFold(engine, "kramdown")) && !b.isHexo() && !b.isEleventy() &&
		ending(p.file) != ".mdx" && j.isJekyllSite(b)
}

// elementLine matches a line that consists of one element, also in a quotation.
var elementLine = lazyregexp.New(`(?im)^((?: {0,3}>[ \t]?)*) {0,3}` +
	`<(?:header|footer|p|div|center)\b[^<>\n]*>.*</(?:header|footer|p|div|center)\s*>[ \t]*$`)

// beginsWords matches a line that begins with text, also in a quotation.
var beginsWords = lazyregexp.New(`^(?: {0,3}>[ \t]?)* {0,3}[^ >\t<{|]`)

// separateElements inserts blank lines around elements on lines of their own next to text, which kramdown reads as
// Markdown.
func (b *blog) separateElements(p *post, text string) *prose.Edits {
	e, inCode := &prose.Edits{Text: text}, prose.CodeIn(text)
	if !b.isKramdown(p) {
		return e
	}
	for _, m := range elementLine.FindAllStringSubmatchIndex(text, -1) {
		if inCode(m[0]) {
			continue
		}
		blank := strings.TrimRight(text[m[2]:m[3]], " \t")
		if above := max(m[0]-1, 0); beginsWords.MatchString(text[strings.LastIndexByte(text[:above], '\n')+1 : above]) {
			e.Replace(m[0], m[0], blank+"\n")
		}
		if below := min(m[1]+1, len(text)); beginsWords.MatchString(prose.LineAt(text, below)) {
			e.Replace(m[1], m[1], "\n"+blank)
		}
	}
	return e
}

// convertBackslashBreaks makes two backslashes at the end of a line a line break where kramdown renders a post.
func (b *blog) convertBackslashBreaks(p *post, text string) *prose.Edits {
	if !b.isKramdown(p) {
		return &prose.Edits{Text: text}
	}
	return prose.ConvertBackslashBreaks(text)
}

// quotedFence matches the marks of a quotation before a fence.
var quotedFence = lazyregexp.New("^ {0,3}(?:> ?)+(?:`{3}|~{3})")

// quoteCodeLines adds the marks of a quotation to lines of a fenced block in it that lack them, up to the blank line
// that ends the quotation: https://kramdown.gettalong.org/syntax.html#blockquotes.
func (b *blog) quoteCodeLines(p *post, text string) *prose.Edits {
	e, at := &prose.Edits{Text: text}, 0
	if !b.isKramdown(p) {
		return e
	}
	margin, fence, around, closes := "", "", "", false
	var lazy []int
	for line := range strings.Lines(text + "\n\n") {
		mark, isQuoted := prose.FenceOf(line), quoted.MatchString(line)
		isEnd := strings.Trim(line, " \t\r\n>`~") == ""
		switch opened := quotedFence.FindString(line); {
		case around != "":
			if !isQuoted && isEnd && strings.HasPrefix(mark, around) {
				around = ""
			}
		case fence == "" && !isQuoted && prose.OpensFence(line, mark):
			around = mark
		case strings.TrimSpace(line) == "":
			for _, start := range lazy {
				if closes {
					e.Replace(start, start, margin)
				}
			}
			fence, lazy, closes = "", nil, false
		case fence == "" && opened != "" && prose.OpensFence(line, mark):
			fence, margin = mark, strings.TrimRight(opened, "`~")
		case fence != "":
			closes = closes || isEnd && strings.HasPrefix(mark, fence)
			if !isQuoted {
				lazy = append(lazy, at)
			}
		}
		at += len(line)
	}
	return e
}

var quoted = lazyregexp.New(`^ {0,3}>`)
