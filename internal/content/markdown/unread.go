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
	// wideLink matches a link or picture with brackets of a Chinese keyboard, or with some of it.
	wideLink = lazyregexp.New(`[\[［【]([^\[\]［］【】\n]+)[\]］】] ?[(（](/[^\s()（）]*|#\pL[^\s()（）]*|` +
		`(?:https?://|product:|mailto:|tel:)[^\s()（）]+|[^\s()（）]+\.(?:jpe?g|png|webp|gif))[)）]`)
	// wideHeading matches a line with the # of a Chinese keyboard, or with another space behind its # than a plain one.
	wideHeading = lazyregexp.New(`^ {0,3}(?:#{1,6}[\x{a0}\x{3000}]|＃{1,6}[ \t\x{a0}\x{3000}]|＃{2,6}[^\s＃])`)
	// turnedLink matches the middle of a link whose brackets are exchanged, as in (words)[/address].
	turnedLink = lazyregexp.New(`^\)\[(?:/|https?://|product:|mailto:|tel:|#\pL)[^\s\[\]]*\]`)
	// tightBold matches text between two pairs of asterisks without a space inside them.
	tightBold = lazyregexp.New("^\\*\\*([^\\s*|`](?:[^*|`\\n]*[^\\s*|`])?)\\*\\*")
	// looseBold matches bold text with a space behind its first asterisks, up to the sign or space behind its last.
	looseBold = lazyregexp.New("^\\*\\*[ \\t]+[^\\s*|`][^*|`\\n]*\\*\\*(?:[\\s.,;:!?)]|$)")
	// nearLists match lines that were meant as items of a list or as rows of a table. They are reported where a
	// paragraph has more than one.
	nearLists = []struct {
		line    *lazyregexp.Regexp
		message string
	}{
		{lazyregexp.New(`^ {0,3}(?:[•▪●◦‣·✓✔➤►－]\s*\S|[–—]\s)`),
			"visitors read these items in one line: one of a list begins with a hyphen and a space"},
		{lazyregexp.New(`^ {0,3}(?:[-*+]|\d{1,2}[.)])[\x{a0}\x{3000}]`),
			"visitors read these items in one line: behind the sign of an item stands a plain space, not a wide or " +
				"no-break one"},
		{lazyregexp.New(`^ {0,3}(?:[٠-٩۰-۹０-９]{1,2}[.)．、）-]|\d{1,2}[．、）])[\s\x{a0}\x{3000}]*[^\p{Nd}\s]`),
			"visitors read these items in one line: a number of a list has digits from 0 to 9, a full stop and a " +
				"space, as in 1. or 2."},
		{lazyregexp.New(`^ {0,3}-[\pL*\["]`),
			"visitors read these items in one line: a hyphen of a list has a space behind it"},
		{lazyregexp.New(`^ {0,3}\d{1,2}[.)][\pL*\["]`),
			"visitors read these items in one line: a number of a list has a space behind it"},
		{lazyregexp.New(`^ {0,3}\|.*\|\s*$`),
			"visitors read this table as it is written: below its first line it has one of hyphens, |---|---|"},
	}
)

// signsOfItems are signs other than those of Markdown that people write before the items of a list.
const signsOfItems = "•▪●◦‣·✓✔➤►－–—"

// beginsNear reports whether a line of a paragraph begins with what the lines of nearLists do. Most begin with letters.
func (w *walker) beginsNear(n ast.Node) bool {
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		switch r := first(line.Value(w.source)); {
		case r < utf8.RuneSelf:
			if r == '-' || r == '|' || r == '*' || r == '+' || '0' <= r && r <= '9' {
				return true
			}
		case unicode.IsDigit(r) || strings.ContainsRune(signsOfItems, r):
			return true
		}
	}
	return false
}

// first returns the first character of a line that is no space; 0 if there is none.
func first(line []byte) rune {
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

// nearLists warns of the first of several lines of a paragraph that were meant as a list or a table.
func (w *walker) nearLists(n ast.Node) {
	if n.Lines().Len() < 2 || !w.beginsNear(n) {
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
			w.remarkAtColumn(from, near.message)
		}
	}
}

// nearHeadings warns of lines of a paragraph that were meant as headings.
func (w *walker) nearHeadings(n ast.Node) {
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		text := line.Value(w.source)
		sign := first(text)
		if sign != '#' && sign != '＃' {
			continue
		}
		start := line.Start + bytes.IndexRune(text, sign)
		switch {
		case wideHeading.Match(text):
			w.remarkAtColumn(start,
				"visitors read these signs: a heading begins with # and a space, each of half width")
		case nearHeading.Match(text):
			w.remarkAtColumn(start, "visitors read these signs: a heading has a space behind them")
		}
	}
}

