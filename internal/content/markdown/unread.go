package markdown

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"

	"storefront/internal/lib/lazyregexp"
	"storefront/internal/lib/mojibake"
)

var (
	// nearHeading matches a line that lacks the space of a heading. #Words with one sign is a word of social networks.
	nearHeading = lazyregexp.New(`^ {0,3}#{2,6}[^\s#]`)
	// nearLink matches the middle of a link with its address, from the bracket on that ends its words: an address
	// without an end or behind a space, a file, a telephone number with spaces.
	nearLink = lazyregexp.New(`^\] ?\((?:/|#|https?://|product:|mailto:|tel:|` +
		`[^\s()]+\.(?:jpe?g|png|webp|gif)\))|` +
		`^\]\((?:[^()\n]+\.(?:html?|pdf)\)|\+?[\d\s/.-]{6,}\)|\+?\d+ ?\(\d+\)[\d\s/.-]+\))`)
	// nearPicture matches the end of a picture that Markdown does not read as one: its file has a space.
	nearPicture = lazyregexp.New(`^\]\([^()\n]+\)`)
	// fullWidthLink matches a link or picture with brackets of a Chinese keyboard, or with some of it.
	fullWidthLink = lazyregexp.New(`[\[［【]([^\[\]［］【】\n]+)[\]］】] ?[(（](/[^\s()（）]*|#\pL[^\s()（）]*|` +
		`(?:https?://|product:|mailto:|tel:)[^\s()（）]+|[^\s()（）]+\.(?:jpe?g|png|webp|gif))[)）]`)
	// fullWidthHeading matches a line with the # of a Chinese keyboard, or with another space behind its # than a plain
	// one.
	fullWidthHeading = lazyregexp.New(`^ {0,3}(?:#{1,6}[\x{a0}\x{3000}]|＃{1,6}[ \t\x{a0}\x{3000}]|＃{2,6}[^\s＃])`)
	// swappedLink matches the middle of a link whose brackets are exchanged, as in (words)[/address].
	swappedLink = lazyregexp.New(`^\)\[(?:/|https?://|product:|mailto:|tel:|#\pL)[^\s\[\]]*\]`)
	// unspacedBold matches text between two pairs of asterisks without a space inside them.
	unspacedBold = lazyregexp.New("^\\*\\*([^\\s*|`](?:[^*|`\\n]*[^\\s*|`])?)\\*\\*")
	// spacedBold matches bold text with a space behind its first asterisks, up to the sign or space behind its last.
	spacedBold = lazyregexp.New("^\\*\\*[ \\t]+[^\\s*|`][^*|`\\n]*\\*\\*(?:[\\s.,;:!?)]|$)")
	// nearLists match lines that were meant as items of a list or as rows of a table. They are reported where a
	// paragraph has more than one.
	nearLists = []struct {
		line    *lazyregexp.Regexp
		message string
	}{
		{lazyregexp.New(`^ {0,3}(?:[•▪●◦‣·✓✔➤►－]\s*\S|[–—]\s)`),
			"visitors read these items in one line: one of a list begins with a hyphen and a space"},
		{lazyregexp.New(`^ {0,3}(?:[-*+]|\d{1,2}[.)])[\x{a0}\x{3000}]`),
			"visitors read these items in one line: an item's sign is followed by a plain space, not a wide or " +
				"no-break one"},
		{lazyregexp.New(`^ {0,3}(?:[٠-٩۰-۹０-９]{1,2}[.)．、）-]|\d{1,2}[．、）])[\s\x{a0}\x{3000}]*[^\p{Nd}\s]`),
			"visitors read these items in one line: a number of a list has digits from 0 to 9, a full stop and a " +
				"space, as in 1. or 2."},
		{lazyregexp.New(`^ {0,3}-[\pL*\["]`),
			"visitors read these items in one line: a hyphen of a list needs a space after it"},
		{lazyregexp.New(`^ {0,3}\d{1,2}[.)][\pL*\["]`),
			"visitors read these items in one line: a number of a list needs a space after it"},
		{lazyregexp.New(`^ {0,3}\|.*\|\s*$`),
			"visitors read this table as it is written: below its first line it has one of hyphens, |---|---|"},
	}
)

