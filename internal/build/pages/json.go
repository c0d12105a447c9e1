package pages

import (
	"bytes"
	"encoding/json"
	"fmt"
	"storefront/internal/core/payload"
	"strconv"
)

// mustJSON is for our own shapes, which always can be written.
func mustJSON(v any) []byte {
	b, err := payload.JSON(v)
	if err != nil {
		panic(err)
	}
	return b
}

// field is a part of a payload that is JSON already, and big: it is put in place without being read.
type field struct {
	name string
	json []byte
}

// splice appends fields to a JSON object.
func splice(object []byte, fields []field) []byte {
	size := len(object)
	for _, f := range fields {
		size += len(f.name) + len(f.json) + 4
	}
	out := append(make([]byte, 0, size), object[:len(object)-1]...)
	for _, f := range fields {
		out = append(out, ',')
		out = strconv.AppendQuote(out, f.name)
		out = append(out, ':')
		out = append(out, f.json...)
	}
	return append(out, '}')
}

// changeText returns a JSON object with one of its own texts changed. What stands inside other members is not looked
// at.
func changeText(object []byte, name string, change func(string) string) ([]byte, error) {
	d := json.NewDecoder(bytes.NewReader(object))
	_, err := d.Token() // {
	for err == nil && d.More() {
		var key json.Token
		if key, err = d.Token(); err != nil {
			break
		}
		begin := d.InputOffset() + 1 // the colon
		var value json.RawMessage
		if err = d.Decode(&value); err != nil || key != name {
			continue
		}
		var text string
		if err = json.Unmarshal(value, &text); err != nil {
			break
		}
		return bytes.Join([][]byte{object[:begin], mustJSON(change(text)), object[d.InputOffset():]}, nil), nil
	}
	if err == nil {
		err = fmt.Errorf("there is no %q", name)
	}
	return nil, fmt.Errorf("change a payload: %w", err)
}
