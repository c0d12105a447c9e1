package blog

import (
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

var (
	// formula matches TeX of one paragraph, between two dollar signs also of several, between signs that only formulas
	// have.
	formula = lazyregexp.New(strings.ReplaceAll(`\$\$((?s:.+?))\$\$|\\\\\[(…)\\\\\]|\\\\\((…)\\\\\)|`+
		`(\\begin\{(?:equation|align|gather|multline|eqnarray)\*?\}…\\end\{\w+\*?\})`, "…", `(?:\n?[^\n])+?\n?`))
	// inlineFormula matches TeX between signs that other texts have too.
	inlineFormula = lazyregexp.New(`\$([^\s$](?:[^$\n]*[^\s$\\])?)\$(?:[^\d$]|$)|\\\(([^\n]+?)\\\)|\\\[([^\n]+?)\\\]`)
	amount        = lazyregexp.New(`^[\d.,]+$`)
)

// withFormulas are the keys of front matter and configurations by which themes draw formulas.
var withFormulas = []string{"math", "mathjax", "katex", "usemath", "use_math", "latex"}

// formulas makes TeX code, so that it stays as it was written: nothing here draws it.
func (b *blog) formulas(p *post, text string) *prose.Edits {
	e, inCode := &prose.Edits{Text: text}, prose.CodeIn(text)
	first := len(text)
	mark := func(form *lazyregexp.Regexp) {
		for at, next := 0, 0; at < len(text); at = next {
			m := form.FindStringSubmatchIndex(text[at:])
			if m == nil {
				return
			}
			inner := slices.IndexFunc(m[2:], func(at int) bool { return at >= 0 }) + 2
			start, from, to := at+m[0], at+m[inner], at+m[inner+1]
			sign, tex := from-start, text[from:to]
			if inCode(start) || inCode(to) || isOfPrices(text, start, from, to) || isCutByBlank(text, start, to+sign) {
				next = max(from, start+1) // its end may begin a formula
				continue
			}
			next = at + m[1]
			if e.Covers(start) || amount.MatchString(tex) {
				continue
			}
			e.Replace(start, to+sign, e.Code(start, to+sign, strings.Trim(tex, "\n"), "tex"))
			first = min(first, start)
		}
	}
	mark(formula)
	isOn := first < len(text) || slices.ContainsFunc(withFormulas, func(key string) bool {
		return isTrue(p.front.Get(key)) || isTrue(p.front.At("params", key)) || isTrue(b.config.At("params", key))
	})
	if isOn {
		mark(inlineFormula)
	}
	if first < len(text) {
		b.in(p, p.back(first), importer.Note{Field: "formula", Value: firstWord(text[first:]),
			Why: "formulas are not drawn here; those of this post are shown as they are written, as code"})
	}
	return e
}

// blankLine matches the end of a paragraph, also in a quotation.
var blankLine = lazyregexp.New(`\n[ \t>]*\n`)

// isCutByBlank reports whether a text has blank lines in it and is no formula: one with blank lines is a paragraph of
// its own, as kramdown has it, and says something in TeX.
func isCutByBlank(text string, start, end int) bool {
	if !blankLine.MatchString(text[start:end]) {
		return false
	}
	line := strings.LastIndexByte(text[:start], '\n') + 1
	above := strings.LastIndexByte(text[:max(line-1, 0)], '\n') + 1
	return strings.Trim(text[above:start], " \t>\n") != "" || !blockEnds.MatchString(text[end:]) ||
		!commandOfTeX.MatchString(text[start:end])
}

var (
	blockEnds    = lazyregexp.New(`^[ \t]*(?:\n[ \t>]*(?:\n|$)|$)`)
	commandOfTeX = lazyregexp.New(`\\(?:[a-zA-Z]{2}|\\)`)
)

// notTeX matches what follows $$ that is a range of prices: another $, the end of a parenthesis or of a cell.
var notTeX = lazyregexp.New(`^(?:\$|\)|[ \t]*\|\s)`)

// isOfPrices reports whether $$ before or after a text means a range of prices, as in "Inn: $$$$" or "food ($$)".
func isOfPrices(text string, start, from, to int) bool {
	if text[start:from] != "$$" {
		return false
	}
	tex, end := text[from:to], to+len("$$")
	before := text[strings.LastIndexByte(text[:start], '\n')+1 : start]
	last := tex[strings.LastIndexByte(tex, '\n')+1:]
	return notTeX.MatchString(tex) || start > 0 && text[start-1] == '$' || end < len(text) && text[end] == '$' ||
		strings.HasPrefix(tex, "\n") && strings.Trim(before, " \t>") != "" && strings.Trim(last, " \t>") != ""
}
