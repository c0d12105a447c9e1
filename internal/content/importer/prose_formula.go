package importer

import (
	"regexp"
	"slices"
	"strings"
)

var (
	// formula matches TeX between signs that only formulas have.
	formula = regexp.MustCompile(`(?s)\$\$(.+?)\$\$|\\\\\[(.+?)\\\\\]|\\\\\((.+?)\\\\\)`)
	// inlineFormula matches TeX between signs that other texts have too.
	inlineFormula = regexp.MustCompile(`\$([^\s$](?:[^$\n]*[^\s$\\])?)\$(?:\D|$)|\\\(([^\n]+?)\\\)|\\\[([^\n]+?)\\\]`)
	amount        = regexp.MustCompile(`^[\d.,]+$`)
)

// withFormulas are the keys of front matter and configurations by which themes draw formulas.
var withFormulas = []string{"math", "mathjax", "katex", "usemath", "use_math", "latex"}

// formulas makes TeX code, so that it stays as it was written: nothing here draws it.
func (b *blog) formulas(p *post, text string) *edits {
	e, inCode := &edits{text: text}, codeIn(text)
	first := len(text)
	mark := func(form *regexp.Regexp) {
		for _, m := range form.FindAllStringSubmatchIndex(text, -1) {
			part := slices.IndexFunc([]int{m[2], m[4], m[6]}, func(at int) bool { return at >= 0 })
			from, to := m[2+2*part], m[3+2*part]
			tex := text[from:to]
			sign := from - m[0]
			if inCode(m[0]) || e.covers(m[0]) || strings.Contains(tex, "\n\n") || amount.MatchString(tex) {
				continue
			}
			e.replace(m[0], to+sign, e.code(m[0], to+sign, strings.Trim(tex, "\n"), "tex"))
			first = min(first, m[0])
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
		b.in(p, p.back(first), Note{Field: "formula", Value: firstWord(text[first:]),
			Why: "formulas are not drawn here; those of this post are shown as they are written, as code"})
	}
	return e
}
