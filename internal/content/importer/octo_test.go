package importer_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/content/contenttest"
	"storefront/internal/content/importer"
	"storefront/internal/content/importer/octo"
)

// octoServer is a supplier's server that implements OCTO.
type octoServer struct {
	*httptest.Server
	requests atomic.Int32 // an abandoned request may still be served beside the next
	before   func(w http.ResponseWriter, r *http.Request) (done bool)
	change   func(answer string) string
}

func supplier(t *testing.T) *octoServer {
	t.Helper()
	s := &octoServer{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		language := r.Header.Get("Accept-Language")
		s.requests.Add(1)
		if s.before != nil && s.before(w, r) {
			return
		}
		if strings.HasPrefix(r.URL.Path, "/pictures/") {
			if r.Header.Get("Authorization") != "" {
				t.Error("the token is sent to a picture host")
			}
			if strings.HasSuffix(r.URL.Path, "gone.jpg") {
				http.NotFound(w, r)
				return
			}
			fmt.Fprint(w, picture(t, r.URL.Path, uint8(len(r.URL.Path))))
			return
		}
		if r.Header.Get("Authorization") != "Bearer sesame" ||
			!strings.Contains(r.Header.Get("Octo-Capabilities"), "octo/content") {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		name := map[string]string{"/octo/supplier": "supplier.json", "/octo/products": "products." +
			language + ".json"}[r.URL.Path]
		data, err := os.ReadFile(filepath.Join("testdata/octo", name))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		if s.change != nil {
			data = []byte(s.change(string(data)))
		}
		fmt.Fprint(w, strings.ReplaceAll(string(data), "https://pictures.example", s.URL+"/pictures"))
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *octoServer) options(content string) octo.Options {
	o := octo.Options{
		Options: options(content), Address: s.URL + "/octo", Token: "sesame",
	}
	o.Fetch.Reachable = func(netip.Addr) bool { return true }
	o.Fetch.Wait = func(context.Context, time.Duration) error { return nil }
	o.Facts = importer.Facts{City: "dubai", Category: "desert"}
	return o
}

func TestOCTOCatalogueIsImported(t *testing.T) {
	s := supplier(t)
	content := contenttest.Copy(t)
	before := tree(t, content)
	report, err := octo.Import(background, s.options(content))
	explain(t, err)
	for i := range report.Unmapped {
		report.Unmapped[i].Value = strings.ReplaceAll(report.Unmapped[i].Value, s.URL, "")
	}
	golden(t, "octo.golden", content, "testdata", before, report)
	inOrder(t, content)
	report, err = octo.Import(background, s.options(content))
	explain(t, err)
	if len(report.Written) != 0 || len(report.Existing) != 3 {
		t.Errorf("the second time it writes %v, and finds %v", report.Written, report.Existing)
	}
}

type failure struct {
	before func(http.ResponseWriter, *http.Request) bool
	want   string
}

func failures() map[string]failure {
	answer := func(code int, body string) func(http.ResponseWriter, *http.Request) bool {
		return func(w http.ResponseWriter, _ *http.Request) bool {
			w.WriteHeader(code)
			fmt.Fprint(w, body)
			return true
		}
	}
	return map[string]failure{
		"a rejected token":   {answer(401, ""), "it rejects the token"},
		"too many requests":  {answer(429, ""), "the server answers 429"},
		"a server error":     {answer(500, "{}"), "the server answers 500"},
		"invalid JSON":       {answer(200, "<html>"), "the answer is not valid OCTO"},
		"a truncated answer": {answer(200, `{"id": "a`), "the answer is not valid OCTO"},
		"a redirect": {func(w http.ResponseWriter, r *http.Request) bool {
			http.Redirect(w, r, "/elsewhere", http.StatusFound)
			return true
		}, "give the address that it redirects to"},
		"an endless answer": {func(w http.ResponseWriter, _ *http.Request) bool {
			for range 70 {
				if _, err := w.Write(make([]byte, 1<<20)); err != nil {
					break
				}
			}
			return true
		}, "larger than 64 MB"},
		"a slow answer": {func(_ http.ResponseWriter, r *http.Request) bool {
			<-r.Context().Done()
			return true
		}, "deadline exceeded"},
		"a product without options": {func(w http.ResponseWriter, r *http.Request) bool {
			if strings.HasSuffix(r.URL.Path, "products") {
				fmt.Fprint(w, `[{"id":"x","internalName":"X"}]`)
			}
			return strings.HasSuffix(r.URL.Path, "products")
		}, "has no id or no options"},
		"an answer with another schema": {func(w http.ResponseWriter, r *http.Request) bool {
			if strings.HasSuffix(r.URL.Path, "products") {
				fmt.Fprint(w, `[{"id":"x","options":[{"units":"many"}]}]`)
			}
			return strings.HasSuffix(r.URL.Path, "products")
		}, "not valid OCTO"},
	}
}

func TestOCTOImportReportsAnAssumptionOfAProductOnce(t *testing.T) {
	s := supplier(t)
	s.change = func(answer string) string { // each product has each option three times
		var products []map[string]any
		if json.Unmarshal([]byte(answer), &products) != nil {
			return answer // the supplier
		}
		for _, p := range products {
			var all []any
			for _, o := range p["options"].([]any) {
				for n := range 3 {
					again := maps.Clone(o.(map[string]any))
					again["id"] = fmt.Sprint(again["id"], n)
					all = append(all, again)
				}
			}
			p["options"] = all
		}
		data, err := json.Marshal(products)
		if err != nil {
			t.Error(err)
		}
		return string(data)
	}
	report, err := octo.Import(t.Context(), s.options(contenttest.Copy(t)))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[importer.Note]bool{}
	for _, n := range report.Unmapped {
		if seen[n] {
			t.Errorf("it is reported again: %s", n)
		}
		seen[n] = true
	}
}

func TestFailingOCTOServerLeavesContentUnchanged(t *testing.T) {
	for name, c := range failures() {
		t.Run(name, func(t *testing.T) {
			s := supplier(t)
			s.before = c.before
			content := contenttest.Copy(t)
			before := tree(t, content)
			o := s.options(content)
			if name == "a slow answer" {
				o.Fetch.Timeout = 20 * time.Millisecond
			}
			if _, err := octo.Import(background, o); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, not %q", err, c.want)
			}
			if after := tree(t, content); len(after) != len(before) {
				t.Error("something was written")
			}
		})
	}
}

func TestBusyOCTOServerIsRetriedAfterRetryAfter(t *testing.T) {
	s := supplier(t)
	var requests atomic.Int32
	s.before = func(w http.ResponseWriter, _ *http.Request) bool {
		n := requests.Add(1)
		if n > 2 {
			return false
		}
		w.Header().Set("Retry-After", "7")
		w.WriteHeader([]int{429, 503}[n-1])
		return true
	}
	o := s.options(contenttest.Copy(t))
	var waited []time.Duration
	o.Fetch.Wait = func(_ context.Context, d time.Duration) error {
		waited = append(waited, d)
		return nil
	}
	_, err := octo.Import(background, o)
	explain(t, err)
	if len(waited) != 2 || waited[0] != 7*time.Second {
		t.Errorf("waited %v", waited)
	}
}

func TestMissingFactsOfAnOCTOCatalogueAreReportedAtOnce(t *testing.T) {
	s := supplier(t)
	content := contenttest.Copy(t)
	before := tree(t, content)
	o := s.options(content)
	o.Facts = importer.Facts{Currency: "USD"}
	report, err := octo.Import(background, o)
	if err == nil || report == nil {
		t.Fatal("the catalogue is imported without them")
	}
	mistakes := asJSON(t, report.Wrong)
	for _, want := range []string{"--city", "--category", "it has no price in USD"} {
		if !strings.Contains(mistakes, want) {
			t.Errorf("%s is not reported: %s", want, mistakes)
		}
	}
	if after := tree(t, content); len(after) != len(before) {
		t.Error("something was written")
	}
}

func TestOCTOImportRefusesPrivateAddressesAndHTTP(t *testing.T) {
	s := supplier(t)
	o := s.options(contenttest.Copy(t))
	o.Fetch.Reachable = nil
	if _, err := octo.Import(background, o); err == nil || !strings.Contains(err.Error(), "does not use https") {
		t.Errorf("the error is %v", err)
	}
	o.Address = "https://127.0.0.1:1/octo"
	if _, err := octo.Import(background, o); err == nil ||
		!strings.Contains(err.Error(), "not on the public Internet") {
		t.Errorf("the error is %v", err)
	}
	if n := s.requests.Load(); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
}
