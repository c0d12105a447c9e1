package picture

import (
	"strings"

	"storefront/internal/core/fault"
)

// modifier adds a modifier with its values to a recipe, or returns an error for the values.
type modifier func(r *Recipe, values []string) fault.FieldCode

// modifiers has the modifiers that pages use under their names in IPX.
var modifiers = map[string]modifier{
	"format": applyFormat, "f": applyFormat,
	"quality": applyQuality, "q": applyQuality,
	"fit":        applyFit,
	"background": applyBackground, "b": applyBackground,
	"width": applyWidth, "w": applyWidth,
	"height": applyHeight, "h": applyHeight,
	"resize": applyResize, "s": applyResize,
	"blur": applyBlur,
}

func applyFormat(r *Recipe, values []string) fault.FieldCode {
	value, code := singleValue(values)
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

func applyQuality(r *Recipe, values []string) (code fault.FieldCode) {
	r.Quality, code = singleInt(values, 1, 100)
	return code
}

func applyFit(r *Recipe, values []string) fault.FieldCode {
	value, code := singleValue(values)
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

func applyBackground(r *Recipe, values []string) (code fault.FieldCode) {
	r.Background, code = parseColour(values)
	return code
}

func applyBlur(r *Recipe, values []string) (code fault.FieldCode) {
	r.Blur, code = singleInt(values, 1, MaxBlur)
	return code
}

// applyWidth sets the width and leaves the height free, whatever came before, as IPX does.
func applyWidth(r *Recipe, values []string) (code fault.FieldCode) {
	r.Size.Height, r.Size.Box = 0, false
	r.Size.Width, code = singleInt(values, 1, MaxSide)
	return code
}

func applyHeight(r *Recipe, values []string) (code fault.FieldCode) {
	r.Size.Width, r.Size.Box = 0, false
	r.Size.Height, code = singleInt(values, 1, MaxSide)
	return code
}

// applyResize takes 200x100, or 200 for a square.
func applyResize(r *Recipe, values []string) (code fault.FieldCode) {
	value, code := singleValue(values)
	if code != "" {
		return code
	}
	w, h, hasHeight := strings.Cut(value, "x")
	if !hasHeight {
		h = w
	}
	if r.Size.Width, code = singleInt([]string{w}, 1, MaxSide); code != "" {
		return code
	}
	r.Size.Box = true
	r.Size.Height, code = singleInt([]string{h}, 1, MaxSide)
	return code
}
