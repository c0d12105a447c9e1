package textpage

import (
	"bytes"
	"html"
	"strconv"
	"strings"
)

// writer writes Markdown. Separators are written with the next text, so that empty elements leave nothing.
type writer struct {
	out              []byte
	bodyStart        int        // of the body
	lastMainOffset   int        // the offset of the last page's main part
	tag              tag        // the last element's start
	openElements     []*element // the open elements
	pendingBreaks    int        // line breaks before the next text
	pendingSpace     bool       // a space before the next text
	pendingSeparator bool       // the next text is of another span than the last: a dot separates them
	pendingMarks     []byte     // marks before the next text
	prefix           []byte     // of each line: the indentation of lists, "> " of quotations
	prefixLengths    []int      // the lengths of the prefix before each of its parts
	itemMarker       string     // of the list item that has no text yet
	nextNumbers      []int      // of the open lists: the number of the next item, 0 for bullets
	linkTargets      []string   // targets of the open links
	termListDepth    int        // depth in lists of terms
	cells            int        // of the open table's row
	rows             int
	inPre            bool // inside pre
	inCode           bool // inside code
}

// reset resets the writer, except the buffers and lastMainOffset. The writer then appends to out.
func (w *writer) reset(out []byte) {
	*w = writer{out: out, lastMainOffset: w.lastMainOffset, openElements: w.openElements[:0],
		pendingMarks: w.pendingMarks[:0], prefix: w.prefix[:0],
		prefixLengths: w.prefixLengths[:0], nextNumbers: w.nextNumbers[:0], linkTargets: w.linkTargets[:0]}
}

// lineBreak and paragraphBreak are the numbers of line breaks around blocks.
const (
	lineBreak      = 1
	paragraphBreak = 2
)

func (w *writer) write(s string) { w.out = append(w.out, s...) }

// writePending writes the pending separators and marks before a text.
func (w *writer) writePending() {
	if w.pendingBreaks > 0 {
		w.writeLineBreaks()
	} else if w.pendingSeparator && len(w.out) > w.bodyStart {
		w.trimSpace()
		w.write(" · ")
	} else if w.pendingSpace {
		w.write(" ")
	}
	w.pendingSpace, w.pendingSeparator = false, false
	w.out = append(w.out, w.pendingMarks...)
	w.pendingMarks = w.pendingMarks[:0]
}

// writeLineBreaks writes the pending line breaks with the prefix of the lines.
func (w *writer) writeLineBreaks() {
	for range w.pendingBreaks {
		w.trimSpace()
		w.out = append(append(w.out, '\n'), w.prefix...)
	}
	w.pendingBreaks = 0
	if w.itemMarker != "" {
		w.out = w.out[:len(w.out)-len(w.itemMarker)] // the prefix has as much space
		w.write(w.itemMarker)
		w.itemMarker = ""
	}
}

func (w *writer) writePrefix() { w.out = append(w.out, w.prefix...) }

// queueMark adds a mark before the next text.
func (w *writer) queueMark(mark string) { w.pendingMarks = append(w.pendingMarks, mark...) }

// dropMark removes the mark that was queued last.
func (w *writer) dropMark(mark string) {
	w.pendingMarks = bytes.TrimSuffix(w.pendingMarks, []byte(mark))
}

func (w *writer) trimSpace() {
	for len(w.out) > 0 && w.out[len(w.out)-1] == ' ' {
		w.out = w.out[:len(w.out)-1]
	}
}

func (w *writer) breakLine(n int) {
	if string(w.pendingMarks) == quotePrefix {
		return
	}
	if w.termListDepth > 0 {
		n = lineBreak
	}
	if len(w.out) > w.bodyStart && w.cells == 0 {
		w.pendingBreaks = max(w.pendingBreaks, n)
	}
}

