package blog

import (
	"html"
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"

	"storefront/internal/content/importer/prose"
)

// convertEmphasis adapts Markdown emphasis next to tags that are removed: underscores beside letters would become text.
// Emphasis within an element of the same meaning is removed.
func (w *proseWalk) convertEmphasis(n ast.Node, mark string) {
	text := w.edits.Text
	from, to := prose.StartOffset(n), prose.EndOffset(n)
	if from < 0 || to < 0 || to > len(text) {
		return
	}
	right := prose.RuneBeside(text, to, prose.Forward, mark[0], true)
	if w.openMarks[mark] > 0 {
		w.edits.Replace(from, from+len(mark), "")
		w.edits.Replace(to-len(mark), to, prose.ThinSpaceBefore(right, mark))
		return
	}
	before, _, _ := prose.TagBeside(text, from, prose.Backward)
	after, _, _ := prose.TagBeside(text, to, prose.Forward)
	if before == "" && after == "" { // only comments are beside it
		return
	}
	left := prose.RuneBeside(text, from, prose.Backward, mark[0], true)
	first := prose.RuneBeside(text, from+len(mark), prose.Forward, mark[0], false)
	last := prose.RuneBeside(text, to-len(mark), prose.Backward, mark[0], false)
	isUnderscore := text[from] == '_'
	if isUnderscore && !prose.IsWordRune(left) && !prose.IsWordRune(right) {
		return
	}
	opening, closing := mark, mark
	if prose.NeedsThinSpace(first, left, mark[0]) {
		opening = prose.ThinSpace + opening
	}
	if prose.NeedsThinSpace(last, right, mark[0]) {
		closing += prose.ThinSpace
	}
	if isUnderscore || len(opening) > len(mark) {
		w.edits.Replace(from, from+len(mark), opening)
	}
	if isUnderscore || len(closing) > len(mark) {
		w.edits.Replace(to-len(mark), to, closing)
	}
}

// fenceIndentedCode makes indented code fenced.
func (w *proseWalk) fenceIndentedCode(n ast.Node) {
	lines := n.Lines()
	from, to := lines.At(0).Start, len(strings.TrimRight(w.edits.Text[:lines.At(lines.Len()-1).Stop], " \t\n"))
	var code strings.Builder
	for i := range lines.Len() {
		at := lines.At(i)
		code.Write(at.Value([]byte(w.edits.Text)))
	}
	start := strings.LastIndexByte(w.edits.Text[:from], '\n') + 1
	margin := w.edits.Text[start:from]
	margin = margin[:max(0, len(margin)-len("    "))]
	block := prose.Fenced(strings.TrimRight(code.String(), " \t\n"), "")
	w.edits.Replace(start, to, margin+strings.ReplaceAll(block, "\n", "\n"+margin))
}

// convertMark converts an inline element such as <b>. An element without text, such as an icon, is removed. White space
// at its ends, and punctuation before a letter, move outside, since CommonMark would read the mark as text.
func (w *proseWalk) convertMark(name string, start, end int, closing bool) {
	text, mark := w.edits.Text, prose.TagMarks[name]
	if !closing {
		after := text[end:min(len(text), end+prose.MaxIconBytes)]
		if empty := prose.EmptyElement[name].FindString(after); empty != "" {
			w.edits.Remove(start, end+len(empty))
			w.converted = append(w.converted, [2]int{start, end + len(empty)})
			return
		}
	}
	isAgain := mark == "**" && closing && prose.OpenedBold.MatchString(text[end:])
	if mark != "`" && !isAgain && w.countNested(mark, closing) {
		with := ""
		if closing {
			with = prose.ThinSpaceBefore(prose.RuneBeside(text, end, prose.Forward, mark[0], true), mark)
		}
		w.edits.Replace(start, end, with)
		return
	}
	switch {
	case isAgain:
		end += len(prose.OpenedBold.FindString(text[end:]))
		w.edits.Replace(start, end, "")
		w.converted = append(w.converted, [2]int{start, end})
	case mark == "`" && closing && prose.CodeClosed.MatchString(text[:start]), // one element in another
		mark == "`" && !closing && prose.CodeOpened.MatchString(text[end:]):
		w.edits.Replace(start, end, "")
	case mark == "`" && !closing && w.convertCode(name, start, end):
	case mark == "`":
		if name, isEnd, _ := prose.TagBeside(text, end, prose.Forward); closing && !isEnd &&
			prose.TagMarks[name] == mark {
			mark += prose.ThinSpace
		}
		w.edits.Replace(start, end, mark)
	case closing:
		w.closeMark(name, start, end)
	default:
		w.openMark(name, start, end)
	}
}

