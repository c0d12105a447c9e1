package catalog_test

import (
	"math"
	"testing"

	"storefront/internal/content/catalog"
)

func TestContrastIsThatOfTheGuidelines(t *testing.T) {
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

func TestAColourIsWrittenWhole(t *testing.T) {
	for _, no := range []string{"", "red", "#fff", "#12262b80", "#12262g", "rgb(0 0 0)", "#12262b;}"} {
		var c catalog.Colour
		if c.UnmarshalText([]byte(no)) == nil {
			t.Errorf("%q is taken", no)
		}
	}
}