// itemSigns are signs other than those of Markdown that people write before the items of a list.
const itemSigns = "•▪●◦‣·✓✔➤►－–—"

// mayBeginList reports whether a line of a paragraph begins with what the lines of nearLists do. Most begin with
// letters.
func (w *walker) mayBeginList(n ast.Node) bool {
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		switch r := firstNonSpace(line.Value(w.source)); {
		case r < utf8.RuneSelf:
			if r == '-' || r == '|' || r == '*' || r == '+' || '0' <= r && r <= '9' {
				return true
			}
		case unicode.IsDigit(r) || strings.ContainsRune(itemSigns, r):
			return true
		}
	}
	return false
}

// firstNonSpace returns the first character of a line that is no space; 0 if there is none.
func firstNonSpace(line []byte) rune {
	for i, c := range line {
		if c >= utf8.RuneSelf {
			r, _ := utf8.DecodeRune(line[i:])
			return r
		}
		if c != ' ' {
			return rune(c)
		}
	}
	return 0
}

// warnNearLists warns of the first of several lines of a paragraph that were meant as a list or a table.
func (w *walker) warnNearLists(n ast.Node) {
	if n.Lines().Len() < 2 || !w.mayBeginList(n) {
		return
	}
	for _, near := range nearLists {
		from, count := -1, 0
		for i := range n.Lines().Len() {
			line := n.Lines().At(i)
			text := line.Value(w.source)
			if near.line.Match(text) {
				count++
				if from < 0 {
					from = line.Start
				}
			}
			if bytes.HasSuffix(text, []byte("  \n")) || bytes.HasSuffix(text, []byte("\\\n")) { // visitors read lines
				count = 0
			}
		}
		if count > 1 {
			w.addRemarkAtColumn(from, near.message)
		}
	}
}

// warnNearHeadings warns of lines of a paragraph that were meant as headings.
func (w *walker) warnNearHeadings(n ast.Node) {
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		text := line.Value(w.source)
		sign := firstNonSpace(text)
		if sign != '#' && sign != '＃' {
			continue
		}
		start := line.Start + bytes.IndexRune(text, sign)
		switch {
		case fullWidthHeading.Match(text):
			w.addRemarkAtColumn(start,
				"visitors read these signs: a heading begins with # and a space, each of half width")
		case nearHeading.Match(text):
			w.addRemarkAtColumn(start, "visitors read these signs: a heading needs a space after them")
		}
	}
}

// LostLetterMessage is the remark about a text that another program read in a wrong encoding before.
const LostLetterMessage = "visitors read \uFFFD where a letter was lost; write it again"

// WrongEncodingMessage is the remark about a word that another program read in a wrong encoding before, and what was
// meant.
const WrongEncodingMessage = "visitors read %q, which is %q in a wrong encoding; write it again"

// warnUnparsedSigns warns of lost letters and of links that visitors read as they are written, and collects asterisks
// for warnUnclosedBold.
func (w *walker) warnUnparsedSigns(t *ast.Text) {
	words, start := t.Segment.Value(w.source), t.Segment.Start
	if lost := bytes.Index(words, []byte("\uFFFD")); lost >= 0 {
		w.addRemarkAtColumn(start+lost, LostLetterMessage)
	}
	if at, word, meant := mojibake.FindBytes(words); word != "" {
		w.addRemarkAtColumn(start+at, fmt.Sprintf(WrongEncodingMessage, word, meant))
	}
	w.warnFullWidthLinks(words, start)
	if !bytes.ContainsAny(words, "*])") {
		return
	}
	for i, sign := range words {
		switch at := start + i; {
		case sign == '*':
			w.checkAsterisks(at)
		case sign == ']' && !w.isEscaped(at), sign == ')' && !w.isEscaped(at):
			w.warnNearLink(at)
		}
	}
}

