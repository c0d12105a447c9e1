package wording_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"storefront/internal/core/locale"
	"storefront/internal/shop/wording"
)

// site reads the texts of the site in a language.
func site(t *testing.T, language string) func(key string) string {
	t.Helper()
	data, err := os.ReadFile("../../../site/locales/" + language + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var groups map[string]any
	if err := json.Unmarshal(data, &groups); err != nil {
		t.Fatal(err)
	}
	return func(key string) string {
		group, name, _ := strings.Cut(key, ".")
		words, _ := groups[group].(map[string]any)
		text, has := words[name].(string)
		if !has {
			t.Fatalf("the site has no %s", key)
		}
		return text
	}
}

// fill puts values into the site's template.
func fill(template string, values ...string) string {
	for i := 0; i+1 < len(values); i += 2 {
		template = strings.ReplaceAll(template, "{{"+values[i]+"}}", values[i+1])
	}
	return template
}

// texts returns the texts of a dictionary by their paths. Plural forms and names of currencies are the language's own.
func texts(d *wording.Dictionary) map[string]string {
	all := map[string]string{}
	var add func(path string, v reflect.Value)
	add = func(path string, v reflect.Value) {
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				if name := v.Type().Field(i).Name; !slices.Contains([]string{"Code", "RTL", "tag", "Currencies"},
					name) {
					add(path+"."+name, v.Field(i))
				}
			}
		case reflect.Map:
			if v.Type() == reflect.TypeFor[wording.Forms]() {
				all[path] = v.MapIndex(reflect.ValueOf("other")).String()
				return
			}
			for _, key := range v.MapKeys() {
				add(path+"."+key.String(), v.MapIndex(key))
			}
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				add(fmt.Sprintf("%s.%d", path, i), v.Index(i))
			}
		case reflect.String:
			all[path] = v.String()
		}
	}
	add("", reflect.ValueOf(*d))
	return all
}

// mayBeEmpty matches texts that not every language has.
var mayBeEmpty = regexp.MustCompile(`^\.Calendar\.(Short|Halves|First)|^\.Mail\.Letters\..*\.(Stamp|Action|Reason)$`)

func TestEveryLanguageHasADictionary(t *testing.T) {
	for code, l := range locale.BuiltIn {
		if d := wording.In(code); d.Code != code || d.Direction() != l.Dir {
			t.Errorf("%s has the dictionary of %s", code, d.Code)
		}
	}
	if d := wording.In("fr"); d.Code != "en" {
		t.Errorf("a language without a dictionary has that of %s", d.Code)
	}
}

func TestDictionariesHaveTheSameTextsAndPlaceholders(t *testing.T) {
	placeholder := regexp.MustCompile(`\{\w+\}`)
	english := texts(wording.In("en"))
	for code := range locale.BuiltIn {
		own := texts(wording.In(code))
		if missing := slices.Sorted(maps.Keys(english)); !slices.Equal(missing, slices.Sorted(maps.Keys(own))) {
			t.Errorf("%s has other texts than English", code)
		}
		for path, text := range own {
			if strings.TrimSpace(text) == "" && (!mayBeEmpty.MatchString(path) || code != "en" &&
				strings.Contains(path, "Letters") && english[path] != "") {
				t.Errorf("%s%s is empty", code, path)
			}
			a, b := placeholder.FindAllString(text, -1), placeholder.FindAllString(english[path], -1)
			slices.Sort(a)
			slices.Sort(b)
			if !slices.Equal(a, b) {
				t.Errorf("%s%s has the placeholders %q, and %q in English", code, path, a, b)
			}
		}
	}
}

func TestArabicTextsHaveNoLatinLetters(t *testing.T) {
	script, latin := regexp.MustCompile(`\p{Arabic}`), regexp.MustCompile(`[a-zA-Z]`)
	placeholder := regexp.MustCompile(`\{\w+\}`)
	for path, text := range texts(wording.In("ar")) {
		text = placeholder.ReplaceAllString(text, "")
		if path == ".PaymentPage.ExpiryHint" || strings.Trim(text, " ×،.,:\u00a0") == "" {
			continue
		}
		if !script.MatchString(text) || latin.MatchString(text) {
			t.Errorf("%s: %q", path, text)
		}
	}
}

func TestPluralFormsFollowTheLanguage(t *testing.T) {
	for language, want := range map[string][]string{
		"en": {"1 hour", "2 hours", "11 hours"}, "ar": {"ساعة واحدة", "ساعتان", "11 ساعة"},
	} {
		w := wording.In(language)
		for i, n := range []int{1, 2, 11} {
			if got := w.Count(w.Durations.Hours, n); got != want[i] {
				t.Errorf("%s: %q, want %q", language, got, want[i])
			}
		}
	}
}

