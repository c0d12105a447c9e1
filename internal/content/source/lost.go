package source

import (
	"strings"
	"unicode/utf8"

	"storefront/internal/content/diag"
	"storefront/internal/content/yaml"
)

// cutOff warns of a text without quotation marks that YAML ends at a word with a #, as in "Tour #1 in Lisbon".
func (d *decoder) cutOff(n *yaml.Node) {
	if n.Quoted || !d.hashes {
		return
	}
	line := diag.LineOf(d.text, n.Line)
	_, comment, found := strings.Cut(line, n.Value+" #")
	if found && comment != "" && !strings.ContainsAny(comment[:1], " \t#!") {
		d.at(n.Line, n.Col+utf8.RuneCountInString(n.Value)+1, true,
			"YAML takes #%s for a comment: a text with # needs quotation marks", comment)
	}
}

// misplaced reports a key at the beginning of the prose, which stands below the front matter by mistake.
func (f *file) misplaced(p *plan) {
	prose := strings.TrimLeft(f.body, "\n \t")
	key, value, found := strings.Cut(prose, ":")
	if _, known := p.fields[key]; !found || !known || value != "" && !strings.ContainsAny(value[:1], " \n") {
		return
	}
	above := f.body[:len(f.body)-len(prose)]
	f.at(f.line+strings.Count(above, "\n"), 1, key != "draft",
		"%q stands below the front matter, so it is prose; write it above the closing ---", key)
}
