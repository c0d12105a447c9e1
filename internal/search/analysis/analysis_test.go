package analysis_test

import (
	"slices"
	"strings"
	"testing"

	"storefront/internal/search/analysis"
)

func TestTextIsSplitIntoFoldedWords(t *testing.T) {
	for text, want := range map[string]string{
		"Sunset Dunes, by 4x4!":        "sunset dunes by 4x4",
		"Hotels in Guéliz & Hivernage": "hotels in gueliz hivernage",
		"children's day":               "children s day",
		"أبوظبي إلى آثار الأقصر":       "ابوظبي الي اثار الاقصر",
		"رِحْلَةٌ":                     "رحله",
		"رحـــلة":                      "رحله",
		"دبى":                          "دبي",
		"الصحراء":                      "الصحرا",
		"مؤتمر عائلي":                  "موتمر عايلي",
		"٣٠ دقيقة ۴۵":                  "30 دقيقه 45",
		"کافی":                         "كافي",
		"ﻻ ﷲ":                          "لا الله",
		"a\u200bb \u200fdubai\u200e":   "ab dubai",
		"İstanbul STRASSE ﬁsh Ⅷ":       "istanbul strasse fish viii",
		"e\u0301te\u0301":              "ete",
		"fırın FIRIN Fırın":            "firin firin firin",
		"Straße Łódź smørrebrød đảo":   "strasse lodz smorrebrod dao",
		"Œuvre Ærø Þingvellir ÐA":      "oeuvre aero thingvellir da",
		"،؛؟ - ... !":                  "",
		"清晨漫步，A5路 茶":                   "清晨 晨漫 漫步 a5 路 茶",
		"パーティー か\u3099き ﾊﾟｰﾃｨ":         "ハー ーテ ティ ィー かき ハー ーテ ティ",
		"\xff\xfe\xed\xa0\x80dubai":    "dubai",
	} {
		if got := strings.Join(analysis.Words(text, 0), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestNumberAndLengthOfWordsAreLimited(t *testing.T) {
	if got := analysis.Words("one two three four", 2); !slices.Equal(got, []string{"one", "two"}) {
		t.Error(got)
	}
	if got := analysis.Words(strings.Repeat("م", 10_000), 0); len(got) != 1 || len(got[0]) > 64 {
		t.Error("a word of 10,000 letters is kept whole")
	}
}

// same are groups of words that visitors take for one.
var same = [][]string{
	{"tour", "tours", "Tours"},
	{"walk", "walking", "walks", "walked"},
	{"activity", "activities"},
	{"dive", "diving"},
	{"رحلة", "رحلات", "الرحلة", "والرحلات", "للرحلات", "بالرحلة", "رحله", "رحلتين", "رِحْلَة"},
	{"صحراء", "الصحراء", "صحرا", "بالصحراء", "للصحراء", "صحراوي", "صحراوية", "الصحراوية"},
	{"دبي", "دبى"},
	{"جولة", "جولات", "الجولات"},
	{"سوق", "أسواق", "الأسواق", "اسواق"},
	{"متحف", "متاحف", "المتحف"},
	{"مدينة", "مدن", "المدينة", "مدينه"},
	{"بحري", "بحرية", "البحرية", "بحر"},
	{"فعالية", "فعاليات"},
	{"ساعة", "ساعات", "ساعتين"},
	{"يوم", "يومين", "أيام", "اليوم"},
	{"مرشد", "مرشدون", "مرشدين", "المرشد"},
	{"عائلة", "عائلات", "عائلي", "عائلية", "العائلة"},
	{"وجبة", "وجبات"},
	{"ليلة", "ليالي", "ليلية"},
	{"إسطنبول", "اسطنبول"},
	{"جبل", "جبال", "جبلي"},
}

func TestFormsOfAWordHaveTheSameStem(t *testing.T) {
	for _, group := range same {
		want := analysis.Stem(analysis.Words(group[0], 1)[0])
		for _, word := range group[1:] {
			if got := analysis.Stem(analysis.Words(word, 1)[0]); got != want {
				t.Errorf("%s is stemmed to %s, %s to %s", group[0], want, word, got)
			}
		}
	}
}

func TestDifferentWordsHaveDifferentStems(t *testing.T) {
	for _, pair := range [][2]string{
		{"دبي", "دب"}, {"جدة", "جد"}, {"وادي", "نادي"}, {"عمان", "عم"}, {"لبنان", "لبن"}, {"وجبة", "جبة"},
		{"universe", "diver"}, {"sand", "sandwich"},
	} {
		if analysis.Stem(analysis.Words(pair[0], 1)[0]) == analysis.Stem(analysis.Words(pair[1], 1)[0]) {
			t.Errorf("%s and %s are taken for one", pair[0], pair[1])
		}
	}
}

func TestArabicPrefixesAreStripped(t *testing.T) {
	for word, want := range map[string]string{
		"بدبي": "دبي", "ورحلات": "رحلات", "لدبي": "دبي", "الكثبان": "كثبان", "بالرحله": "رحله", "للبحر": "بحر",
		"برج": "برج", "dubai": "dubai",
	} {
		if got := analysis.StripPrefix(word); got != want {
			t.Errorf("%s: %s, want %s", word, got, want)
		}
	}
}

func FuzzWords(f *testing.F) {
	for _, text := range []string{"Sunset dunes", "رحلات الصحراء", "\xed\xa0\x80", strings.Repeat("a", 10_000), "!!!",
		"\x00\x07\u202e", "ﷺ"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words := analysis.Words(text, 100)
		for _, w := range words {
			if w == "" || len(w) > 64 {
				t.Errorf("%q gives the word %q", text, w)
			}
			if again := analysis.Words(w, 0); len(again) != 1 || again[0] != w {
				t.Errorf("%q is folded to %q, and that to %q", text, w, again)
			}
			if analysis.Stem(w) == "" {
				t.Errorf("%q has no stem", w)
			}
			analysis.StripPrefix(w)
		}
	})
}