// closeMark converts a closing tag to the mark, before the space within the element.
func (w *proseWalk) closeMark(name string, start, end int) {
	text, mark := w.edits.Text, prose.TagMarks[name]
	from, to := prose.SpaceWithin(text, start)
	space, next := text[from:to], prose.RuneBeside(text, end, prose.Forward, mark[0], true)
	if from == to && to == start && unicode.IsLetter(next) {
		words := strings.TrimRight(text[:start], ".,:;!?。，、：；！？،؛؟")
		if !strings.HasSuffix(words, ">") && strings.TrimSpace(words) == strings.TrimLeft(words, " \t\n") {
			from = len(words)
		}
	}
	beside := from
	if to < start {
		beside = start
	}
	last := prose.RuneBeside(text, beside, prose.Backward, mark[0], false)
	if space == "" && prose.NeedsThinSpace(last, next, mark[0]) {
		mark += prose.ThinSpace
	}
	if prose.EndsAnotherMark(text, end) {
		space = ""
	}
	if prose.IsLiteralLast(text[:from], prose.TagMarks[name][0]) {
		w.edits.Replace(from-1, from-1, `\`)
	}
	if to < start { // other tags follow the space
		w.edits.Replace(from, to, "")
		w.edits.Replace(start, end, mark+space)
		return
	}
	w.edits.Replace(from, end, mark+space+strings.TrimSpace(text[from:start]))
}

// openMark converts an opening tag to the mark, after the space within the element.
func (w *proseWalk) openMark(name string, start, end int) {
	text, mark := w.edits.Text, prose.TagMarks[name]
	space := len(text[end:]) - len(strings.TrimLeftFunc(text[end:], unicode.IsSpace))
	before := prose.RuneBeside(text, start, prose.Backward, mark[0], true)
	first := prose.RuneBeside(text, end, prose.Forward, mark[0], false)
	if prose.NeedsThinSpace(first, before, mark[0]) {
		mark = prose.ThinSpace + mark
	}
	if prose.IsLiteralFirst(strings.TrimLeft(text[end:], " \t"), prose.TagMarks[name][0]) {
		mark += `\`
	}
	w.edits.Replace(start, end+space, text[end:end+space]+mark)
}

// countNested counts the open elements of a mark, and reports whether one is inside another or inside Markdown
// emphasis: the mark is then written once.
func (w *proseWalk) countNested(mark string, closing bool) bool {
	if closing {
		w.openMarks[mark] = max(w.openMarks[mark]-1, 0)
		return w.openMarks[mark]+w.emphasisDepth[mark] > 0
	}
	w.openMarks[mark]++
	return w.openMarks[mark]+w.emphasisDepth[mark] > 1
}

// convertCode converts a code element without inner elements to inline code on one line, with its character references
// replaced. A second line could begin a block of Markdown.
func (w *proseWalk) convertCode(name string, start, end int) bool {
	m := prose.CodeContent.FindStringSubmatch(w.edits.Text[end:])
	if m == nil || !strings.EqualFold(m[2], name) || !strings.ContainsAny(m[1], "&\n`") {
		return false
	}
	inner, mark := strings.ReplaceAll(html.UnescapeString(m[1]), "\n", " "), "`"
	for slices.Contains(prose.Backticks.FindAllString(inner, -1), mark) {
		mark += "`"
	}
	if w.inCell {
		inner = strings.ReplaceAll(inner, "|", `\|`)
	}
	if strings.HasPrefix(inner, "`") || strings.HasSuffix(inner, "`") {
		inner = " " + inner + " "
	}
	end += len(m[0])
	w.edits.Replace(start, end, mark+inner+mark)
	w.converted, w.noLinkSpans = append(w.converted, [2]int{start, end}), append(w.noLinkSpans, [2]int{start, end})
	return true
}
