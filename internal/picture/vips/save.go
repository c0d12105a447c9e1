package vips

// #include "vips.h"
import "C"

import "storefront/internal/picture"

// Default qualities, as in sharp.
var qualities = map[picture.Format]int{picture.WebP: 80, picture.JPEG: 80, picture.AVIF: 50}

// save writes the picture without what cameras and programs add to it. Most of the time that a picture takes is spent
// here; docs/pictures.md has the figures behind these choices.
func (p *pipeline) save() []byte {
	r := &p.recipe
	quality := r.Quality
	if quality == 0 {
		quality = qualities[r.Format]
	}
	args := []arg{{"strip", true}}
	if quality > 0 {
		args = append(args, arg{"Q", quality})
	}
	switch r.Format {
	case picture.JPEG:
		return p.encode("jpegsave_buffer", p.image, append(args, arg{"optimize_coding", true})...)
	case picture.PNG:
		// As in sharp, a quality implies a palette.
		return p.encode("pngsave_buffer", p.image, append(args, arg{"palette", r.Quality > 0}, arg{"compression", 6},
			arg{"filter", "none"})...)
	case picture.AVIF:
		return p.encode("heifsave_buffer", p.image,
			append(args, arg{"compression", "av1"}, arg{"effort", 2}, arg{"subsample_mode", "off"})...)
	case picture.GIF:
		return p.encode("gifsave_buffer", p.image, arg{"strip", true})
	}
	return p.encode("webpsave_buffer", p.image, append(args, arg{"effort", 4})...)
}
