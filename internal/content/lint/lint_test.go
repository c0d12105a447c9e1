package lint_test

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/content/contenttest"
	"storefront/internal/content/diag"
	"storefront/internal/content/lint"
)

var day = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

func quietly(string, int, int) {}

// tidy returns the small catalogue with texts that are long enough for search engines.
func tidy(t *testing.T) string {
	content := contenttest.Copy(t)
	for file, put := range map[string][2]string{
		"products/dunes/en.md": {"summary: Six hours in the dunes, from the hotel and back.",
			"summary: Six hours in the red dunes of Lahbab, from your hotel and back, with dinner at the camp."},
		"products/walk/en.md": {"summary: An hour and a half on foot.",
			"summary: An hour and a half on foot through the lanes of the old town, with coffee at the end of the " +
				"walk."},
		"blog/camps/en.md": {"description: What to ask.",
			"description: What to ask before you book a night in the desert, and which of the answers matter most."},
	} {
		contenttest.Replace(t, content, file, put[0], put[1])
	}
	return content
}

func linesOf(content string, all []diag.Diagnostic) (lines []string) {
	for _, d := range all {
		lines = append(lines, strings.TrimPrefix(d.String(), content+string(filepath.Separator)))
	}
	return lines
}

const product = "products/dunes/product.yaml"

