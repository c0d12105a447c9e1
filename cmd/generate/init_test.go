package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/build/devserver"
	"storefront/internal/content/catalog"
	"storefront/internal/content/starter"
)

// generate runs a command, which must succeed, in the working folder, and returns its stderr.
func generate(t *testing.T, args ...string) string {
	t.Helper()
	var out, words bytes.Buffer
	if status := run(t.Context(), args, &out, &words); status != 0 {
		t.Fatalf("generate %v ends with %d: %s", args, status, words.String())
	}
	return words.String()
}

func TestInitCreatesStorefrontInTwoLanguages(t *testing.T) {
	site, err := filepath.Abs("../../site/dist")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	generate(t, "init", "qamar", "--name", "Qamar", "--name", "ar=قمر", "--city", "Nizwa", "--site", site)
	t.Chdir("qamar")
	generate(t, "build")
	ctx, stop := context.WithCancel(t.Context())
	reader, writer := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"preview", "--port", "0", "--json"}, writer, io.Discard)
		_ = writer.Close()
	}()
	defer func() { stop(); _, _ = io.Copy(io.Discard, reader); <-ended }()
	var ready devserver.Event
	if err := json.NewDecoder(reader).Decode(&ready); err != nil || len(ready.URLs) != 1 {
		t.Fatalf("the preview prints %+v: %v", ready, err)
	}
	host := strings.TrimPrefix(ready.URLs[0], "http://")
	_, port, _ := strings.Cut(host, ":")
	for path, want := range map[string]string{
		"/": "Days out in Nizwa", "/things-to-do": "Your first experience in Nizwa", "/about": "About us",
		"/things-to-do-in-nizwa/first-experience": "OMR\u00a020", "/days-out": "Days out", "/faq": "How do I book?",
		"/ar": "أيام لا تُنسى في نزوى", "/ar/things-to-do-in-nizwa": "تجربتك الأولى في نزوى", "/ar/about": "من نحن",
		"/ar/things-to-do-in-nizwa/first-experience": "ر.ع.", "/ar/faq": "كيف أحجز؟",
		"/ar/privacy-policy": "سياسة الخصوصية", "/terms-and-conditions": "Terms and conditions",
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://127.0.0.1:"+port+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		page, err := io.ReadAll(response.Body)
		if err := errors.Join(err, response.Body.Close()); err != nil {
			t.Fatal(err)
		}
		if response.StatusCode != http.StatusOK || !strings.Contains(string(page), want) {
			t.Errorf("%s: %d without %q", path, response.StatusCode, want)
		}
	}
}

func TestInitQuestionsRepeatAfterInvalidAnswers(t *testing.T) {
	var f initFlags
	var words bytes.Buffer
	p := &printer{out: io.Discard, err: &words}
	given := func(flag string) bool { return flag == "layout" }
	answers := "en, french\nen fr ar\nQamar / Lune / قمر\nmuscat\n\n"
	if err := f.askMissing(strings.NewReader(answers), p, given); err != nil {
		t.Fatal(err)
	}
	c := f.choices
	if len(c.Languages) != 3 || c.Name["en"] != "Qamar" || c.Name["fr"] != "Lune" || c.Name["ar"] != "قمر" ||
		c.City["en"] != "muscat" || c.Currency != "" || c.Layout != "" {
		t.Errorf("the answers are read as %+v", c)
	}
	if printed := words.String(); !strings.Contains(printed, `did you mean "fr"?`) ||
		!strings.Contains(printed, "English / français / العربية") ||
		strings.Count(printed, "Languages") != 2 || strings.Contains(printed, "Layout") {
		t.Errorf("printed %s", printed)
	}
	if err := f.askMissing(strings.NewReader("en\n"), p, given); !errors.Is(err, context.Canceled) {
		t.Errorf("the end of the input gives %v", err)
	}
}

func TestParseLocalizedDetectsLanguageOfNames(t *testing.T) {
	for names, want := range map[string]catalog.Localized{
		"Qamar":                  {"en": "Qamar"},
		"Qamar / قمر":            {"en": "Qamar", "ar": "قمر"},
		"قمر / en=Qamar":         {"en": "Qamar", "ar": "قمر"},
		"Lune / en=Qamar":        {"en": "Qamar", "fr": "Lune"},
		"東京":                     {"en": "東京"},
		"Qamar / en=Luna / Mond": nil,
		"en=Qamar / en=Luna":     nil,
		"قمر / هلال":             nil,
		"en=":                    nil,
	} {
		text, err := parseLocalized("name", strings.Split(names, " / "), []string{"en", "fr", "ar"})
		if !maps.Equal(text, want) || (err == nil) != (want != nil) {
			t.Errorf("%s: %v, %v", names, text, err)
		}
	}
}

func TestNextStepsNameDefaultsToChangeForUnknownCity(t *testing.T) {
	shop, err := starter.New(starter.Choices{City: catalog.Localized{"en": "Lisbon"}}, "x")
	if err != nil {
		t.Fatal(err)
	}
	steps := strings.Join(nextSteps(shop, "x"), "\n")
	for _, want := range []string{"cities/lisbon/city.yaml, ", "product.yaml: those written (AE, Asia/Dubai)",
		"prices are in AED"} {
		if !strings.Contains(steps, want) {
			t.Errorf("no %q in\n%s", want, steps)
		}
	}
}

func TestShellWordQuotesFolderNames(t *testing.T) {
	for folder, want := range map[string]string{"qamar": "qamar", "../قمر-2": "../قمر-2", "q 5": "'q 5'",
		"l'or $x": `'l'\''or $x'`, "~x": "'~x'", "": "''"} {
		if got := shellWord(folder); got != want {
			t.Errorf("%s: %s", folder, got)
		}
	}
}
