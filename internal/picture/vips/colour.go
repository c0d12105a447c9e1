package vips

import (
	"math"

	"storefront/internal/picture"
)

// chroma returns a and b of a colour in CIE L*a*b*, for light of D65 as sRGB has it (IEC 61966-2-1).
func chroma(c picture.Colour) (a, b float64) {
	red, green, blue := linear(c.R), linear(c.G), linear(c.B)
	x := 0.4124*red + 0.3576*green + 0.1805*blue
	y := 0.2126*red + 0.7152*green + 0.0722*blue
	z := 0.0193*red + 0.1192*green + 0.9505*blue
	fx, fy, fz := root(x/0.9505), root(y), root(z/1.089)
	return 500 * (fx - fy), 200 * (fy - fz)
}

func linear(channel uint8) float64 {
	v := float64(channel) / 255
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

func root(t float64) float64 {
	if t > 216.0/24389 {
		return math.Cbrt(t)
	}
	return (24389.0/27*t + 16) / 116
}