func TestEveryLintRemarkHasItsPlace(t *testing.T) {
	long := strings.Repeat("sand and ", 20) + "sand"
	for _, test := range []struct{ file, old, new, want string }{
		// search engines
		{"products/dunes/en.md", "title: Sunset dunes",
			"title: Sunset dunes with dinner, a band, three camels and the last light of day",
			"products/dunes/en.md:2:8: warning: this title has 72 characters, and search engines show about " +
				"60 of them; seoTitle gives them another"},
		{"products/dunes/en.md", "title: Sunset dunes", "title: Sunset dunes\nseoTitle: Dunes",
			"products/dunes/en.md:3:11: warning: this title has 5 characters; 10 and more"},
		{"products/dunes/en.md", "with dinner at the camp.", "with dinner at the camp, " + long,
			"products/dunes/en.md:3:10: warning: this description has "},
		{"products/dunes/en.md", "summary: Six hours in the red dunes of Lahbab, from your hotel and back, with " +
			"dinner at the camp.", "summary: Six hours.",
			"products/dunes/en.md:3:10: warning: this description has 10 characters; search engines replace those " +
				"of fewer than 70"},
		{"blog/camps/en.md", "description: What to ask before you book a night in the desert, and which of the " +
			"answers matter most.\n", "", "blog/camps/en.md:2:1: warning: there is no description for search engines"},
		{"products/walk/en.md", "title: Old town walk", "title: Sunset DUNES",
			"products/walk/en.md:2:8: warning: the same title as in "},
		// translations
		{"products/walk/ar.md", "---\ntitle: ", "---\ntitle: Old town walk # ",
			`products/walk/ar.md:2:8: warning: the title is the same in "ar" and "en"`},
		{"products/dunes/en.md", "See also [the walk](product:walk) and [all of Dubai](/things-to-do-in-dubai).\n", "",
			`products/dunes/en.md:11:1: warning: nothing is written below the front matter in "en", but in "ar" there is`},
		// pictures
		{"media/en.yaml", "Dunes at dusk", "Dunes", "media/en.yaml:1:12: warning: this alt text is the file's name"},
		{"media/en.yaml", "Dunes at dusk", "dunes.png",
			"media/en.yaml:1:12: warning: this alt text is the file's name"},
		{"media/en.yaml", "Dunes at dusk", "Picture of dunes",
			"media/en.yaml:1:12: warning: screen readers announce that this is a picture"},
		{"media/en.yaml", "Dunes at dusk", long, "media/en.yaml:1:12: warning: this alt text is longer than 125 " +
			"characters"},
		// prices
		{product, "price: 395", "price: 0", product + ":21:30: warning: this costs nothing"},
		{product, "originalPrice: 450", "originalPrice: 4500", product + ":21:50: warning: reduced by 91 %"},
		{product, "price: 275.50", "price: 396", product + ":22:30: warning: CHILD pays more (396) than an adult"},
		{product, "price: 275.50", "price: 0", product +
			":22:9: warning: child costs nothing and cannot be booked by itself: name the units it comes with in " +
			"accompaniedBy"},
		{product, "price: 275.50", "price: 0, accompaniedBy: [adult]", ""},
		{product, "type: CHILD, ", "type: FAMILY, ",
			product + ":22:9: warning: family takes one seat: write its number of people in paxCount"},
		{product, "type: CHILD, ", "type: FAMILY, paxCount: 4, ", ""},
		{product, "type: CHILD, ", "type: FAMILY, paxCount: 1, ", ""},
		{product, "type: CHILD, ", "type: OTHER, paxCount: 8, ",
			product + ":22:9: warning: other takes 8 seats and is called a guest: write its title in units of the " +
				"texts"},
		{product, "type: CHILD, ", "type: OTHER, ", ""},
		{product, "{type: ADULT, price: 395, originalPrice: 450, ages: {min: 12}}\n      - {type: CHILD, price: " +
			"275.50, ages: {min: 5, max: 11}}", "{type: CHILD, price: 0, ages: {min: 5}}",
			product +
				`:17:5: warning: every unit of "shared" costs nothing: its bookings are confirmed without a payment`},
		// schedules
		{product, "  startTimes: [15:00]", "  startTimes: [15:00]\n  seasons: [{from: 2026-10-01, to: 2026-11-19}]",
			product + ":11:3: warning: this schedule has no day in the year from 2026-11-20 on"},
		{product, "  startTimes: [15:00]", "  startTimes: [15:00]\n  weekdays: [mon]\n  seasons: [{from: 11-20, " +
			"to: 11-21}]", product + ":11:3: warning: this schedule has no day"},
		{product, "  startTimes: [15:00]", "  startTimes: [15:00]\n  seasons: [{from: 2026-11-20, to: " +
			"2026-11-20}]\n  closedDays: [11-20]", product + ":11:3: warning: this schedule has no day"},
		{product, "  startTimes: [15:00]", "  startTimes: [15:00]\n  seasons: [{from: 12-20, to: 01-05}]", ""},
		{product, "  startTimes: [15:00]", "  startTimes: [15:00]\n  seasons: [{from: 2026-10-01, to: 2026-11-20}]",
			""},
		// pickups
		{product, "schedule:", "pickup: {included: true, addressRequired: true}\nschedule:",
			product + ":10:9: warning: this pickup has no time; give it a point with minutesBefore"},
	} {
		content := tidy(t)
		before := linesOf(content, lint.Read(t.Context(), content, day, quietly).Remarks())
		contenttest.Replace(t, content, test.file, test.old, test.new)
		new := slices.DeleteFunc(linesOf(content, lint.Read(t.Context(), content, day, quietly).Remarks()),
			func(line string) bool { return slices.Contains(before, line) })
		if test.want == "" && len(new) > 0 || test.want != "" &&
			!slices.ContainsFunc(new, func(line string) bool { return strings.HasPrefix(line, test.want) }) {
			t.Errorf("%s: %q\nremarks %q\nwant    %q", test.file, test.new, new, test.want)
		}
	}
}

func TestPublishedPostsAndPagesWithoutTextAreReported(t *testing.T) {
	content := tidy(t)
	for name, text := range map[string]string{
		"blog/pier/en.md":  "---\ntitle: The pier of Deira\ndate: 2026-10-02\n---\n\n",
		"blog/later/en.md": "---\ntitle: The boats of Deira\ndate: 2026-10-02\ndraft: true\n---\n",
		"blog/list/en.md":  "---\ntitle: The lists of Deira\ndate: 2026-10-02\n---\n::toc\n",
		"pages/jobs/en.md": "---\ntitle: Jobs with us\ndescription: Work.\n---\n",
	} {
		contenttest.Write(t, content, name, text)
	}
	const message = ": warning: nothing is written below the front matter: readers find a title without a text"
	got := slices.DeleteFunc(linesOf(content, lint.Read(t.Context(), content, day, quietly).Remarks()),
		func(line string) bool { return !strings.Contains(line, "nothing is written") })
	slices.Sort(got)
	if want := []string{"blog/pier/en.md:4:1" + message, "pages/jobs/en.md:4:1" + message}; !slices.Equal(got, want) {
		t.Errorf("got %q, not %q", got, want)
	}
}