// scanText returns the length of the text at the start of s, which ends with the next tag, and whether it is plain:
// written as it is, except a space at either end. Its loop only looks for the end: more
// branches would cost mispredictions at the ends of words.
func scanText(s string) (n int, plain bool) {
	found, last, doubled := byte(0), byte(0), byte(0)
	for n < len(s) && s[n] != '<' {
		c := byteClasses[s[n]]
		found |= c
		doubled |= c & last
		last = c
		n++
	}
	return n, found|spaceByte == spaceByte && doubled == 0
}

// writeText writes the text between tags.
func (w *writer) writeText(s string, plain bool) {
	switch {
	case w.inPre:
		w.writePending()
		w.write(strings.ReplaceAll(html.UnescapeString(s), "\n", "\n"+string(w.prefix)))
	case plain: // most are
		if s[0] == ' ' {
			w.pendingSpace = true
			if s = s[1:]; s == "" {
				return
			}
		}
		w.writePending()
		if last := len(s) - 1; s[last] == ' ' {
			w.write(s[:last])
			w.pendingSpace = true
		} else {
			w.write(s)
		}
	default:
		w.writeWords(html.UnescapeString(s))
	}
}

// writeWords writes a text with one space between words, and a backslash before characters that Markdown would read as
// marks.
func (w *writer) writeWords(s string) {
	if n := spaceLength(s); n > 0 {
		w.pendingSpace = true
		s = s[n:]
	}
	if s == "" {
		return
	}
	w.writePending()
	from := 0
	for i := 0; i < len(s); {
		c := byteClasses[s[i]]
		if c == 0 || c == entityByte {
			i++
			continue
		}
		if c&markByte != 0 {
			if !w.inCode {
				w.write(s[from:i])
				w.out = append(w.out, '\\')
				from = i
			}
			i++
			continue
		}
		n := spaceLength(s[i:])
		if n == 0 || n == 1 && s[i] == ' ' && i+1 < len(s) {
			i++
			continue
		}
		w.write(s[from:i])
		if i += n; i == len(s) {
			w.pendingSpace = true
			return
		}
		w.out, from = append(w.out, ' '), i
	}
	w.write(s[from:])
}

// spaceLength returns the length of the white space at the start of s, with spaces at which lines do not break.
func spaceLength(s string) (n int) {
	for n < len(s) {
		switch c := byteClasses[s[n]]; {
		case c&(spaceByte|whiteByte) != 0:
			n++
		case c != wideSpaceByte:
			return n
		case strings.HasPrefix(s[n:], "\u00a0"):
			n += len("\u00a0")
		case strings.HasPrefix(s[n:], "\u202f"):
			n += len("\u202f")
		default:
			return n
		}
	}
	return n
}

// byteClasses are the bytes that are not always written as they are.
var byteClasses = [256]byte{' ': spaceByte, '\n': whiteByte, '\t': whiteByte,
	'\\': markByte, '*': markByte, '_': markByte, '[': markByte, ']': markByte, '`': markByte, '<': markByte,
	'|': markByte,
	'&': entityByte, 0xc2: wideSpaceByte, 0xe2: wideSpaceByte}

const (
	spaceByte     = 1 << iota
	whiteByte     // that is no space
	markByte      // that Markdown may read as a mark
	entityByte    // begins one
	wideSpaceByte // may begin a space at which lines do not break
)

// writeMark writes a mark that belongs to the text after it.
func (w *writer) writeMark(s string) {
	w.writePending()
	w.write(s)
}

// closeMark ends a mark; one without text is dropped.
func (w *writer) closeMark(m string) {
	if len(w.pendingMarks) > 0 {
		w.dropMark(m)
		return
	}
	w.write(m)
}

func (w *writer) closeLiteral() {
	w.inPre = false
	if w.out[len(w.out)-1] != '\n' {
		w.write("\n")
		w.writePrefix()
	}
	w.write("```")
	w.breakLine(paragraphBreak)
}

