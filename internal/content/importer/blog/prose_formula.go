package blog

import (
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

var (
	// formula matches TeX between delimiters that only formulas have: of one paragraph, or between two dollar signs
	// also of several.
	formula = lazyregexp.New(strings.ReplaceAll(`\$\$((?s:.+?))\$\$|\\\\\[(…)\\\\\]|\\\\\((…)\\\\\)|`+
		`(\\begin\{(?:equation|align|gather|multline|eqnarray)\*?\}…\\end\{\w+\*?\})`, "…", `(?:\n?[^\n])+?\n?`))
	// inlineFormula matches TeX between delimiters that also occur in other texts.
	inlineFormula = lazyregexp.New(`\$([^\s$](?:[^$\n]*[^\s$\\])?)\$(?:[^\d$]|$)|\\\(([^\n]+?)\\\)|\\\[([^\n]+?)\\\]`)
	amount        = lazyregexp.New(`^[\d.,]+$`)
)

// formulaKeys are the keys of front matter and configurations that enable formulas in themes.
var formulaKeys = []string{"math", "mathjax", "katex", "usemath", "use_math", "latex"}

// convertFormulas makes TeX code, so that it stays as it is written. Storefronts do not render formulas.
func (b *blog) convertFormulas(p *post, text string) *prose.Edits {
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
			if inCode(start) || inCode(to) || isPriceRange(text, start, from, to) ||
				hasBlankLines(text, start, to+sign) {
				next = max(from, start+1) // its closing delimiter may open a formula
				continue
			}
			next = at + m[1]
			if e.Covers(start) || amount.MatchString(tex) {
				continue
			}
			e.Replace(start, to+sign, e.CodeReplacement(start, to+sign, strings.Trim(tex, "\n"), "tex"))
			first = min(first, start)
		}
	}
	mark(formula)
	isOn := first < len(text) || slices.ContainsFunc(formulaKeys, func(key string) bool {
		return isTrue(p.front.Get(key)) || isTrue(p.front.At("params", key)) || isTrue(b.config.At("params", key))
	})
	if isOn {
		mark(inlineFormula)
	}
	if first < len(text) {
		b.noteInProse(p, p.sourceOffset(first), importer.Note{Field: "formula", Value: firstWord(text[first:]),
			Why: "formulas are not drawn here; those of this post are shown as code"})
	}
	return e
}

// blankLine matches the end of a paragraph, also in a quotation.
var blankLine = lazyregexp.New(`\n[ \t>]*\n`)

// hasBlankLines reports whether a text has blank lines and is not a formula. In kramdown, a formula with blank lines is
// a paragraph of its own, and contains a command of TeX.
func hasBlankLines(text string, start, end int) bool {
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

// priceRangeEnd matches what follows $$ in a range of prices: another $, the end of a parenthesis or of a cell.
var priceRangeEnd = lazyregexp.New(`^(?:\$|\)|[ \t]*\|\s)`)

// isPriceRange reports whether $$ is a range of prices, as in "Inn: $$$$" or "food ($$)".
func isPriceRange(text string, start, from, to int) bool {
	if text[start:from] != "$$" {
		return false
	}
	tex, end := text[from:to], to+len("$$")
	before := text[strings.LastIndexByte(text[:start], '\n')+1 : start]
	last := tex[strings.LastIndexByte(tex, '\n')+1:]
	return priceRangeEnd.MatchString(tex) || start > 0 && text[start-1] == '$' || end < len(text) && text[end] == '$' ||
		strings.HasPrefix(tex, "\n") && strings.Trim(before, " \t>") != "" && strings.Trim(last, " \t>") != ""
}
