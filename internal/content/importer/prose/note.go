package prose

import (
	"strconv"
	"strings"

	"storefront/internal/lib/lazyregexp"
)

var (
	noteUse        = lazyregexp.New(`\[\^([^\]\s]+)\]`)
	noteDefinition = lazyregexp.New(`(?m)^[ \t>]*\[\^([^\]\s]+)\]:`)
)

// placeholders holds texts that the conversion of HTML would escape, while placeholders replace them.
type placeholders []string

// add returns the placeholder of a text. It consists of private use characters.
func (k *placeholders) add(text string) string {
	*k = append(*k, text)
	return "\ue000" + strconv.Itoa(len(*k)-1) + "\ue001"
}

var placeholder = lazyregexp.New(`\x{e000}(\d+)\x{e001}`)

// restore replaces the placeholders with their texts.
func (k *placeholders) restore(text string) string {
	return placeholder.ReplaceAllStringFunc(text, func(place string) string {
		n, err := strconv.Atoi(placeholder.FindStringSubmatch(place)[1])
		if err != nil || n >= len(*k) {
			return "" // private use characters of the source
		}
		return (*k)[n]
	})
}

// footnoteNames returns the names of the footnotes that prose defines.
func footnoteNames(text string) map[string]bool {
	names := map[string]bool{}
	for _, m := range noteDefinition.FindAllStringSubmatch(text, -1) {
		names[m[1]] = true
	}
	return names
}

// extractNotes protects references to footnotes, and extracts the footnotes that a span of HTML defines.
func (k *placeholders) extractNotes(text string, names map[string]bool) (rest, definitions string) {
	if len(names) == 0 {
		return text, ""
	}
	var words, notes strings.Builder
	within, indent, parted := false, 0, false
	for line := range strings.Lines(text) {
		own := ColumnWidth(IndentOf(line))
		trimmed := strings.TrimSpace(line)
		switch {
		case noteDefinition.MatchString(line):
			within, indent = true, own
		case trimmed == "":
			parted = true
			words.WriteString(line)
			continue
		case parted && own < indent+4, strings.HasPrefix(trimmed, "<"):
			within = false
		}
		if !within {
			words.WriteString(line)
		} else {
			if parted {
				notes.WriteByte('\n')
			}
			notes.WriteString(strings.TrimLeft(line[:min(indent, len(IndentOf(line)))], " \t") +
				line[min(indent, len(IndentOf(line))):])
		}
		parted = false
	}
	rest = noteUse.ReplaceAllStringFunc(words.String(), func(use string) string {
		if !names[noteUse.FindStringSubmatch(use)[1]] {
			return use
		}
		return k.add(use)
	})
	return rest, strings.TrimRight(notes.String(), "\n")
}

// colonLine matches the lines that open and close admonitions and other directives.
var colonLine = lazyregexp.New(`(?m)^([ \t]*)(:{2,}.*)$`)

// protectDirectives protects lines that begin with colons, each as a paragraph of its own.
func (k *placeholders) protectDirectives(text string) string {
	e, inCode := &Edits{Text: text}, CodeIn(text)
	for _, m := range colonLine.FindAllStringSubmatchIndex(text, -1) {
		if !inCode(m[0]) {
			e.Replace(m[0], m[1], "\n"+text[m[2]:m[3]]+k.add(strings.TrimSpace(text[m[4]:m[5]]))+"\n")
		}
	}
	text, _ = e.Apply()
	return text
}
