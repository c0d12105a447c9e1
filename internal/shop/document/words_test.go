package document_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"storefront/internal/shop/booking"
	"storefront/internal/shop/document"
	"storefront/internal/shop/wording"
)

// site reads the words of the site's pages in a language.
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

func TestNoWordIsMissing(t *testing.T) {
	mayBeEmpty := []string{"en.RTL", "en.Halves"}
	var check func(name string, value any)
	check = func(name string, value any) {
		switch v := value.(type) {
		case string:
			if strings.TrimSpace(v) == "" {
				t.Errorf("%s is empty", name)
			}
		case []any:
			for i, part := range v {
				check(fmt.Sprintf("%s.%d", name, i), part)
			}
		case map[string]any:
			for key, part := range v {
				check(name+"."+key, part)
			}
		}
	}
	for language, words := range document.AllWords() {
		for name, value := range words {
			if full := language + "." + name; !slices.Contains(mayBeEmpty, full) {
				check(full, value)
			}
		}
	}
}

func TestTemplatesOfBothLanguagesTakeTheSameValues(t *testing.T) {
	place := regexp.MustCompile(`%\[\d\]s|%%`)
	all := document.AllWords()
	for name, text := range all["en"] {
		english, is := text.(string)
		if !is {
			continue
		}
		arabic, _ := all["ar"][name].(string)
		a, b := place.FindAllString(english, -1), place.FindAllString(arabic, -1)
		slices.Sort(a)
		slices.Sort(b)
		if !slices.Equal(a, b) {
			t.Errorf("%s takes %v in English and %v in Arabic", name, a, b)
		}
	}
}

func TestDocumentsSpeakOfCancellingAsTheSiteDoes(t *testing.T) {
	until := time.Date(2026, 11, 27, 15, 0, 0, 0, time.UTC)
	moments := map[string]string{"en": "Fri 27 Nov, 15:00", "ar": "الجمعة 27 نوفمبر، 3:00 م"}
	for language, moment := range moments {
		s := site(t, language)
		for name, c := range map[string]struct {
			terms wording.Cancellation
			want  []string
		}{
			"none":         {wording.Cancellation{}, []string{s("cancellation.not")}},
			"unconfirmed":  {wording.Cancellation{UntilConfirmation: true}, []string{s("cancellation.untilConfirmation"), s("cancellation.notAfter")}},
			"not paid yet": {wording.Cancellation{UntilPayment: true}, []string{s("cancellation.untilPayment"), s("cancellation.notAfter")}},
			"steps": {wording.Cancellation{Steps: []wording.RefundStep{{Percent: 100, Until: until}, {Percent: 50, Until: until}}}, []string{
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

func TestDocumentsSpeakOfLengthsAsTheSiteDoes(t *testing.T) {
	for language, forms := range map[string]map[int]string{
		"en": {1: "one", 2: "other", 3: "other", 11: "other", 100: "other"},
		"ar": {1: "one", 2: "two", 3: "few", 11: "many", 100: "other"},
	} {
		s := site(t, language)
		for n, form := range forms {
			count := fmt.Sprint(n)
			for key, d := range map[string]booking.Detail{
				"nights": {Length: n, LengthBy: "NIGHT"}, "days": {Length: n, LengthBy: "DAY", Minutes: 480},
			} {
				if got, want := document.Lasts(language, d), fill(s("duration."+key+"_"+form), "count", count); got != want {
					t.Errorf("%s: %q, the site says %q", language, got, want)
				}
			}
			if n < 24 {
				if got, want := document.Lasts(language, booking.Detail{Minutes: n * 60}), fill(s("duration.hours_"+form), "count", count); got != want {
					t.Errorf("%s: %q, the site says %q", language, got, want)
				}
				if got, want := document.Lasts(language, booking.Detail{Minutes: n}), fill(s("duration.minutes_"+form), "count", count); got != want {
					t.Errorf("%s: %q, the site says %q", language, got, want)
				}
			}
		}
		if got, want := document.Lasts(language, booking.Detail{Minutes: 90}), fill(s("duration.hoursMinutes"), "hours", "1", "minutes", "30"); got != want {
			t.Errorf("%s: %q, the site says %q", language, got, want)
		}
	}
}

func TestUnitsHaveTheSitesNames(t *testing.T) {
	for language, words := range document.AllWords() {
		s := site(t, language)
		units, _ := words["Units"].(map[string]any)
		for kind, name := range units {
			if want := s("unit." + kind); name != want {
				t.Errorf("%s: %s is %q, the site says %q", language, kind, name, want)
			}
		}
	}
}

func TestColoursAreTheSitesByDay(t *testing.T) {
	css, err := os.ReadFile("../../../site/styles/tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range document.Colours() {
		want := fmt.Sprintf("--color-%s: #%02x%02x%02x;", name, c[0], c[1], c[2])
		if first, _, _ := strings.Cut(string(css), "html.dark"); !strings.Contains(first, want) {
			t.Errorf("the site has not %s", want)
		}
	}
}
