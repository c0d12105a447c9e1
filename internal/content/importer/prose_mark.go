package importer

import (
	"cmp"
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// longestIcon is how long the content of an element without words may be.
const longestIcon = 1000

// wordlessElement matches, behind the tag of an element that Markdown has a mark for, that it holds no words.
var wordlessElement = map[string]*regexp.Regexp{}

func init() {
	for name := range marks {
		wordlessElement[name] = regexp.MustCompile(
			`(?is)^(?:\s|&nbsp;|<!--.*?-->|</?(?:i|em|b|strong|s|del|span|font|small)\b[^>]*>)*?</` + name + `\s*>`)
	}
}

// mark writes what Markdown has for a tag. An element without words, such as an icon, is nothing. White space at its
// ends, and what ends a sentence before a letter, stand outside: there, CommonMark takes the mark for text.
func (w *proseWalk) mark(name string, start, end int, closing bool) {
	text, mark := w.edits.text, marks[name]
	if !closing {
		if empty := wordlessElement[name].FindString(text[end:min(len(text), end+longestIcon)]); empty != "" {
			w.edits.remove(start, end+len(empty))
			w.made = append(w.made, [2]int{start, end + len(empty)})
			return
		}
	}
	isAgain := mark == "**" && closing && boldAgain.MatchString(text[end:])
	if mark != "`" && !isAgain && w.isNested(mark, closing) {
		with := ""
		if closing {
			with = thinSpaceBefore(runeBeside(text, end, forward, mark[0], true), mark)
		}
		w.edits.replace(start, end, with)
		return
	}
	switch {
	case isAgain:
		end += len(boldAgain.FindString(text[end:]))
		w.edits.replace(start, end, "")
		w.made = append(w.made, [2]int{start, end})
	case mark == "`" && closing && codeClosed.MatchString(text[:start]), // one element in another
		mark == "`" && !closing && codeOpened.MatchString(text[end:]):
		w.edits.replace(start, end, "")
	case mark == "`" && !closing && w.code(name, start, end):
	case mark == "`":
		if name, isEnd, _ := tagBeside(text, end, forward); closing && !isEnd && marks[name] == mark {
			mark += thinSpace
		}
		w.edits.replace(start, end, mark)
	case closing:
		from, to := spaceWithin(text, start)
		space, next := text[from:to], runeBeside(text, end, forward, mark[0], true)
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
		if space == "" && needsThinSpace(runeBeside(text, beside, backward, mark[0], false), next, mark[0]) {
			mark += thinSpace
		}
		if endsWithAnother(text, end) {
			space = ""
		}
		if isLiteralLast(text[:from], marks[name][0]) {
			w.edits.replace(from-1, from-1, `\`)
		}
		if to < start { // other tags stand behind the space
			w.edits.replace(from, to, "")
			w.edits.replace(start, end, mark+space)
			return
		}
		w.edits.replace(from, end, mark+space+strings.TrimSpace(text[from:start]))
	default:
		space := len(text[end:]) - len(strings.TrimLeftFunc(text[end:], unicode.IsSpace))
		before := runeBeside(text, start, backward, mark[0], true)
		if first := runeBeside(text, end, forward, mark[0], false); needsThinSpace(first, before, mark[0]) {
			mark = thinSpace + mark
		}
		if isLiteralFirst(strings.TrimLeft(text[end:], " \t"), marks[name][0]) {
			mark += `\`
		}
		w.edits.replace(start, end+space, text[end:end+space]+mark)
	}
}

// isLiteralFirst reports whether words begin with the sign of their mark as a character, which would be read as a part
// of the mark.
func isLiteralFirst(words string, sign byte) bool {
	return len(words) > 1 && words[0] == sign && (strings.HasPrefix(words[1:], "</") || words[1] == ' ')
}

// isLiteralLast reports whether words end with it so.
func isLiteralLast(words string, sign byte) bool {
	last := len(words) - 1
	return last > 0 && words[last] == sign && words[last-1] == ' '
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

// isOfWord reports whether a character is of a word. Beside one, CommonMark takes no mark that a sign follows or ends.
func isOfWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

var (
	boldAgain  = regexp.MustCompile(`(?i)^<(?:b|strong)>`)
	codeOpened = regexp.MustCompile(`(?i)^\s*<(?:code|tt|kbd|samp)\b`)
	codeClosed = regexp.MustCompile(`(?i)</(?:code|tt|kbd|samp)\s*>\s*$`)
	codeInner  = regexp.MustCompile(`(?i)^([^<]*)</(code|tt|kbd|samp)\s*>`)
	backticks  = regexp.MustCompile("`+")
)

// code writes an element of code that holds no others on one line, with the characters that its references mean. A
// further line could begin a block of Markdown.
func (w *proseWalk) code(name string, start, end int) bool {
	m := codeInner.FindStringSubmatch(w.edits.text[end:])
	if m == nil || !strings.EqualFold(m[2], name) || !strings.ContainsAny(m[1], "&\n`") {
		return false
	}
	inner, mark := strings.ReplaceAll(html.UnescapeString(m[1]), "\n", " "), "`"
	for slices.Contains(backticks.FindAllString(inner, -1), mark) {
		mark += "`"
	}
	if w.inCell {
		inner = strings.ReplaceAll(inner, "|", `\|`)
	}
	if strings.HasPrefix(inner, "`") || strings.HasSuffix(inner, "`") {
		inner = " " + inner + " "
	}
	end += len(m[0])
	w.edits.replace(start, end, mark+inner+mark)
	w.made, w.skip = append(w.made, [2]int{start, end}), append(w.skip, [2]int{start, end})
	return true
}

// wordlessLink returns the words of a link that shows none: those that it has for screen readers.
func wordlessLink(attributes map[string]string) string {
	return plain(cmp.Or(attributes["aria-label"], attributes["title"]))
}

// isWordless reports whether what a link holds shows neither words nor a picture.
func isWordless(inner string) bool {
	return !strings.Contains(inner, "![") && !images.MatchString(inner) &&
		strings.Trim(strings.ReplaceAll(tag.ReplaceAllString(inner, ""), "&nbsp;", ""), " \t\n\u00a0") == ""
}