func TestCancellationTermsUseTheWordsOfTheSite(t *testing.T) {
	until := time.Date(2026, 11, 27, 15, 0, 0, 0, time.UTC)
	moments := map[string]string{"en": "Fri 27 Nov, 15:00", "ar": "الجمعة 27 نوفمبر، 3:00 م"}
	for language, moment := range moments {
		s := site(t, language)
		for name, c := range map[string]struct {
			terms wording.Cancellation
			want  []string
		}{
			"none": {wording.Cancellation{}, []string{s("cancellation.not")}},
			"unconfirmed": {wording.Cancellation{UntilConfirmation: true},
				[]string{s("cancellation.untilConfirmation"), s("cancellation.notAfter")}},
			"not paid yet": {wording.Cancellation{UntilPayment: true},
				[]string{s("cancellation.untilPayment"), s("cancellation.notAfter")}},
			"steps": {wording.Cancellation{Steps: []wording.RefundStep{{Percent: 100, Until: until},
				{Percent: 50, Until: until}}}, []string{
				fill(s("cancellation.freeUntil"), "moment", moment),
				fill(s("cancellation.backUntil"), "moment", moment, "percent", "50"),
				s("cancellation.notAfter"),
			}},
		} {
			var got []string
			for _, line := range c.terms.Lines(language) {
				got = append(got, line.Text)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%s, %s:\n%q, the site says\n%q", language, name, got, c.want)
			}
		}
	}
}

func TestUnitNamesEqualThoseOfTheSite(t *testing.T) {
	for language := range locale.BuiltIn {
		s := site(t, language)
		for kind, name := range wording.In(language).Units {
			if want := s("unit." + string(kind)); name != want {
				t.Errorf("%s: %s is %q, the site says %q", language, kind, name, want)
			}
		}
	}
}

func TestAmountsAreFormattedByLanguage(t *testing.T) {
	for _, c := range []struct {
		language, currency string
		exponent           int
		minor              int64
		want               string
	}{
		{"en", "AED", 2, 123_450, "AED\u00a01,234.50"}, {"en", "KWD", 3, 5, "KWD\u00a00.005"},
		{"en", "JPY", 0, 1_234_567, "JP¥\u00a01,234,567"},
		{"en", "AED", 2, -5, "−AED\u00a00.05"}, {"ar", "AED", 2, 123_450, "1,234.50\u00a0د.إ."},
		{"ar", "OMR", 3, -29_500, "−29.500\u00a0ر.ع."},
		{"ar", "USD", 2, 0, "0.00\u00a0US$"},
	} {
		if got := wording.WithoutIsolates(wording.In(c.language).Money(c.minor, c.currency,
			c.exponent)); got != c.want {
			t.Errorf("%d %s in %s: %q, want %q", c.minor, c.currency, c.language, got, c.want)
		}
	}
}

func TestAmountsHaveTheDecimalsOfTheirCurrency(t *testing.T) {
	for want, c := range map[string]struct {
		minor    int64
		exponent int
	}{
		"AED\u00a00.05": {5, 2}, "AED\u00a0395.50": {39550, 2}, "AED\u00a01,234,567.00": {123456700, 2},
		"−AED\u00a089.50": {-8950, 2},
		"AED\u00a00.005":  {5, 3}, "AED\u00a029.500": {29500, 3}, "AED\u00a01,200": {1200, 0}, "AED\u00a00": {0, 0},
		"AED\u00a0999.99": {99999, 2},
	} {
		if got := wording.In("ar").Amount(c.minor, "AED", c.exponent); got != want {
			t.Errorf("%d: %q and not %q", c.minor, got, want)
		}
	}
}

func TestDatesAreFormattedByLanguage(t *testing.T) {
	for _, c := range [][3]string{
		{"en", "2026-12-05", "5 December 2026"}, {"ar", "2026-12-05", "5 ديسمبر 2026"},
		{"ar", "2027-01-31", "31 يناير 2027"},
		{"fr", "2026-12-05", "5 December 2026"}, {"en", "soon", "soon"},
	} {
		if got := wording.In(c[0]).Day(c[1]); got != c[2] {
			t.Errorf("%s %s: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

func TestOptionTitleIsOmittedIfItEqualsTheProductTitle(t *testing.T) {
	if got := wording.OptionTitle("Dunes", "Dunes"); got != "" {
		t.Errorf("%q is repeated", got)
	}
	if got := wording.OptionTitle("Shared car", "Dunes"); got != "Shared car" {
		t.Errorf("%q, want the option's title", got)
	}
}

func TestIsolatingAnEmptyTextGivesAnEmptyText(t *testing.T) {
	if text := wording.Isolate("") + wording.IsolateLTR(""); text != "" {
		t.Errorf("%q", text)
	}
}
