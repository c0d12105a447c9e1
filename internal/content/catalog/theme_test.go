package catalog_test

import (
	"math"
	"testing"

	"storefront/internal/content/catalog"
)

func TestContrastMatchesWCAG(t *testing.T) {
	for _, test := range []struct {
		one, other catalog.Colour
		want       float64
	}{
		{"#000000", "#ffffff", 21},
		{"#FFFFFF", "#ffffff", 1},
		{"#767676", "#ffffff", 4.54}, // the lightest grey that text on white may have
		{"#777777", "#ffffff", 4.48},
		{"#12262b", "#f2b233", 8.4},
	} {
		got := test.one.Contrast(test.other)
		if math.Abs(got-test.want) > 0.05 || got != test.other.Contrast(test.one) {
			t.Errorf("%s on %s is %.3f, not %.2f", test.one, test.other, got, test.want)
		}
	}
}

func TestMixMatchesCSSColourMixing(t *testing.T) {
	for part, want := range map[float64]catalog.Colour{0: "#102030", 1: "#f0e0d0", 0.5: "#808080", 0.08: "#222f3d"} {
		if got := catalog.Colour("#102030").Mix("#F0E0D0", part); got != want {
			t.Errorf("with a part of %g: %s, not %s", part, got, want)
		}
	}
	if got := catalog.Colour("").Mix("#ffffff", 0.5); got != "" {
		t.Errorf("none with white: %q", got)
	}
}

func TestColourAcceptsOnlySixHexDigits(t *testing.T) {
	for _, no := range []string{"", "red", "#fff", "#12262b80", "#12262g", "rgb(0 0 0)", "#12262b;}"} {
		var c catalog.Colour
		if c.UnmarshalText([]byte(no)) == nil {
			t.Errorf("%q is accepted", no)
		}
	}
}
