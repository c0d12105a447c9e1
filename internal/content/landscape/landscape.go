// Package landscape draws pictures for content that has none yet: dunes under a low sun.
package landscape

import (
	"bytes"
	"hash/fnv"
	"image"
	"image/color"
	"image/jpeg"
	"math"
)

// The size suits the widest pictures of pages.
const (
	width  = 1600
	height = 1067
)

// palette are the colours of a drawn landscape.
type palette struct{ high, low, sun, far, near color.RGBA }

var palettes = []palette{
	{rgb(0x2f4b6e), rgb(0xf3c99b), rgb(0xfff0d0), rgb(0xc98d62), rgb(0x6b3a2a)}, // dusk
	{rgb(0x5f93b8), rgb(0xf0e4cf), rgb(0xfffaf0), rgb(0xd9b384), rgb(0x8a5a34)}, // noon
	{rgb(0x1c3a44), rgb(0xd9a07a), rgb(0xffe3c0), rgb(0x8d6a5a), rgb(0x2e2a33)}, // evening
	{rgb(0x6d7fa8), rgb(0xf5d7c4), rgb(0xfff3e4), rgb(0xb98a86), rgb(0x54405c)}, // dawn
}

func rgb(hex uint32) color.RGBA {
	return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 255}
}

// Draw returns a landscape as a JPEG. Each name has one of its own, always the same.
func Draw(name string) []byte {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(name))
	seed := hash.Sum32()
	colours, shift := palettes[seed%uint32(len(palettes))], float64(seed%997)/997
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	const ridges = 5
	sunX, sunY := (0.2+0.6*shift)*width, 0.42*height
	for x := range width {
		var tops [ridges]float64
		for i := range tops {
			tops[i] = ridge(float64(x)/width, i, shift)
		}
		for y := range height {
			at := mix(colours.high, colours.low, math.Min(1, float64(y)/(0.6*height)))
			away := math.Hypot(float64(x)-sunX, float64(y)-sunY) / height
			at = mix(at, colours.sun, math.Max(math.Min(1, (0.062-away)*400), 0.5*math.Exp(-away*7)))
			for i, top := range tops {
				if depth := float64(y)/height - top; depth > 0 {
					ground := mix(colours.far, colours.near, float64(i)/(ridges-1))
					at = mix(ground, colours.near, math.Min(0.55, depth*1.6))
					at = mix(at, colours.sun, 0.35*math.Exp(-depth*90)) // the light on the crest
				}
			}
			img.SetRGBA(x, y, at)
		}
	}
	var b bytes.Buffer
	_ = jpeg.Encode(&b, img, &jpeg.Options{Quality: 84}) // an image in memory has nothing that could fail
	return b.Bytes()
}

// ridge returns the height of the crest of a dune, as a part of the picture from above.
func ridge(x float64, i int, shift float64) float64 {
	n := float64(i)
	wave := math.Sin(2*math.Pi*(x*(0.7+0.35*n)+shift*3+n*0.37)) + 0.35*math.Sin(2*math.Pi*(x*(1.9-0.2*n)+shift*7+n))
	return 0.5 + 0.095*n + 0.035*wave
}

func mix(a, b color.RGBA, part float64) color.RGBA {
	one := func(a, b uint8) uint8 { return uint8(float64(a) + (float64(b)-float64(a))*part) }
	return color.RGBA{one(a.R, b.R), one(a.G, b.G), one(a.B, b.B), 255}
}