func TestUnusedMediaFilesAreReported(t *testing.T) {
	content := tidy(t)
	contenttest.Write(t, content, "media/sign.svg", `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 32"/>`)
	contenttest.Write(t, content, "media/spare.png",
		"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89\x00\x00\x00\rIDATx\x9cc\xf8\xcf\xc0\xf0\x1f\x00\x05\x00\x01\xff\x89\x99=\x1d\x00\x00\x00\x00IEND\xaeB`\x82")
	contenttest.Replace(t, content, "media/en.yaml", "dunes.png:", "spare.png: A camel\ndunes.png:")
	contenttest.Replace(t, content, "media/ar.yaml", "dunes.png:", "spare.png: جمل\ndunes.png:")
	got := strings.Join(linesOf(content, lint.Read(t.Context(), content, day, quietly).Remarks()), "\n")
	for _, want := range []string{"media/sign.svg:1:1: warning: no deployment's logo names",
		"media/ar.yaml:1:12: warning: no page shows the picture spare.png"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing in\n%s", want, got)
		}
	}
	const camps = "blog/camps/en.md"
	before := "## Before you go"
	for _, shown := range []string{"![](spare.png)", `::gallery{pictures="dunes.png spare.png"}`,
		`::video[Camels]{url="https://youtu.be/dQw4w9WgXcQ" picture="spare.png"}`} {
		contenttest.Replace(t, content, camps, before, shown)
		before = shown
		remarks := lint.Read(t.Context(), content, day, quietly).Remarks()
		if got := strings.Join(linesOf(content, remarks), "\n"); strings.Contains(got, "spare.png") {
			t.Errorf("%s shows it, but:\n%s", shown, got)
		}
	}
	contenttest.Replace(t, content, camps, before, "")
	contenttest.Write(t, content, "terms.yaml",
		"authors:\n  mariam: {name: {en: Mariam, ar: مريم}, image: spare.png}\n")
	remarks := lint.Read(t.Context(), content, day, quietly).Remarks()
	if got := strings.Join(linesOf(content, remarks), "\n"); strings.Contains(got, "spare.png") {
		t.Errorf("an author's pages show it, but:\n%s", got)
	}
}