// warnFullWidthLinks warns of links with brackets of a Chinese keyboard whose addresses are in a part of a line. What
// is before them may be in others.
func (w *walker) warnFullWidthLinks(words []byte, start int) {
	if !containsAny(words, "（", "）", "］", "】") {
		return
	}
	from := bytes.LastIndexByte(w.source[:start], '\n') + 1
	line, _, _ := bytes.Cut(w.source[from:], []byte("\n"))
	if !containsAny(line, "]", "］", "】") {
		return
	}
	for _, m := range fullWidthLink.FindAllSubmatchIndex(line, -1) {
		address, isWide := from+m[4], bytes.ContainsAny(line[m[0]:m[1]], "（）［］【】")
		if isWide && start <= address && address < start+len(words) && !w.isEscaped(from+m[0]) {
			w.reportedLinkEnd = from + m[1]
			w.addRemarkAtColumn(from+m[0],
				fmt.Sprintf("visitors read this as it is written: the brackets of a link or "+
					"picture are of half width, as in [%s](%s)", line[m[2]:m[3]], line[m[4]:m[5]]))
		}
	}
}

// containsAny reports whether a text has one of several others.
func containsAny(text []byte, others ...string) bool {
	return slices.ContainsFunc(others, func(other string) bool { return bytes.Contains(text, []byte(other)) })
}

const unparsedLinkMessage = "visitors read this %s as it is written: it is %s, with both brackets closed and no " +
	"space between them or in the %s"

// warnNearLink warns of a link or picture that visitors read as it is written. Its first bracket ends at an offset.
func (w *walker) warnNearLink(at int) {
	before, after := w.source[:at], w.source[at:]
	opening, isTurned := byte('['), after[0] == ')'
	if isTurned {
		opening = '('
	}
	opens := bytes.LastIndexByte(before, opening)
	if opens < 0 || at < w.reportedLinkEnd || w.isEscaped(opens) {
		return
	}
	switch isPicture := opens > 0 && before[opens-1] == '!' && !w.isEscaped(opens-1); {
	case isTurned:
		if swappedLink.Match(after) && !bytes.ContainsRune(before[opens:], ')') {
			w.addRemarkAtColumn(opens, "visitors read this link as it is written: its brackets are the wrong way "+
				"round, [words](/address)")
		}
	case isPicture && (nearPicture.Match(after) || nearLink.Match(after)):
		w.addRemarkAtColumn(opens, fmt.Sprintf(unparsedLinkMessage, "picture", "![words](picture.jpg)", "name"))
	case nearLink.Match(after):
		w.addRemarkAtColumn(opens, fmt.Sprintf(unparsedLinkMessage, "link", "[words](/address)", "address"))
	}
}

