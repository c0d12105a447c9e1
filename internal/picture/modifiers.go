package picture

import (
	"strings"

	"storefront/internal/core/fault"
)

// modifier is a word of the grammar.
type modifier struct {
	// first modifiers are applied before the others.
	first bool
	// apply adds the modifier to a recipe, or returns an error for its values.
	apply func(r *Recipe, values []string) fault.FieldCode
}

// modifiers has the modifiers of IPX under its names.
var modifiers = byWord(map[string]modifier{
	"format f":         {true, format},
	"quality q":        {true, quality},
	"fit":              {true, fit},
	"position pos":     {true, position},
	"background b":     {true, background},
	"width w":          {false, width},
	"height h":         {false, height},
	"resize s":         {false, resize},
	"enlarge":          {false, flag(func(r *Recipe) { r.Size.Enlarge = true })},
	"kernel":           {false, kernel},
	"extract crop":     {false, extract},
	"extend":           {false, extend},
	"trim":             {false, trim},
	"rotate":           {false, rotate},
	"flip":             {false, flag(func(r *Recipe) { r.Flip = true })},
	"flop":             {false, flag(func(r *Recipe) { r.Flop = true })},
	"blur":             {false, blur},
	"sharpen":          {false, sharpen},
	"median":           {false, median},
	"gamma":            {false, gamma},
	"threshold":        {false, threshold},
	"modulate":         {false, modulate},
	"tint":             {false, tint},
	"flatten":          {false, flag(func(r *Recipe) { r.Flatten = true })},
	"negate":           {false, flag(func(r *Recipe) { r.Negate = true })},
	"normalize":        {false, flag(func(r *Recipe) { r.Normalize = true })},
	"grayscale":        {false, flag(func(r *Recipe) { r.Grayscale = true })},
	"animated a embed": {false, flag(func(*Recipe) {})},
	"r":                {false, ignored},
})

func byWord(rows map[string]modifier) map[string]modifier {
	all := map[string]modifier{}
	for words, m := range rows {
		for word := range strings.FieldsSeq(words) {
			all[word] = m
		}
	}
	return all
}

// ignored takes a number. IPX's own examples have r_45, embed and animated: it does nothing with the first two, and of
// moving pictures only the first is made here.
func ignored(_ *Recipe, values []string) fault.FieldCode {
	_, code := one(values, -360, 360)
	return code
}

func flag(set func(*Recipe)) func(*Recipe, []string) fault.FieldCode {
	return func(r *Recipe, values []string) fault.FieldCode {
		if len(values) > 1 || len(values) == 1 && values[0] != "true" {
			return fault.Format
		}
		set(r)
		return ""
	}
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

// positions are those of sharp, under all its names. Two words may be written with a space, encoded, or a plus.
var positions = map[string]string{
	"center": "centre", "centre": "centre",
	"top": "north", "north": "north", "bottom": "south", "south": "south",
	"left": "west", "west": "west", "right": "east", "east": "east",
	"right top": "northeast", "northeast": "northeast", "right bottom": "southeast", "southeast": "southeast",
	"left bottom": "southwest", "southwest": "southwest", "left top": "northwest", "northwest": "northwest",
	"entropy": "entropy", "attention": "attention",
	"0": "centre", "1": "north", "2": "east", "3": "south", "4": "west",
	"5": "northeast", "6": "southeast", "7": "southwest", "8": "northwest", "16": "entropy", "17": "attention",
}

func position(r *Recipe, values []string) fault.FieldCode {
	value, code := word(values)
	if code != "" {
		return code
	}
	known, ok := positions[strings.ReplaceAll(value, "+", " ")]
	if !ok {
		return fault.Unknown
	}
	r.Size.Position = known
	return ""
}

func background(r *Recipe, values []string) (code fault.FieldCode) {
	r.Background, code = colour(values)
	return code
}

func tint(r *Recipe, values []string) (code fault.FieldCode) {
	r.Tint, code = colour(values)
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

func kernel(r *Recipe, values []string) fault.FieldCode {
	value, code := word(values)
	if code != "" {
		return code
	}
	switch value {
	case "nearest", "linear", "cubic", "mitchell", "lanczos2", "lanczos3":
		r.Kernel = value
		return ""
	}
	return fault.Unknown
}

func extract(r *Recipe, values []string) fault.FieldCode {
	n, code := integers(values, 4, 0, 1<<20)
	if code != "" {
		return code
	}
	if n[2] == 0 || n[3] == 0 {
		return fault.Min
	}
	r.Extract = &Area{Left: n[0], Top: n[1], Width: n[2], Height: n[3]}
	return ""
}

func extend(r *Recipe, values []string) fault.FieldCode {
	n, code := integers(values, 4, 0, LargestSide)
	if code != "" {
		return code
	}
	r.Extend = &Edges{Top: n[0], Right: n[1], Bottom: n[2], Left: n[3]}
	return ""
}

func rotate(r *Recipe, values []string) (code fault.FieldCode) {
	r.Rotate, code = one(values, -360, 360)
	if r.Rotate == 360 || r.Rotate == -360 {
		r.Rotate = 0
	}
	return code
}
