package picture

import (
	"regexp"
	"strconv"
	"strings"

	"storefront/internal/core/fault"
)

// The most that is read of a source: what phones and cameras make.
const (
	MaxSourceBytes  = 32 << 20
	MaxSourcePixels = 50_000_000
)

// Colour is not premultiplied.
type Colour struct{ R, G, B, A uint8 }

func singleValue(values []string) (string, fault.FieldCode) {
	if len(values) == 0 || values[0] == "" {
		return "", fault.Required
	}
	if len(values) > 1 {
		return "", fault.Format
	}
	return values[0], ""
}

func singleInt(values []string, low, high int) (int, fault.FieldCode) {
	value, code := singleValue(values)
	if code != "" {
		return 0, code
	}
	if !wholeNumber.MatchString(value) {
		return 0, fault.Format
	}
	n, err := strconv.Atoi(value)
	switch {
	case err != nil:
		return 0, fault.Format
	case n < low:
		return 0, fault.Min
	case n > high:
		return 0, fault.Max
	}
	return n, ""
}

var (
	wholeNumber = regexp.MustCompile(`^(0|[1-9][0-9]{0,8})$`)
	hexColour   = regexp.MustCompile(`^#?([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$`)
)

// namedColours are the names of the colours that pages use.
var namedColours = map[string]Colour{
	"transparent": {}, "black": {A: 255}, "white": {255, 255, 255, 255},
}

// parseColour reads the hexadecimal digits of CSS, with or without #, and the names of colours.
func parseColour(values []string) (*Colour, fault.FieldCode) {
	value, code := singleValue(values)
	if code != "" {
		return nil, code
	}
	if known, ok := namedColours[value]; ok {
		return &known, ""
	}
	if !hexColour.MatchString(value) {
		return nil, fault.Format
	}
	digits := strings.TrimPrefix(value, "#")
	if len(digits) < 6 {
		var b strings.Builder
		for _, d := range digits {
			b.WriteRune(d)
			b.WriteRune(d)
		}
		digits = b.String()
	}
	if len(digits) == 6 {
		digits += "ff"
	}
	n, err := strconv.ParseUint(digits, 16, 32)
	if err != nil {
		return nil, fault.Format
	}
	return &Colour{uint8(n >> 24), uint8(n >> 16), uint8(n >> 8), uint8(n)}, ""
}
