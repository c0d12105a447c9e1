package picture

import (
	"strings"

	"storefront/internal/core/fault"
)

// modifier adds a modifier with its values to a recipe, or returns an error for the values.
type modifier func(r *Recipe, values []string) fault.FieldCode

// modifiers has the modifiers that pages use under their names in IPX.
var modifiers = map[string]modifier{
	"format": format, "f": format,
	"quality": quality, "q": quality,
	"fit":        fit,
	"background": background, "b": background,
	"width": width, "w": width,
	"height": height, "h": height,
	"resize": resize, "s": resize,
	"blur": blur,
}

func format(r *Recipe, values []string) fault.FieldCode {
	value, code := word(values)
	if code != "" {
		return code
	}
	r.Auto, r.Format = value == "auto", ""
	if r.Auto {
		return ""
	}
	if value == "jpg" {
		value = string(JPEG)
	}
	for _, f := range Formats {
		if value == string(f) {
			r.Format = f
			return ""
		}
	}
	return fault.Unknown
}

func quality(r *Recipe, values []string) (code fault.FieldCode) {
	r.Quality, code = oneInt(values, 1, 100)
	return code
}

func fit(r *Recipe, values []string) fault.FieldCode {
	value, code := word(values)
	if code != "" {
		return code
	}
	switch f := Fit(value); f {
	case Cover, Contain, Fill, Inside, Outside:
		r.Size.Fit = f
		return ""
	}
	return fault.Unknown
}

func background(r *Recipe, values []string) (code fault.FieldCode) {
	r.Background, code = colour(values)
	return code
}

func blur(r *Recipe, values []string) (code fault.FieldCode) {
	r.Blur, code = oneInt(values, 1, LargestBlur)
	return code
}

// width sets the width and leaves the height free, whatever came before, as IPX does.
func width(r *Recipe, values []string) (code fault.FieldCode) {
	r.Size.Height, r.Size.Box = 0, false
	r.Size.Width, code = oneInt(values, 1, LargestSide)
	return code
}

func height(r *Recipe, values []string) (code fault.FieldCode) {
	r.Size.Width, r.Size.Box = 0, false
	r.Size.Height, code = oneInt(values, 1, LargestSide)
	return code
}

// resize takes 200x100, or 200 for a square.
func resize(r *Recipe, values []string) (code fault.FieldCode) {
	value, code := word(values)
	if code != "" {
		return code
	}
	w, h, both := strings.Cut(value, "x")
	if !both {
		h = w
	}
	if r.Size.Width, code = oneInt([]string{w}, 1, LargestSide); code != "" {
		return code
	}
	r.Size.Box = true
	r.Size.Height, code = oneInt([]string{h}, 1, LargestSide)
	return code
}
