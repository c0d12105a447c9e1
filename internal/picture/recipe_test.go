package picture_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"storefront/internal/core/fault"
	"storefront/internal/picture"
)

func parse(t *testing.T, segment string) picture.Recipe {
	t.Helper()
	r, err := picture.Parse(segment)
	if err != nil {
		t.Fatalf("%s: %v", segment, err)
	}
	return r
}

func TestModifiersAreParsedInEveryNotationOfIPX(t *testing.T) {
	want := parse(t, "width_300,format_webp,quality_60,background_ffffff,fit_contain").Canonical()
	for _, same := range []string{
		"w_300,f_webp,q_60,b_fff,fit_contain",
		"w:300&f=webp&q_60,b=%23ffffff,fit:contain",
		"fit_contain,b_white,q_60,f_webp,w_300",
		"w_100,w_300,f_png,f_webp,q_60,b_FFFFFF,fit_contain",
	} {
		if got := parse(t, same).Canonical(); got != want {
			t.Errorf("%s is\n%s, not\n%s", same, got, want)
		}
	}
}

func TestUnderscoreIsAnEmptyRecipe(t *testing.T) {
	if got := parse(t, "_"); got != (picture.Recipe{}) {
		t.Errorf("%+v", got)
	}
}

func TestPlaceholderModifiersAreParsed(t *testing.T) {
	r := parse(t, "s_10x10,q_50,blur_3")
	if r.Size.Width != 10 || r.Size.Height != 10 || !r.Size.Box || r.Quality != 50 || r.Blur != 3 {
		t.Errorf("%+v", r)
	}
}

func TestParseErrorsNameTheModifierAsWritten(t *testing.T) {
	for _, test := range []struct {
		segment, field string
		code           fault.FieldCode
	}{
		{"", "modifiers", fault.Required},
		{",", "modifiers", fault.Format},
		{"w_100,", "modifiers", fault.Format},
		{"&w_100", "modifiers", fault.Format},
		{strings.Repeat("w_100,", 200) + "w_100", "modifiers", fault.Required},
		{"wdith_100", "wdith", fault.Unknown},
		{"W_100", "W", fault.Unknown},
		{"w_100,,", "modifiers", fault.Format},
		{"w_100,__proto__", "modifiers", fault.Unknown},
		{"constructor_1", "constructor", fault.Unknown},
		{"w%5F100", "w%5F100", fault.Unknown},
		{"w", "w", fault.Required},
		{"width_", "width", fault.Required},
		{"w_0", "w", fault.Min},
		{"w_4097", "w", fault.Max},
		{"w_-1", "w", fault.Format},
		{"w_1.5", "w", fault.Format},
		{"w_1e3", "w", fault.Format},
		{"w_0x10", "w", fault.Format},
		{"w_٣٠٠", "w", fault.Format},
		{"w_099", "w", fault.Format},
		{"w_99999999999999999999", "w", fault.Format},
		{"w_100_200", "w", fault.Format},
		{"w_%zz", "w", fault.Format},
		{"s_", "s", fault.Required},
		{"s_x", "s", fault.Required},
		{"s_200x", "s", fault.Required},
		{"s_x200", "s", fault.Required},
		{"s_200x0", "s", fault.Min},
		{"s_5000x1", "s", fault.Max},
		{"resize_200x200x200", "resize", fault.Format},
		{"f_svg", "f", fault.Unknown},
		{"format_tiff", "format", fault.Unknown},
		{"f_WEBP", "f", fault.Unknown},
		{"q_0", "q", fault.Min},
		{"quality_101", "quality", fault.Max},
		{"fit_stretch", "fit", fault.Unknown},
		{"b_12345", "b", fault.Format},
		{"b_url(x)", "b", fault.Format},
		{"blur_0", "blur", fault.Min},
		{"blur_101", "blur", fault.Max},
		{"pos_top", "pos", fault.Unknown},
		{"enlarge", "enlarge", fault.Unknown},
		{"b_red", "b", fault.Format},
		{"blur_NaN", "blur", fault.Format},
		{"blur_Infinity", "blur", fault.Format},
	} {
		_, err := picture.Parse(test.segment)
		e := fault.Of(err)
		if err == nil || e.Code != fault.Invalid || len(e.Fields) != 1 ||
			e.Fields[0] != (fault.Field{Name: test.field, Code: test.code}) {
			t.Errorf("%.60q: %v %+v, want %s %s", test.segment, err, e.Fields, test.field, test.code)
		}
	}
}

func TestParseErrorsTruncateLongNames(t *testing.T) {
	_, err := picture.Parse(strings.Repeat("ä", 200) + "\x00\xff")
	if name := fault.Of(err).Fields[0].Name; len(name) > 45 || !utf8.ValidString(name) {
		t.Errorf("%q", name)
	}
}

func TestTargetBoxIsNoLargerThanTheSource(t *testing.T) {
	for _, test := range []struct {
		segment       string
		width, height int
	}{
		{"s_200x100", 200, 100},
		{"s_2000x1000", 640, 320},
		{"s_2000x2000", 427, 427},
		{"s_100x2000", 21, 427},
		{"s_1x4096", 1, 427},
	} {
		got := parse(t, test.segment).Size.Target(640, 427)
		if got.Width != test.width || got.Height != test.height {
			t.Errorf("%s: %d×%d, want %d×%d", test.segment, got.Width, got.Height, test.width, test.height)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"_", "f_webp", "f_auto", "w_200", "f_webp,s_200x200", "s_200x200,fit_outside", "b_00ff00", "b_white",
		"s_10x10,q_50,blur_3", "w:1&h=2", "b_%23fff", "fit_contain", "__proto__", "%", "w_%5f", ",", "&&",
		"f_webp,f_avif,width_1,w_2", "s_4096x4096",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, segment string) {
		r, err := picture.Parse(segment)
		if err != nil {
			e := fault.Of(err)
			if e.Code != fault.Invalid || len(e.Fields) != 1 || r != (picture.Recipe{}) {
				t.Fatalf("%q: %v %+v", segment, err, e)
			}
			return
		}
		// What was understood is within bounds, whatever was written.
		s := r.Size
		for _, n := range []int{s.Width, s.Height} {
			if n < 0 || n > picture.MaxSide {
				t.Fatalf("%q: %+v", segment, s)
			}
		}
		if r.Quality < 0 || r.Quality > 100 || r.Blur < 0 || r.Blur > picture.MaxBlur {
			t.Fatalf("%q: %+v", segment, r)
		}
		for _, source := range [][2]int{{1, 1}, {1, 40000}, {40000, 1}, {1601, 1067}} {
			target := s.Target(source[0], source[1])
			h, v := target.Shrink(source[0], source[1])
			if !(h > 0 && v > 0 && h <= float64(source[0]) && v <= float64(source[1])) {
				t.Fatalf("%q of %v: %v %v", segment, source, h, v)
			}
		}
		if again := parse(t, segment); again.Canonical() != r.Canonical() {
			t.Fatalf("%q", segment)
		}
	})
}
