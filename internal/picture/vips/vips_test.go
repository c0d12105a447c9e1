package vips_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"slices"
	"testing"
	"time"

	"golang.org/x/image/webp"

	"storefront/internal/core/fault"
	"storefront/internal/picture"
	"storefront/internal/picture/vips"
)

// engine is the one of all tests. A machine without libvips fails them: npm ci brings it.
func engine(t testing.TB) *vips.Engine {
	t.Helper()
	e, err := vips.Open(vips.DefaultLimits)
	if err != nil {
		t.Fatalf("%v (npm ci brings it)", err)
	}
	return e
}

// testImage is a picture with something to see: a slope of colours and a dark disc.
func testImage(width, height int) image.Image {
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

func makeAndProbe(t testing.TB, source []byte, modifiers string) picture.Header {
	t.Helper()
	got, err := picture.Probe(makePicture(t, source, modifiers))
	if err != nil {
		t.Fatalf("%s: %v", modifiers, err)
	}
	return got
}

func makePicture(t testing.TB, source []byte, modifiers string) []byte {
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
	return data
}

func TestModifiersGiveTheExpectedSizeAndFormat(t *testing.T) {
	source := asPNG(t, testImage(600, 400))
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
		{"s_200x200", 200, 200, picture.WebP},
		{"s_200", 200, 200, picture.WebP},
		{"s_1000x1000", 400, 400, picture.WebP},
		{"s_200x200,fit_contain,b_fff", 200, 200, picture.WebP},
		{"s_200x200,fit_contain,b_transparent", 200, 200, picture.WebP},
		{"s_200x200,fit_inside", 200, 133, picture.WebP},
		{"s_200x200,fit_outside", 300, 200, picture.WebP},
		{"s_200x100,fit_fill", 200, 100, picture.WebP},
		{"w_10,h_10,q_50,blur_3", 10, 7, picture.WebP},
		{"s_10x10,q_50,blur_3", 10, 10, picture.WebP},
		{"blur_5", 600, 400, picture.WebP},
	} {
		got := makeAndProbe(t, source, test.modifiers)
		if got.Width != test.width || got.Height != test.height || got.Format != test.format {
			t.Errorf("%s: %+v, want %d×%d %s", test.modifiers, got, test.width, test.height, test.format)
		}
	}
}

func TestMetadataIsRemovedFromPictures(t *testing.T) {
	tagged := asJPEG(t, testImage(60, 40))
	// Exif that says the camera was held on its side, and where it was.
	exif := "Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06" +
		"\x00\x00\x00\x00\x00\x00 at home"
	tagged = slices.Concat(tagged[:2], []byte{0xff, 0xe1, 0, byte(len(exif) + 2)}, []byte(exif), tagged[2:])
	for _, format := range picture.Formats {
		for _, source := range [][]byte{tagged, asPNG(t, testImage(60, 40))} {
			data := makePicture(t, source, "f_"+string(format))
			for _, word := range []string{"EXIF", "Exif", "at home", "ICCP", "XMP "} {
				if bytes.Contains(data, []byte(word)) {
					t.Errorf("%s holds %s", format, word)
				}
			}
		}
	}
	if got := makeAndProbe(t, tagged, "w_20"); got.Width != 20 || got.Height != 30 {
		t.Errorf("a picture that was taken upright is %d×%d", got.Width, got.Height)
	}
	transparent := asPNG(t, image.NewNRGBA(image.Rect(0, 0, 30, 20)))
	data := makePicture(t, transparent, "_")
	if m, err := webp.Decode(bytes.NewReader(data)); err != nil {
		t.Error(err)
	} else if _, _, _, alpha := m.At(3, 3).RGBA(); alpha != 0 {
		t.Error("what could be seen through cannot any more")
	}
}

func TestJPEGIsBaseline(t *testing.T) {
	data := makePicture(t, asPNG(t, testImage(60, 40)), "f_jpeg")
	// The marker before the size: C0 is baseline, C2 progressive (ITU T.81, table B.1).
	if !bytes.Contains(data, []byte{0xff, 0xc0}) || bytes.Contains(data, []byte{0xff, 0xc2}) {
		t.Error("a JPEG is not baseline")
	}
}

func TestMakeStopsAtItsDeadline(t *testing.T) {
	source := asPNG(t, testImage(2000, 1500))
	header, err := picture.Probe(source)
	if err != nil {
		t.Fatal(err)
	}
	recipe, err := picture.Parse("f_webp,blur_100")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := engine(t).Make(ctx, source, header, recipe); !fault.Is(err, fault.Unavailable) ||
		!errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

func TestDamagedPicturesAreReportedAsInvalidSource(t *testing.T) {
	for name, whole := range map[string][]byte{
		"JPEG": asJPEG(t, testImage(300, 200)), "PNG": asPNG(t, testImage(300, 200)),
		"WebP": makePicture(t, asPNG(t, testImage(300, 200)), "_"), "AVIF": makePicture(t,
			asPNG(t, testImage(300, 200)), "f_avif"),
	} {
		for _, part := range []int{2, 3, 5} {
			data := whole[:len(whole)-len(whole)/part]
			header, err := picture.Probe(data)
			if err == nil {
				_, err = engine(t).Make(t.Context(), data, header,
					picture.Recipe{Format: picture.WebP, Size: picture.Size{Width: 50}})
			}
			if !fault.Is(err, fault.Invalid) || fault.Of(err).Fields[0].Name != "source" {
				t.Errorf("%s without its last %dth: %v", name, part, err)
			}
		}
	}
}

func TestHugePictureIsRejectedBeforeItIsDecoded(t *testing.T) {
	for _, h := range []picture.Header{{Format: picture.PNG, Width: 20000, Height: 20000},
		{Format: picture.WebP, Width: 1 << 40, Height: 1 << 40}} {
		_, err := engine(t).Make(t.Context(), []byte("never read"), h, picture.Recipe{Format: picture.WebP})
		if !fault.Is(err, fault.Invalid) || fault.Of(err).Fields[0] != (fault.Field{Name: "source", Code: fault.Max}) {
			t.Errorf("%v", err)
		}
	}
}

func TestAResultOfTooManyPixelsIsRefused(t *testing.T) {
	e, err := vips.Open(vips.Limits{SourcePixels: 1 << 20, Pixels: 1000, AVIFPixels: 1000})
	if err != nil {
		t.Fatal(err)
	}
	source := asPNG(t, testImage(60, 40))
	for width, field := range map[int]string{30: "", 60: "modifiers"} {
		_, err := e.Make(t.Context(), source, probe(t, source),
			picture.Recipe{Format: picture.WebP, Size: picture.Size{Width: width}})
		if field == "" && err != nil || field != "" && (!fault.Is(err, fault.Invalid) ||
			fault.Of(err).Fields[0] != (fault.Field{Name: field, Code: fault.Max})) {
			t.Errorf("width %d: %v", width, err)
		}
	}
}

func TestLargeAVIFPicturesAreRejected(t *testing.T) {
	source := asJPEG(t, testImage(1600, 2600))
	h, err := picture.Probe(source)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		format picture.Format
		width  int
		fails  bool
	}{{picture.AVIF, 1600, true}, {picture.AVIF, 480, false}, {picture.WebP, 1600, false}} {
		_, err := engine(t).Make(t.Context(), source, h,
			picture.Recipe{Format: c.format, Size: picture.Size{Width: c.width}})
		if fault.Is(err, fault.Invalid) != c.fails {
			t.Errorf("%s of width %d: %v", c.format, c.width, err)
		}
	}
}
