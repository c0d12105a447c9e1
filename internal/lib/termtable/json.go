package termtable

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode"
)

// JSON writes a value on one line, or indented by indent. It escapes control and bidirectional characters, because
// people read the output on terminals, too.
func JSON(out io.Writer, value any, indent string) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetIndent("", indent)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return err
	}
	var safe bytes.Buffer
	for _, r := range text.String() { // outside of strings JSON has only line ends of them
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			fmt.Fprintf(&safe, `\u%04x`, r)
		} else {
			safe.WriteRune(r)
		}
	}
	_, err := safe.WriteTo(out)
	return err
}