// LostLetter is the remark about a text that another program read in a wrong encoding before.
const LostLetter = "visitors read \uFFFD where a letter was lost; write it again"

// Misread is the remark about a word that another program read in a wrong encoding before, and what was meant.
const Misread = "visitors read %q, which is %q in a wrong encoding; write it again"

// signs warns of lost letters and of links that visitors read as they are written, and collects asterisks for
// boldWithoutEnd.
func (w *walker) signs(t *ast.Text) {
	words, start := t.Segment.Value(w.source), t.Segment.Start
	if lost := bytes.Index(words, []byte("\uFFFD")); lost >= 0 {
		w.remarkAtColumn(start+lost, LostLetter)
	}
	if at, word, meant := mojibake.FindBytes(words); word != "" {
		w.remarkAtColumn(start+at, fmt.Sprintf(Misread, word, meant))
	}
	w.wideLinks(words, start)
	if !bytes.ContainsAny(words, "*])") {
		return
	}
	for i, sign := range words {
		switch at := start + i; {
		case sign == '*':
			w.asterisk(at)
		case sign == ']' && !w.isEscaped(at), sign == ')' && !w.isEscaped(at):
			w.nearLink(at)
		}
	}
}

// wideLinks warns of links with brackets of a Chinese keyboard whose addresses stand in a part of a line. What is
// before them may stand in others.
func (w *walker) wideLinks(words []byte, start int) {
	if !hasAny(words, "（", "）", "］", "】") {
		return
	}
	from := bytes.LastIndexByte(w.source[:start], '\n') + 1
	line, _, _ := bytes.Cut(w.source[from:], []byte("\n"))
	if !hasAny(line, "]", "］", "】") {
		return
	}
	for _, m := range wideLink.FindAllSubmatchIndex(line, -1) {
		address, isWide := from+m[4], bytes.ContainsAny(line[m[0]:m[1]], "（）［］【】")
		if isWide && start <= address && address < start+len(words) && !w.isEscaped(from+m[0]) {
			w.wideEnd = from + m[1]
			w.remarkAtColumn(from+m[0], fmt.Sprintf("visitors read this as it is written: the brackets of a link or "+
				"picture are of half width, as in [%s](%s)", line[m[2]:m[3]], line[m[4]:m[5]]))
		}
	}
}

// hasAny reports whether a text has one of several others.
func hasAny(text []byte, others ...string) bool {
	return slices.ContainsFunc(others, func(other string) bool { return bytes.Contains(text, []byte(other)) })
}

const unreadLink = "visitors read this %s as it is written: it is %s, with both brackets closed and no space between " +
	"them or in the %s"

// nearLink warns of a link or picture that visitors read as it is written. Its first bracket ends at an offset.
func (w *walker) nearLink(at int) {
	before, after := w.source[:at], w.source[at:]
	opening, isTurned := byte('['), after[0] == ')'
	if isTurned {
		opening = '('
	}
	opens := bytes.LastIndexByte(before, opening)
	if opens < 0 || at < w.wideEnd || w.isEscaped(opens) {
		return
	}
	switch isPicture := opens > 0 && before[opens-1] == '!' && !w.isEscaped(opens-1); {
	case isTurned:
		if turnedLink.Match(after) && !bytes.ContainsRune(before[opens:], ')') {
			w.remarkAtColumn(opens, "visitors read this link as it is written: its brackets stand the other way "+
				"round, [words](/address)")
		}
	case isPicture && (nearPicture.Match(after) || nearLink.Match(after)):
		w.remarkAtColumn(opens, fmt.Sprintf(unreadLink, "picture", "![words](picture.jpg)", "name"))
	case nearLink.Match(after):
		w.remarkAtColumn(opens, fmt.Sprintf(unreadLink, "link", "[words](/address)", "address"))
	}
}

