package payload

import (
	"bytes"
	"encoding/json"
)

// JSON writes any of this package's shapes without the escapes that HTML would want: the renderer puts it in place
// safely.
func JSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
