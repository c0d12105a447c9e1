package termtable

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode"
)

// JSON writes a value on a line, indented by indent if that is not empty. Characters that command a terminal or turn a line about
// are escaped: what is read by programs is looked at by people too.
func JSON(out io.Writer, value any, indent string) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetIndent("", indent)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return err
	}
	var safe bytes.Buffer
	for _, r := range text.String() { // outside of its strings JSON has none of them but line ends
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			fmt.Fprintf(&safe, `\u%04x`, r)
		} else {
			safe.WriteRune(r)
		}
	}
	_, err := safe.WriteTo(out)
	return err
}