func (w *walker) isEscaped(at int) bool {
	before := w.source[:at]
	return (len(before)-len(bytes.TrimRight(before, `\`)))%2 == 1
}

// asterisk records two asterisks that no bold text has: where it would begin or end. More are stars of a hotel.
func (w *walker) asterisk(at int) {
	before, after := w.source[:at], w.source[at:]
	if !bytes.HasPrefix(after, []byte("**")) || bytes.HasPrefix(after, []byte("***")) ||
		bytes.HasSuffix(before, []byte("*")) || w.isEscaped(at) || at < w.looseEnd {
		return
	}
	if loose := looseBold.Find(after); loose != nil {
		w.looseEnd = at + len(loose)
		w.remarkAtColumn(at, "visitors read these asterisks: no space parts those of bold text from its words")
		return
	}
	left, _ := utf8.DecodeLastRune(before)
	right, _ := utf8.DecodeRune(after[len("**"):])
	if tight := tightBold.FindSubmatch(after); tight != nil {
		behind, _ := utf8.DecodeRune(after[len(tight[0]):])
		last, _ := utf8.DecodeLastRune(tight[1])
		if isWord(left) && opensWords(right) || isWord(behind) && isSign(last) {
			w.looseEnd = at + len(tight[0])
			w.remarkAtColumn(at, "visitors read these asterisks: a letter stands beside them and a sign such as ( or "+
				": within; move the sign out, or put a space between them and the letter")
			return
		}
	}
	isBehindSpace := len(before) == 0 || unicode.IsSpace(left)
	switch isBeforeWord := isWord(right) || opensWords(right); {
	case isBeforeWord && (isBehindSpace || isSign(left)):
		w.bold = append(w.bold, at)
	case !isBehindSpace:
		w.hasNotes = true
	}
}

func isWord(r rune) bool     { return unicode.In(r, unicode.L, unicode.N) }
func isSign(r rune) bool     { return unicode.IsPunct(r) || unicode.IsSymbol(r) }
func opensWords(r rune) bool { return unicode.In(r, unicode.Ps, unicode.Pi) || r == '"' }

// boldWithoutEnd warns of bold text that has no end. Where asterisks stand behind a word too, both mark a note.
func (w *walker) boldWithoutEnd() {
	for i, at := range w.bold {
		isNew := i == 0 || bytes.IndexByte(w.source[w.bold[i-1]:at], '\n') >= 0
		if isNew && !w.hasNotes {
			w.remarkAtColumn(at, "visitors read these asterisks: the ** that ends the bold text is missing, or has a "+
				"space before it or a letter behind it")
		}
	}
}

func (w *walker) remarkAtColumn(offset int, message string) {
	w.remarkAt(offset, message)
	line := w.source[bytes.LastIndexByte(w.source[:offset], '\n')+1 : offset]
	w.doc.Remarks[len(w.doc.Remarks)-1].Col = utf8.RuneCount(line) + 1
}

// markup matches HTML that readers never see.
var markup = lazyregexp.New(`(?is)<!--.*?-->|<(script|style)\b.*?</(?:script|style)>|<[^>]*>`)

const commentLeftOut = "a comment of HTML is left out; visitors do not read it"

var commentOpens = []byte("<!--")

// tagsOfLine are the tags of HTML of a line, which have one remark.
type tagsOfLine struct{ count, line, remark int }

// tagLeftOut reports a tag or a comment within a line.
func (w *walker) tagLeftOut(raw *ast.RawHTML) {
	const message = "tags of HTML are left out; the text between them is shown"
	switch line := w.line(raw); {
	case bytes.HasPrefix(raw.Segments.Value(w.source), commentOpens):
		w.remark(raw, commentLeftOut)
	case w.tags.count > 0 && w.tags.line == line:
		w.tags.count++
		w.doc.Remarks[w.tags.remark].Message = fmt.Sprintf("%d %s", w.tags.count, message)
	default:
		w.tags = tagsOfLine{1, line, len(w.doc.Remarks)}
		w.remark(raw, message)
	}
}

// blockLeftOut is the remark about a block of HTML, with the words that it takes along: also what follows a comment on
// its line.
func (w *walker) blockLeftOut(block *ast.HTMLBlock) string {
	const message = "raw HTML does not reach the page and is left out"
	text := block.Lines().Value(w.source)
	if block.HasClosure() {
		text = append(text, block.ClosureLine.Value(w.source)...)
	}
	words := bytes.Join(bytes.Fields(markup.ReplaceAll(text, []byte(" "))), []byte(" "))
	switch {
	case bytes.ContainsFunc(words, isWord):
	case bytes.HasPrefix(bytes.TrimSpace(text), commentOpens):
		return commentLeftOut
	default:
		return message
	}
	const longest = 40
	if all := []rune(string(words)); len(all) > longest {
		return message + ", with its words: " + string(all[:longest]) + "…"
	}
	return message + ", with its words: " + string(words)
}
