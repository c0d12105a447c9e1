package payload

import (
	"bytes"
	"encoding/json"
)

// JSON writes any of this package's shapes without the escapes that HTML would want: the renderer puts it in place
// safely.
func JSON(v any) ([]byte, error) {
	var b bytes.Buffer
	err := WriteJSON(&b, v)
	return b.Bytes(), err
}

// WriteJSON appends to a buffer what JSON returns.
func WriteJSON(b *bytes.Buffer, v any) error {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	b.Truncate(b.Len() - len("\n"))
	return nil
}
