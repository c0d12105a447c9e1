package blog

import (
	"html"
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"

	"storefront/internal/content/importer/prose"
)

// emphasis writes emphasis of Markdown beside tags so that it stays emphasis once the tags are gone: underscores beside
// letters would be read as text. Within an element that means the same it is left out.
func (w *proseWalk) emphasis(n ast.Node, mark string) {
	text := w.edits.Text
	from, to := prose.StartOf(n), prose.EndOf(n)
	if from < 0 || to < 0 || to > len(text) {
		return
	}
	right := prose.RuneBeside(text, to, prose.Forward, mark[0], true)
	if w.open[mark] > 0 {
		w.edits.Replace(from, from+len(mark), "")
		w.edits.Replace(to-len(mark), to, prose.ThinSpaceBefore(right, mark))
		return
	}
	before, _, _ := prose.TagBeside(text, from, prose.Backward)
	after, _, _ := prose.TagBeside(text, to, prose.Forward)
	if before == "" && after == "" { // comments join what is beside them
		return
	}
	left := prose.RuneBeside(text, from, prose.Backward, mark[0], true)
	first := prose.RuneBeside(text, from+len(mark), prose.Forward, mark[0], false)
	last := prose.RuneBeside(text, to-len(mark), prose.Backward, mark[0], false)
	isUnderscore := text[from] == '_'
	if isUnderscore && !prose.IsOfWord(left) && !prose.IsOfWord(right) {
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

// fence makes indented code fenced.
func (w *proseWalk) fence(n ast.Node) {
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

// mark writes what Markdown has for a tag. An element without words, such as an icon, is nothing. White space at its
// ends, and what ends a sentence before a letter, stand outside: there, CommonMark takes the mark for text.
func (w *proseWalk) mark(name string, start, end int, closing bool) {
	text, mark := w.edits.Text, prose.MarksOfTags[name]
	if !closing {
		after := text[end:min(len(text), end+prose.LongestIcon)]
		if empty := prose.WordlessElement[name].FindString(after); empty != "" {
			w.edits.Remove(start, end+len(empty))
			w.made = append(w.made, [2]int{start, end + len(empty)})
			return
		}
	}
	isAgain := mark == "**" && closing && prose.BoldAgain.MatchString(text[end:])
	if mark != "`" && !isAgain && w.isNested(mark, closing) {
		with := ""
		if closing {
			with = prose.ThinSpaceBefore(prose.RuneBeside(text, end, prose.Forward, mark[0], true), mark)
		}
		w.edits.Replace(start, end, with)
		return
	}
	switch {
	case isAgain:
		end += len(prose.BoldAgain.FindString(text[end:]))
		w.edits.Replace(start, end, "")
		w.made = append(w.made, [2]int{start, end})
	case mark == "`" && closing && prose.CodeClosed.MatchString(text[:start]), // one element in another
		mark == "`" && !closing && prose.CodeOpened.MatchString(text[end:]):
		w.edits.Replace(start, end, "")
	case mark == "`" && !closing && w.code(name, start, end):
	case mark == "`":
		if name, isEnd, _ := prose.TagBeside(text, end, prose.Forward); closing && !isEnd &&
			prose.MarksOfTags[name] == mark {
			mark += prose.ThinSpace
		}
		w.edits.Replace(start, end, mark)
	case closing:
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
		if prose.EndsWithAnother(text, end) {
			space = ""
		}
		if prose.IsLiteralLast(text[:from], prose.MarksOfTags[name][0]) {
			w.edits.Replace(from-1, from-1, `\`)
		}
		if to < start { // other tags stand behind the space
			w.edits.Replace(from, to, "")
			w.edits.Replace(start, end, mark+space)
			return
		}
		w.edits.Replace(from, end, mark+space+strings.TrimSpace(text[from:start]))
	default:
		space := len(text[end:]) - len(strings.TrimLeftFunc(text[end:], unicode.IsSpace))
		before := prose.RuneBeside(text, start, prose.Backward, mark[0], true)
		first := prose.RuneBeside(text, end, prose.Forward, mark[0], false)
		if prose.NeedsThinSpace(first, before, mark[0]) {
			mark = prose.ThinSpace + mark
		}
		if prose.IsLiteralFirst(strings.TrimLeft(text[end:], " \t"), prose.MarksOfTags[name][0]) {
			mark += `\`
		}
		w.edits.Replace(start, end+space, text[end:end+space]+mark)
	}
}

// isNested counts the elements of a mark, and reports whether one stands in another, or in emphasis of Markdown: the
// mark is written once.
func (w *proseWalk) isNested(mark string, closing bool) bool {
	if closing {
		w.open[mark] = max(w.open[mark]-1, 0)
		return w.open[mark]+w.emphasised[mark] > 0
	}
	w.open[mark]++
	return w.open[mark]+w.emphasised[mark] > 1
}

// code writes an element of code that holds no others on one line, with the characters that its references mean. A
// further line could begin a block of Markdown.
func (w *proseWalk) code(name string, start, end int) bool {
	m := prose.CodeInner.FindStringSubmatch(w.edits.Text[end:])
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
	w.made, w.skip = append(w.made, [2]int{start, end}), append(w.skip, [2]int{start, end})
	return true
}