func TestCheckLinksRequestsEachURLOnceWithFewConnections(t *testing.T) {
	var requests, now, most atomic.Int64
	mux := http.NewServeMux()
	serve := func(path string, answer http.HandlerFunc) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			requests.Add(1)
			if n := now.Add(1); n > most.Load() {
				most.Store(n)
			}
			defer now.Add(-1)
			answer(w, r)
		})
	}
	serve("/fine", func(http.ResponseWriter, *http.Request) {})
	serve("/gone", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusGone) })
	serve("/moved", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/fine", http.StatusMovedPermanently)
	})
	serve("/elsewhere", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/fine", http.StatusFound) })
	serve("/lost", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/gone", http.StatusFound) })
	serve("/round", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/round", http.StatusFound) })
	serve("/get", func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			w.WriteHeader(http.StatusMethodNotAllowed)
		}
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	content := tidy(t)
	prose := "## Links\n\n"
	for _, path := range []string{"fine", "gone", "moved", "elsewhere", "lost", "round", "get", "fine"} {
		prose += "[" + path + "](" + server.URL + "/" + path + ")\n"
	}
	contenttest.Replace(t, content, "blog/camps/en.md", "## Before you go", prose+"\nand <"+server.URL+"/gone>")
	var steps atomic.Int64
	read := lint.Read(t.Context(), content, day, quietly)
	got := linesOf(content, read.CheckLinks(t.Context(), lint.LinkTimeout, func(int, int) { steps.Add(1) }))
	for _, want := range []string{
		"blog/camps/en.md:11:8: warning: the link to " + server.URL + "/gone is answered with 410 Gone",
		"blog/camps/en.md:19:6: warning: the link to " + server.URL + "/gone is answered with 410 Gone",
		"blog/camps/en.md:12:9: warning: the link to " + server.URL + "/moved has moved for good: to " +
			server.URL + "/fine",
		"blog/camps/en.md:14:8: warning: the link to " + server.URL + "/lost is answered with 410 Gone at " +
			server.URL + "/gone",
		"blog/camps/en.md:15:9: warning: the link to " + server.URL + "/round redirects more than 5 times",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("%s\nis missing in\n%s", want, strings.Join(got, "\n"))
		}
	}
	if len(got) != 5 || steps.Load() != 7 || most.Load() > 8 {
		t.Errorf("%d remarks, %d addresses, %d at once", len(got), steps.Load(), most.Load())
	}
}

func TestCheckLinksReportsAHostThatTimesOut(t *testing.T) {
	hang := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hang }))
	defer server.Close()
	defer close(hang)
	content := tidy(t)
	contenttest.Replace(t, content, "blog/camps/en.md", "## Before you go", "[slow]("+server.URL+"/)")
	read := lint.Read(t.Context(), content, day, quietly)
	got := linesOf(content, read.CheckLinks(t.Context(), 50*time.Millisecond, func(int, int) {}))
	if want := "blog/camps/en.md:8:8: warning: the link to " +
		server.URL + "/ does not answer: no answer in time"; !slices.Contains(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestRemarksAreReportedBesideMistakes(t *testing.T) {
	content := contenttest.Copy(t)
	contenttest.Replace(t, content, "products/walk/product.yaml", "duration:", "duraton:")
	got := strings.Join(linesOf(content, lint.Read(t.Context(), content, day, quietly).Remarks()), "\n")
	if !strings.Contains(got, "blog/camps/en.md:4:14: warning: this description has 12 characters") {
		t.Errorf("a valid post beside it has no remark:\n%s", got)
	}
	for _, never := range []string{"products/walk", "no page shows"} {
		if strings.Contains(got, never) {
			t.Errorf("%q is reported of incomplete content:\n%s", never, got)
		}
	}
}

func TestLabelAboutSalesIsReported(t *testing.T) {
	content := tidy(t)
	contenttest.Replace(t, content, "labels.yaml", "new:", "bestseller: {en: Bestseller, ar: الأكثر مبيعًا}\nnew:")
	contenttest.Replace(t, content, "products/dunes/product.yaml", "labels: [new]", "labels: [bestseller]")
	want := `"bestseller" is about sales, and there are no figures of sales`
	remarks := lint.Read(t.Context(), content, day, quietly).Remarks()
	if !slices.ContainsFunc(remarks, func(d diag.Diagnostic) bool { return strings.HasPrefix(d.Message, want) }) {
		t.Errorf("no remark says that %s: %v", want, remarks)
	}
}

// An empty text is compared with the first language that has text.
func TestMissingTextIsComparedWithTheFirstLanguage(t *testing.T) {
	content := contenttest.Copy(t)
	contenttest.Replace(t, content, "deployments/wayfare.yaml", "languages: [en, ar]", "languages: [en, ar, de]")
	for language, words := range map[string]string{"ar": "كلمات", "de": "Worte", "en": ""} {
		contenttest.Write(t, content, "pages/about/"+language+".md", "---\ntitle: "+language+"\n---\n"+words+"\n")
	}
	for range 20 {
		got := strings.Join(linesOf(content, lint.Read(t.Context(), content, day, quietly).Remarks()), "\n")
		if !strings.Contains(got, `front matter in "en", but in "ar" there is`) {
			t.Fatal(got)
		}
	}
}
