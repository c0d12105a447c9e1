package engine_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/build/engine"
	"storefront/internal/content/contenttest"
	"storefront/internal/search"
	"storefront/internal/serve/live"
)

const exportedReview = `{"id":"a1","deployment":"wayfare","product":"walk","author":"Amina","rating":2,"date":"2026-11-05","language":"en",` +
	`"title":"<b>Long</b>","text":"</script><script>alert(1)</script> \u202eturned"}` + "\n"

func TestExportedReviewsAreShownOnTheirDeploymentOnly(t *testing.T) {
	content := contenttest.Copy(t)
	contenttest.Write(t, content, "deployments/trails.yaml",
		strings.NewReplacer("wayfare", "trails").Replace(readFile(t, content, "deployments/wayfare.yaml")))
	p := newProject(t, content)
	p.build()
	const page = "things-to-do-in-dubai/walk"
	before := p.read(page + "/index.html")
	p.options.ReviewsFile = filepath.Join(t.TempDir(), "export.jsonl")
	if err := os.WriteFile(p.options.ReviewsFile, []byte(exportedReview), 0o600); err != nil {
		t.Fatal(err)
	}
	report := p.build()
	payload, html := p.read(page+"/_payload.json"), p.read(page+"/index.html")
	for _, want := range []string{`"id":"a1"`, `"rating":{"average":2,"count":1}`, `"stars":[0,1,0,0,0]`} {
		if !strings.Contains(payload, want) {
			t.Errorf("the payload lacks %s", want)
		}
	}
	if strings.Contains(html, "<script>alert") || strings.Contains(html, "\u202e") ||
		strings.Contains(html, "<b>Long") || !strings.Contains(html, "turned") {
		t.Error("the review is not shown as plain text")
	}
	if !strings.Contains(html, `"reviewCount":1`) {
		t.Error("the structured data has no review count")
	}
	if !strings.Contains(p.read("things-to-do-in-dubai/_payload.json"), `"rating":{"average":2,"count":1}`) {
		t.Error("its card does not show the rating")
	}
	other, err := os.ReadFile(filepath.Join(p.public("trails"), page, "index.html"))
	if err != nil || strings.Contains(string(other), "Amina") {
		t.Errorf("another deployment shows it: %v", err)
	}
	for _, d := range report.Deployments {
		if d.ID == "trails" && d.Rendered != 0 || d.ID == "wayfare" && (d.Rendered == 0 || d.Reused == 0) {
			t.Errorf("%s rendered %d and reused %d", d.ID, d.Rendered, d.Reused)
		}
	}
	if got := p.found(search.Open(live.Open(p.options.Builds)), "wayfare", "en",
		search.Query{Filter: search.Filter{Rating: 2}}); !strings.Contains(got, "walk") {
		t.Errorf("by rating %q is found", got)
	}
	if again := p.build(); !again.Unchanged {
		t.Error("the same export is built again")
	}
	p.options.ReviewsFile = ""
	p.build()
	if p.read(page+"/index.html") != before {
		t.Error("a review that is no longer exported is still shown")
	}
}

func TestReviewsExportInContentIsRead(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	contenttest.Write(t, p.options.Content, "reviews.jsonl", exportedReview)
	p.build()
	if !strings.Contains(p.read("things-to-do-in-dubai/walk/_payload.json"), `"id":"a1"`) {
		t.Error("the review is not on the page")
	}
}

func TestMistakesInAReviewsExportAreReportedAtTheirPlace(t *testing.T) {
	for name, c := range map[string]struct{ old, new, want string }{
		"six stars":           {`:2,"date`, `:6,"date`, `:2:78: a rating is 1 to 5 stars`},
		"stars as a text":     {`:2,"date`, `:"2","date`, `:2:78: "2" is not a whole number`},
		"an unknown key":      {`"title"`, `"titel"`, `:2:116: unknown key "titel"; did you mean "title"?`},
		"no author":           {`"author":"Amina",`, ``, `:2:1: "author" is missing`},
		"an invisible author": {`"Amina"`, `"\u200b"`, `:2:61: this cannot be read`},
		"broken JSON":         {`"rating":2`, `"rating":2x`, `:2:79: this line is not JSON`},
		"a list":              {`"rating":2`, `"rating":[2]`, `:2:78: an object of texts and numbers`},
		"a duplicate review":  {``, exportedReview, `:3:7: the review "a1" appears twice`},
		"an unknown product": {`"walk"`, `"wlak"`,
			`:2:45: warning: there is no product "wlak"; did you mean "walk"?`},
		"an unknown deployment": {`"wayfare"`, `"elsewhere"`, `:2:25: warning: there is no deployment "elsewhere"`},
		"a day without a year":  {`2026-11-05`, `11-05`, `:2:87: a review's date has its year`},
	} {
		o := newProject(t, contenttest.Copy(t)).options
		o.ReviewsFile = filepath.Join(t.TempDir(), "export.jsonl")
		text := "\n" + strings.Replace(exportedReview, c.old, c.new, 1)
		if c.old == "" {
			text = "\n" + exportedReview + c.new
		}
		if err := os.WriteFile(o.ReviewsFile, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		warnings, err := engine.Check(t.Context(), o)
		var invalid *engine.InvalidContentError
		if errors.As(err, &invalid) {
			warnings = invalid.Diagnostics
		}
		var reported []string
		for _, d := range warnings {
			reported = append(reported, d.String())
		}
		if !strings.Contains(strings.Join(reported, "\n"), o.ReviewsFile+c.want) ||
			(err == nil) != strings.Contains(c.want, "warning") {
			t.Errorf("%s: %v, %q; want %s", name, err, reported, c.want)
		}
	}
	o := newProject(t, contenttest.Copy(t)).options
	o.ReviewsFile = "nowhere.jsonl"
	if _, err := engine.Check(t.Context(), o); err == nil {
		t.Error("a missing export is accepted")
	}
}

func readFile(t *testing.T, root, rel string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, rel))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
