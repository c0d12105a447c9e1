package vips_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"testing"

	"storefront/internal/picture"
	"storefront/internal/picture/vips"
)

// engine is the one of all tests. A machine without libvips fails them: tools/need.sh vips.
func engine(t testing.TB) *vips.Engine {
	t.Helper()
	e, err := vips.Open(vips.DefaultLimits)
	if err != nil {
		t.Fatalf("%v (tools/need.sh vips installs it)", err)
	}
	return e
}

// drawn is a picture with something to see: a slope of colours and a dark disc.
func drawn(width, height int) image.Image {
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := color.NRGBA{uint8(255 * x / width), uint8(255 * y / height), 120, 255}
			if dx, dy := x-width/3, y-height/2; dx*dx+dy*dy < height*height/16 {
				c = color.NRGBA{20, 30, 40, 255}
			}
			m.SetNRGBA(x, y, c)
		}
	}
	return m
}

func asPNG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asJPEG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func made(t testing.TB, source []byte, modifiers string) picture.Header {
	t.Helper()
	header, err := picture.Probe(source)
	if err != nil {
		t.Fatal(err)
	}
	recipe, err := picture.Parse(modifiers)
	if err != nil {
		t.Fatalf("%s: %v", modifiers, err)
	}
	if recipe.Format == "" {
		recipe.Format = picture.WebP
	}
	data, err := engine(t).Make(t.Context(), source, header, recipe)
	if err != nil {
		t.Fatalf("%s: %v", modifiers, err)
	}
	got, err := picture.Probe(data)
	if err != nil {
		t.Fatalf("%s: %v", modifiers, err)
	}
	return got
}

func TestEveryModifierMakesAPictureOfTheSizeItSays(t *testing.T) {
	source := asPNG(t, drawn(600, 400))
	for _, test := range []struct {
		modifiers     string
		width, height int
		format        picture.Format
	}{
		{"_", 600, 400, picture.WebP},
		{"f_avif", 600, 400, picture.AVIF},
		{"f_jpg", 600, 400, picture.JPEG},
		{"f_png", 600, 400, picture.PNG},
		{"f_png,q_50", 600, 400, picture.PNG},
		{"f_gif", 600, 400, picture.GIF},
		{"w_300", 300, 200, picture.WebP},
		{"h_100", 150, 100, picture.WebP},
		{"w_1200", 600, 400, picture.WebP},
		{"enlarge,w_1200", 1200, 800, picture.WebP},
		{"s_200x200", 200, 200, picture.WebP},
		{"s_200", 200, 200, picture.WebP},
		{"s_1000x1000", 400, 400, picture.WebP},
		{"s_200x200,fit_contain,b_fff", 200, 200, picture.WebP},
		{"s_200x200,fit_contain,b_transparent", 200, 200, picture.WebP},
		{"s_200x200,fit_inside", 200, 133, picture.WebP},
		{"s_200x200,fit_outside", 300, 200, picture.WebP},
		{"s_200x100,fit_fill", 200, 100, picture.WebP},
		{"s_200x200,pos_top", 200, 200, picture.WebP},
		{"s_200x200,pos_entropy", 200, 200, picture.WebP},
		{"s_200x200,kernel_nearest", 200, 200, picture.WebP},
		{"extract_10_20_300_200", 300, 200, picture.WebP},
		{"extend_10_20_30_40,b_f00", 660, 440, picture.WebP},
		{"rotate_90", 400, 600, picture.WebP},
		{"rotate_45", 707, 707, picture.WebP},
		{"flip,flop", 600, 400, picture.WebP},
		{"w_10,h_10,q_50,blur_3", 10, 7, picture.WebP},
		{"s_10x10,q_50,blur_3", 10, 10, picture.WebP},
		{"blur", 600, 400, picture.WebP},
		{"sharpen", 600, 400, picture.WebP},
		{"sharpen_2_1_2", 600, 400, picture.WebP},
		{"median", 600, 400, picture.WebP},
		{"gamma_2", 600, 400, picture.WebP},
		{"negate", 600, 400, picture.WebP},
		{"normalize", 600, 400, picture.WebP},
		{"threshold_100", 600, 400, picture.WebP},
		{"tint_ff0000", 600, 400, picture.WebP},
		{"grayscale", 600, 400, picture.WebP},
		{"modulate_1.5_0.5_90", 600, 400, picture.WebP},
		{"flatten,b_fff", 600, 400, picture.WebP},
	} {
		got := made(t, source, test.modifiers)
		if got.Width != test.width || got.Height != test.height || got.Format != test.format {
			t.Errorf("%s: %+v, want %d×%d %s", test.modifiers, got, test.width, test.height, test.format)
		}
	}
	_ = os.Stdout
}
