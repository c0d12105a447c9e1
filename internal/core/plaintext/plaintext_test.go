package plaintext_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"storefront/internal/core/plaintext"
)

func TestCleanLineRemovesInvisibleCharacters(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"markup": {`<b>5 < 6</b> &amp; <script>alert(1)</script>`,
			`<b>5 < 6</b> &amp; <script>alert(1)</script>`},
		"a URL": {"Call +971 50 123 4567, https://spam.example",
			"Call +971 50 123 4567, https://spam.example"},
		"bidi controls":                 {"over\u202ewhelm\u202c \u2066in\u2069g\u200f\u200e\u061c", "overwhelm ing"},
		"zero-width characters":         {"he\u200bll\ufeffo\u2060 w\u00adorld\u034f\u180e", "hello world"},
		"blank letters":                 {"\u3164\u115f\uffa0a\u2800b", "a b"},
		"control characters":            {"a\x00b\x07c\x1b[31md\u0090e\x7f", "abc[31mde"},
		"hidden tags":                   {"ok\U000e0041\U000e0042\U000e007f\U000e0150", "ok"},
		"private use and noncharacters": {"a\ue000\U000f0000\ufffe\uffffb", "ab"},
		"invalid UTF-8":                 {"a\xff\xc3b", "ab"},
		"stacked combining marks": {"Z" + strings.Repeat("\u0335\u0361", 40) + "algo",
			"Z\u0335\u0335\u0335\u0335algo"},
		"combining marks without a base":   {"\u0301a \u0301b", "a b"},
		"composition":                      {"Cafe\u0301", "Café"},
		"Arabic vowel marks":               {"مُدَرِّسٌ", "مُدَرِّسٌ"},
		"zero-width non-joiner in Persian": {"می\u200cخواهم", "می\u200cخواهم"},
		"zero-width non-joiner in Latin":   {"pay\u200cpal", "paypal"},
		"emoji sequences":                  {"👩\u200d👧 👍🏽 ❤\ufe0f 👩🏽\u200d💻", "👩\u200d👧 👍🏽 ❤\ufe0f 👩🏽\u200d💻"},
		"a trailing zero-width joiner":     {"👩\u200d", "👩"},
		"spaces":                           {" a\u00a0\u3000\t b\r\nc\u2028d ", "a b c d"},
		"only invisible characters":        {"\u202e\u200b \n", ""},
	} {
		if got := plaintext.CleanLine(c.text); got != c.want {
			t.Errorf("%s: %+q, want %+q", name, got, c.want)
		}
	}
}

func TestCleanLinesKeepsLineBreaks(t *testing.T) {
	if got := plaintext.CleanLines(" \n\n one \r\n\u200b\n\n\n two\rthree\n "); got != "one\n\ntwo\nthree" {
		t.Errorf("%q", got)
	}
}

func FuzzCleanIsIdempotent(f *testing.F) {
	for _, text := range []string{"a\u200d\u0301\u200db", "e\u0301\u0301\u0301\u0301\u0301", "\u1100\u200b\u1161",
		"a\n\u0301\n", "\xff\u202e"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, clean := range []func(string) string{plaintext.CleanLine, plaintext.CleanLines} {
			once := clean(text)
			if again := clean(once); again != once {
				t.Errorf("%+q is %+q, and then %+q", text, once, again)
			}
			if !utf8.ValidString(once) || strings.ContainsFunc(once, func(r rune) bool {
				return unicode.IsControl(r) && r != '\n' || unicode.Is(unicode.Bidi_Control, r)
			}) {
				t.Errorf("%+q is still %+q", text, once)
			}
		}
	})
}

func TestFindInvalidReturnsTheFirstInvalidByte(t *testing.T) {
	for text, want := range map[string][3]any{
		"":                      {0, 0, ""},
		"é\uFFFD\n":             {0, 0, ""},
		"a\né\xe9\xe9":          {2, 2, "this file is not text in UTF-8"},
		"\xff\xfea\x00":         {1, 1, "this file is not text in UTF-8"},
		"a: 1\n\uFFFDb\x00\xe9": {2, 3, "this file has a NUL character"},
	} {
		line, col, why := plaintext.FindInvalid(text)
		if got := [3]any{line, col, why}; got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