// pushPrefix adds a part to the prefix of lines, which popPrefix removes.
func (w *writer) pushPrefix(part string) {
	w.prefixLengths = append(w.prefixLengths, len(w.prefix))
	w.prefix = append(w.prefix, part...)
}

func (w *writer) popPrefix() {
	if last := len(w.prefixLengths) - 1; last >= 0 {
		w.prefix, w.prefixLengths = w.prefix[:w.prefixLengths[last]], w.prefixLengths[:last]
	}
}

func (w *writer) closeList() {
	w.nextNumbers = w.nextNumbers[:max(0, len(w.nextNumbers)-1)]
	w.breakLine(paragraphBreak)
}

func (w *writer) openList(first int) {
	if len(w.nextNumbers) > 0 {
		w.breakLine(lineBreak)
	} else {
		w.breakLine(paragraphBreak)
	}
	w.nextNumbers = append(w.nextNumbers, first)
}

// quotePrefix is the prefix of quoted lines.
const quotePrefix = "> "

func (w *writer) openQuote() {
	w.breakLine(paragraphBreak)
	w.writeLineBreaks() // those before the quotation are not quoted
	w.pushPrefix(quotePrefix)
	w.queueMark(quotePrefix)
}

const tenSpaces = "          "

func (w *writer) openItem() {
	marker := "- "
	if n := len(w.nextNumbers); n > 0 && w.nextNumbers[n-1] > 0 {
		marker = strconv.Itoa(w.nextNumbers[n-1]) + ". "
		w.nextNumbers[n-1]++
	}
	w.breakLine(lineBreak)
	w.pendingBreaks = max(w.pendingBreaks, lineBreak)
	w.pushPrefix(tenSpaces[:len(marker)])
	w.itemMarker = marker
}

// openLink begins a link. Links within the page have no use in a text, nor have links in links.
func (w *writer) openLink(t *tag) {
	to := html.UnescapeString(t.target)
	if strings.HasPrefix(to, "#") || len(w.linkTargets) > 0 {
		to = ""
	}
	w.linkTargets = append(w.linkTargets, to)
	if to != "" {
		w.queueMark("[")
	}
}

// linkEscaper escapes characters that would end the target of a link.
var linkEscaper = strings.NewReplacer(" ", "%20", ")", "%29")

func (w *writer) closeLink() {
	if len(w.linkTargets) == 0 {
		return
	}
	to := w.linkTargets[len(w.linkTargets)-1]
	w.linkTargets = w.linkTargets[:len(w.linkTargets)-1]
	if to == "" {
		return
	}
	if len(w.pendingMarks) > 0 { // without text
		w.dropMark("[")
		return
	}
	if strings.ContainsAny(to, " )") {
		to = linkEscaper.Replace(to)
	}
	w.write("](")
	w.write(to)
	w.write(")")
}

// writePicture writes a picture with a label, without the link around it, which leads to a larger one.
func (w *writer) writePicture(t *tag) {
	if t.label == "" {
		return
	}
	if n := len(w.linkTargets); n > 0 && len(w.pendingMarks) > 0 && w.linkTargets[n-1] != "" {
		w.linkTargets[n-1] = ""
		w.dropMark("[")
	}
	w.breakLine(lineBreak)
	w.writeMark("![")
	w.writeWords(html.UnescapeString(t.label))
	w.write("](")
	w.write(html.UnescapeString(t.target))
	w.write(")")
	w.breakLine(lineBreak)
}

func (w *writer) openCell() {
	if w.cells == 0 {
		w.writeMark("|")
	}
	w.cells++
	w.write(" ")
	w.pendingSpace = false
}

// closeRow ends a row of a table; the first is its head.
func (w *writer) closeRow() {
	cells := w.cells
	w.cells = 0
	if w.rows == 0 {
		w.breakLine(lineBreak)
		w.writeMark("|" + strings.Repeat(" --- |", cells))
	}
	w.rows++
	w.breakLine(lineBreak)
}