func (w *walker) isEscaped(at int) bool {
	before := w.source[:at]
	return (len(before)-len(bytes.TrimRight(before, `\`)))%2 == 1
}

// checkAsterisks records two asterisks that no bold text has: where it would begin or end. More are stars of a hotel.
func (w *walker) checkAsterisks(at int) {
	before, after := w.source[:at], w.source[at:]
	if !bytes.HasPrefix(after, []byte("**")) || bytes.HasPrefix(after, []byte("***")) ||
		bytes.HasSuffix(before, []byte("*")) || w.isEscaped(at) || at < w.reportedBoldEnd {
		return
	}
	if loose := spacedBold.Find(after); loose != nil {
		w.reportedBoldEnd = at + len(loose)
		w.addRemarkAtColumn(at,
			"visitors read these asterisks: bold text has no space between its asterisks and its words")
		return
	}
	left, _ := utf8.DecodeLastRune(before)
	right, _ := utf8.DecodeRune(after[len("**"):])
	if tight := unspacedBold.FindSubmatch(after); tight != nil {
		behind, _ := utf8.DecodeRune(after[len(tight[0]):])
		last, _ := utf8.DecodeLastRune(tight[1])
		if isWord(left) && opensWords(right) || isWord(behind) && isSign(last) {
			w.reportedBoldEnd = at + len(tight[0])
			w.addRemarkAtColumn(at,
				"visitors see these asterisks: a letter is next to them, and a sign such as ( or : within them; "+
					"move the sign out, or put a space between them and the letter")
			return
		}
	}
	isBehindSpace := len(before) == 0 || unicode.IsSpace(left)
	switch isBeforeWord := isWord(right) || opensWords(right); {
	case isBeforeWord && (isBehindSpace || isSign(left)):
		w.unclosedBold = append(w.unclosedBold, at)
	case !isBehindSpace:
		w.hasNoteAsterisks = true
	}
}

func isWord(r rune) bool     { return unicode.In(r, unicode.L, unicode.N) }
func isSign(r rune) bool     { return unicode.IsPunct(r) || unicode.IsSymbol(r) }
func opensWords(r rune) bool { return unicode.In(r, unicode.Ps, unicode.Pi) || r == '"' }

// warnUnclosedBold warns of bold text that has no end. Where asterisks follow a word too, both mark a note.
func (w *walker) warnUnclosedBold() {
	for i, at := range w.unclosedBold {
		isNew := i == 0 || bytes.IndexByte(w.source[w.unclosedBold[i-1]:at], '\n') >= 0
		if isNew && !w.hasNoteAsterisks {
			w.addRemarkAtColumn(at,
				"visitors read these asterisks: the ** that ends the bold text is missing, or has a "+
					"space before it or a letter after it")
		}
	}
}

func (w *walker) addRemarkAtColumn(offset int, message string) {
	w.addRemarkAt(offset, message)
	line := w.source[bytes.LastIndexByte(w.source[:offset], '\n')+1 : offset]
	w.doc.Remarks[len(w.doc.Remarks)-1].Col = utf8.RuneCount(line) + 1
}

// htmlMarkup matches HTML that readers never see.
var htmlMarkup = lazyregexp.New(`(?is)<!--.*?-->|<(script|style)\b.*?</(?:script|style)>|<[^>]*>`)

const removedCommentMessage = "a comment of HTML is left out; visitors do not read it"

var commentStart = []byte("<!--")

// removedTags are the tags of HTML of a line, which have one remark.
type removedTags struct{ count, line, remark int }

// reportRemovedTag reports a tag or a comment within a line.
func (w *walker) reportRemovedTag(raw *ast.RawHTML) {
	const message = "tags of HTML are left out; the text between them is shown"
	switch line := w.lineOfNode(raw); {
	case bytes.HasPrefix(raw.Segments.Value(w.source), commentStart):
		w.addRemark(raw, removedCommentMessage)
	case w.lineTags.count > 0 && w.lineTags.line == line:
		w.lineTags.count++
		w.doc.Remarks[w.lineTags.remark].Message = fmt.Sprintf("%d %s", w.lineTags.count, message)
	default:
		w.lineTags = removedTags{1, line, len(w.doc.Remarks)}
		w.addRemark(raw, message)
	}
}

// removedBlockMessage is the remark about a block of HTML, with the words that it takes along: also what follows a
// comment on its line.
func (w *walker) removedBlockMessage(block *ast.HTMLBlock) string {
	const message = "pages contain no raw HTML; it is left out"
	text := block.Lines().Value(w.source)
	if block.HasClosure() {
		text = append(text, block.ClosureLine.Value(w.source)...)
	}
	words := bytes.Join(bytes.Fields(htmlMarkup.ReplaceAll(text, []byte(" "))), []byte(" "))
	switch {
	case bytes.ContainsFunc(words, isWord):
	case bytes.HasPrefix(bytes.TrimSpace(text), commentStart):
		return removedCommentMessage
	default:
		return message
	}
	const longest = 40
	if all := []rune(string(words)); len(all) > longest {
		return message + ", with its words: " + string(all[:longest]) + "…"
	}
	return message + ", with its words: " + string(words)
}
