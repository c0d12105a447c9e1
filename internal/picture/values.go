package picture

import (
	"image/color"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/image/colornames"

	"storefront/internal/core/fault"
)

// Colour is not premultiplied.
type Colour struct{ R, G, B, A uint8 }

func trim(r *Recipe, values []string) (code fault.FieldCode) {
	r.Trims = true
	r.Trim, code = optional(values, 10, 0, 255)
	return code
}

// blur is mild without a value, which an R of 0 would not be.
func blur(r *Recipe, values []string) (code fault.FieldCode) {
	r.Blur, code = optional(values, MildBlur, 0.3, LargestBlur)
	return code
}

// MildBlur averages neighbouring pixels.
const MildBlur = -1

func sharpen(r *Recipe, values []string) (code fault.FieldCode) {
	r.Sharpen = &Sharpen{Flat: 1, Jagged: 2}
	if len(values) == 0 {
		return ""
	}
	if len(values) > 3 {
		return fault.Format
	}
	into := []*float64{&r.Sharpen.Sigma, &r.Sharpen.Flat, &r.Sharpen.Jagged}
	for i, value := range values {
		low := 0.0
		if i == 0 {
			low = 0.01
		}
		if *into[i], code = number(value, low, 10000); code != "" {
			return code
		}
	}
	r.Sharpen.Sigma = min(r.Sharpen.Sigma, mostSharpened)
	return ""
}

// mostSharpened is libvips' own bound. IPX's example uses 30.
const mostSharpened = 10

func median(r *Recipe, values []string) (code fault.FieldCode) {
	if len(values) == 0 {
		r.Median = 3
		return ""
	}
	r.Median, code = oneInt(values, 1, LargestMedian)
	return code
}

func gamma(r *Recipe, values []string) (code fault.FieldCode) {
	if len(values) > 2 {
		return fault.Format
	}
	r.Gamma, r.GammaOut = 2.2, 2.2
	if len(values) > 0 {
		if r.Gamma, code = number(values[0], 1, 3); code != "" {
			return code
		}
		r.GammaOut = r.Gamma
	}
	if len(values) > 1 {
		r.GammaOut, code = number(values[1], 1, 3)
	}
	return code
}

func threshold(r *Recipe, values []string) (code fault.FieldCode) {
	if len(values) == 0 {
		r.Threshold = 128
		return ""
	}
	r.Threshold, code = oneInt(values, 0, 255)
	return code
}

// modulate takes brightness, saturation and hue. IPX passes on the first only.
func modulate(r *Recipe, values []string) (code fault.FieldCode) {
	if len(values) == 0 {
		return fault.Required
	}
	if len(values) > 3 {
		return fault.Format
	}
	r.Modulates = true
	r.Brightness, r.Saturation, r.Hue = 1, 1, 0
	for i, into := range []*float64{&r.Brightness, &r.Saturation, &r.Hue}[:len(values)] {
		high := 10.0
		if i == 2 {
			high = 360
		}
		if *into, code = number(values[i], 0, high); code != "" {
			return code
		}
	}
	return ""
}

func word(values []string) (string, fault.FieldCode) {
	if len(values) == 0 || values[0] == "" {
		return "", fault.Required
	}
	if len(values) > 1 {
		return "", fault.Format
	}
	return values[0], ""
}

func one(values []string, low, high float64) (float64, fault.FieldCode) {
	value, code := word(values)
	if code != "" {
		return 0, code
	}
	return number(value, low, high)
}

func optional(values []string, otherwise, low, high float64) (float64, fault.FieldCode) {
	if len(values) == 0 {
		return otherwise, ""
	}
	return one(values, low, high)
}

func oneInt(values []string, low, high int) (int, fault.FieldCode) {
	value, code := word(values)
	if code != "" {
		return 0, code
	}
	n, code := integers([]string{value}, 1, low, high)
	if code != "" {
		return 0, code
	}
	return n[0], ""
}

var (
	wholeNumber = regexp.MustCompile(`^(0|[1-9][0-9]{0,8})$`)
	anyNumber   = regexp.MustCompile(`^-?(0|[1-9][0-9]{0,8})(\.[0-9]{1,8})?$`)
	hexColour   = regexp.MustCompile(`^#?([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$`)
)

func integers(values []string, count, low, high int) ([]int, fault.FieldCode) {
	if len(values) == 0 {
		return nil, fault.Required
	}
	if len(values) != count {
		return nil, fault.Format
	}
	var all []int
	for _, value := range values {
		if !wholeNumber.MatchString(value) {
			return nil, fault.Format
		}
		n, err := strconv.Atoi(value)
		switch {
		case err != nil:
			return nil, fault.Format
		case n < low:
			return nil, fault.Min
		case n > high:
			return nil, fault.Max
		}
		all = append(all, n)
	}
	return all, ""
}

func number(value string, low, high float64) (float64, fault.FieldCode) {
	if !anyNumber.MatchString(value) {
		return 0, fault.Format
	}
	n, err := strconv.ParseFloat(value, 64)
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

// colour reads the hexadecimal digits of CSS, with or without #, and its names.
func colour(values []string) (*Colour, fault.FieldCode) {
	value, code := word(values)
	if code != "" {
		return nil, code
	}
	value = strings.ToLower(value)
	if value == "transparent" {
		return &Colour{}, ""
	}
	if known, ok := colornames.Map[value]; ok {
		return named(known), ""
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

func named(c color.RGBA) *Colour { return &Colour{c.R, c.G, c.B, c.A} }
