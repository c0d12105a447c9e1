package source_test

import (
	"cmp"
	"os"
	"strings"
	"testing"

	"storefront/internal/content/catalog"
	"storefront/internal/content/contenttest"
	"storefront/internal/content/diag"
	"storefront/internal/content/source"
)

// french returns the French texts of the demo content after the given replacements.
func french(t *testing.T, changes ...string) (*catalog.Language, []diag.Diagnostic) {
	t.Helper()
	data, err := os.ReadFile("../../../content/texts/fr.yaml")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for i := 0; i < len(changes); i += 2 {
		if !strings.Contains(text, changes[i]) {
			t.Fatalf("fr.yaml has no %q", changes[i])
		}
		text = strings.Replace(text, changes[i], changes[i+1], 1)
	}
	root := t.TempDir()
	contenttest.Write(t, root, "texts/fr.yaml", text)
	var out []diag.Diagnostic
	return source.NewReader(root).Texts(&out)["fr"], out
}

func TestFrenchTextsOfTheDemoAreComplete(t *testing.T) {
	l, found := french(t)
	if len(found) > 0 {
		t.Errorf("%s:%d: %s", found[0].Path, found[0].Line, found[0].Message)
	}
	if l.Name != "Français" || l.Dir != "ltr" || l.Format != "fr-FR" {
		t.Errorf("%+v", l.Locale)
	}
}

func TestMistakesInTextsAreReportedAtTheirPlace(t *testing.T) {
	for name, c := range map[string]struct{ old, new, message string }{
		"an unknown key": {
			"    signIn: Se", "    signin: Se", `there is no text "pages.nav.signin"; did you mean`},
		"an empty text": {"signIn: Se connecter", `signIn: ""`, "this text is empty"},
		"an unknown placeholder": {"{{label}}", "{{lable}}",
			"{{lable}} is not a placeholder of this text; English has"},
		"a missing placeholder":    {"Vous payez {{amount}}", "Vous payez", "the placeholder {{amount}} is missing"},
		"braces of mails in pages": {"show_one: Voir {{n}}", "show_one: Voir {n}", "shown: placeholders of pages are"},
		"braces of pages in mails": {"GMT{offset}", "GMT{{offset}}", "shown: placeholders of mails are"},
		"an unknown plural key": {
			"    found_one: ", "    found_zero2: ", `there is no text "pages.search.found_zero2"`},
		"an unknown plural form": {
			"minutes_one:", "minutes_two:", `this language has no plural form "two"; it has one, other`},
		"a short list":      {"[dimanche, lundi,", "[lundi,", "this list has 6 texts; it needs 7"},
		"a wrong direction": {"direction: ltr", "direction: rtl", `"fr" is written ltr`},
		"an invalid locale": {
			"iso: fr-FR", "iso: French", `"French" is not a language and a country, such as fr-FR`},
		"an unknown key of mails": {"  colon:", "  comma:", `there is no text "mails.comma"`},
	} {
		_, found := french(t, c.old, c.new)
		at := func(d diag.Diagnostic) bool { return !d.Warning && strings.Contains(d.Message, c.message) && d.Col > 1 }
		if !contains(found, at) {
			t.Errorf("%s: %v", name, found)
		}
	}
}

// Bookings have dates of the Gregorian calendar, so pages must show dates of that calendar.
func TestDateFormatMustUseTheGregorianCalendar(t *testing.T) {
	for _, c := range []struct{ code, facts, format, message string }{
		{"fa", "iso: fa-IR", "fa-IR-u-ca-gregory-nu-latn", ""},
		{"fa", "iso: fa-IR, format: fa-AF-u-ca-gregory", "fa-AF-u-ca-gregory", ""},
		{"fa", "iso: fa-IR, format: fa-IR-u-nu-latn", "fa-IR-u-nu-latn",
			`"fa-IR-u-nu-latn" writes days of another calendar than bookings have: write fa-IR-u-ca-gregory-nu-latn`},
		{"he", "iso: he-IL", "he-IL", ""},
		{"he", "iso: he-IL, format: he-IL-u-ca-hebrew", "he-IL-u-ca-hebrew", "writes days of another calendar"},
	} {
		root, out := t.TempDir(), []diag.Diagnostic(nil)
		contenttest.Write(t, root, "texts/"+c.code+".yaml", "language: {name: X, "+c.facts+", direction: rtl}\n")
		l := source.NewReader(root).Texts(&out)[c.code]
		isReported := contains(out, func(d diag.Diagnostic) bool {
			return !d.Warning && strings.Contains(d.Message, cmp.Or(c.message, "calendar"))
		})
		if l.Format != c.format || isReported != (c.message != "") {
			t.Errorf("%s: the format is %s; %v", c.facts, l.Format, out)
		}
	}
}

func contains(all []diag.Diagnostic, is func(diag.Diagnostic) bool) bool {
	for _, d := range all {
		if is(d) {
			return true
		}
	}
	return false
}

func TestMissingTextFallsBackToEnglish(t *testing.T) {
	l, found := french(t, "    signIn: Se connecter\n", "", "    count_one: \"{{n}} expérience\"\n", "",
		"    count_other: \"{{n}} expériences\"\n", "")
	if len(found) != 1 || !found[0].Warning || !strings.Contains(found[0].Message,
		"2 texts are missing, and are shown in English: pages.nav.signIn, pages.listing.count") {
		t.Fatalf("%v", found)
	}
	for _, text := range []string{`"signIn":"Sign in"`, `"count_one":"{{n}} experience"`} {
		if !strings.Contains(string(l.Messages), text) {
			t.Errorf("there is no %s", text)
		}
	}
}

func TestSingleEnglishTextCanBeReplaced(t *testing.T) {
	root := t.TempDir()
	contenttest.Write(t, root, "texts/en.yaml", "pages:\n  nav: {all: Everything we do}\n")
	var out []diag.Diagnostic
	l := source.NewReader(root).Texts(&out)["en"]
	if len(out) > 0 || string(l.OwnMessages) != `{"nav":{"all":"Everything we do"}}` || l.Words != nil {
		t.Errorf("%v, %s, %s", out, l.OwnMessages, l.Words)
	}
	if !strings.Contains(string(l.Messages), `"cart":"Cart"`) {
		t.Error("the other texts are gone")
	}
}

func TestDeploymentNeedsTheTextsOfItsLanguages(t *testing.T) {
	root := contenttest.Copy(t)
	contenttest.Replace(t, root, "deployments/wayfare.yaml", "languages: [en, ar]", "languages: [en, fr]")
	_, found := source.NewReader(root).Library(noPictures, nil, nil)
	if !contains(found, func(d diag.Diagnostic) bool {
		return strings.Contains(d.Message, "there is no content/texts/fr.yaml")
	}) {
		t.Errorf("%v", found)
	}
}

func noPictures(string) (map[string]*catalog.Picture, []diag.Diagnostic) {
	return map[string]*catalog.Picture{}, nil
}
