package source

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"storefront/internal/content/diag"
	"storefront/internal/content/yaml"
	"storefront/internal/lib/lazyregexp"
)

// warnCommentInText warns of a text without quotation marks that YAML ends at a word with a #, as in "Tour #1 in
// Lisbon".
func (d *decoder) warnCommentInText(n *yaml.Node) {
	if n.Quoted || !d.mayHaveComments {
		return
	}
	line := diag.LineOf(d.text, n.Line)
	_, comment, found := strings.Cut(line, n.Value+" #")
	if found && comment != "" && !strings.ContainsAny(comment[:1], " \t#!") {
		d.report(n.Line, n.Col+utf8.RuneCountInString(n.Value)+1, true,
			"YAML reads #%s as a comment: a text with # needs quotation marks", comment)
	}
}

// reportJoinedListItem reports a line that begins as an item of a list does, and that YAML reads as a part of the text
// above it.
func (d *decoder) reportJoinedListItem(n *yaml.Node) {
	if n.Quoted || !strings.Contains(n.Value, " - ") || strings.Contains(diag.LineOf(d.text, n.Line), n.Value) {
		return
	}
	line := diag.LineOf(d.text, n.Line+1)
	text := strings.TrimLeft(line, " ")
	item, isItem := strings.CutPrefix(text, "- ")
	if isItem && strings.Contains(n.Value, " - "+strings.TrimSpace(item)) {
		d.report(n.Line+1, len(line)-len(text)+1, false,
			"this line is read as part of the text above: the items of a list begin one below the other")
	}
}

// markupSigns matches signs of Markdown and HTML that visitors read in a text that is plain.
var markupSigns = lazyregexp.New(`(\*\*)[^\s*][^*]*\*\*|(\[[^\[\]]+\]\((?:/|https?:|mailto:|tel:|product:)[^()]*\))|` +
	`(</?(?:b|i|u|em|strong|br|p|span|div|a|img|h[1-6]|ul|ol|li|font)(?:\s[^<>]*)?/?>)|` +
	`(&(?:amp|nbsp|quot|apos|lt|gt|#\d+|#x[0-9a-f]+);)`)

// warnMarkup warns of a plain text with such signs.
func (d *decoder) warnMarkup(n *yaml.Node) {
	if d.text == "" || d.allowsUncleanText || !strings.ContainsAny(n.Value, "*[<&") {
		return
	}
	if found := markupSigns.FindStringSubmatch(n.Value); found != nil {
		d.report(n.Line, n.Col, true, "visitors read the signs %s as they are written: this text is plain",
			cmp.Or(found[1:]...))
	}
}

// reportMisplacedKey reports a key at the beginning of the prose, which is below the front matter by mistake.
func (f *file) reportMisplacedKey(p *structInfo) {
	prose := strings.TrimLeft(f.body, "\n \t")
	key, value, found := strings.Cut(prose, ":")
	if _, known := p.fields[key]; !found || !known || value != "" && !strings.ContainsAny(value[:1], " \n") {
		return
	}
	above := f.body[:len(f.body)-len(prose)]
	f.report(f.line+strings.Count(above, "\n"), 1, key != "draft",
		"%q is below the front matter, so visitors read it; move it above the closing ---", key)
}
