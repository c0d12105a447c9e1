package importer_test

import (
	"context"
	"fmt"
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

// world is a supplier's server that answers as OCTO describes.
type world struct {
	*httptest.Server
	asked  atomic.Int32 // a question that was given up may still be answered beside the next
	before func(w http.ResponseWriter, r *http.Request) (done bool)
	change func(answer string) string
}

func supplier(t *testing.T) *world {
	t.Helper()
	s := &world{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		language := r.Header.Get("Accept-Language")
		s.asked.Add(1)
		if s.before != nil && s.before(w, r) {
			return
		}
		if strings.HasPrefix(r.URL.Path, "/pictures/") {
			if r.Header.Get("Authorization") != "" {
				t.Error("the token is told to a host of pictures")
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

func (s *world) options(content string) octo.Options {
	o := octo.Options{
		Options: options(content), Address: s.URL + "/octo", Token: "sesame",
	}
	o.Fetch.Reachable = func(netip.Addr) bool { return true }
	o.Fetch.Wait = func(context.Context, time.Duration) error { return nil }
	o.Facts = importer.Facts{City: "dubai", Category: "desert"}
	return o
}

func TestASuppliersCatalogueComesInWhole(t *testing.T) {
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

type misbehaviour struct {
	before func(http.ResponseWriter, *http.Request) bool
	want   string
}

func misbehaviours() map[string]misbehaviour {
	answer := func(code int, body string) func(http.ResponseWriter, *http.Request) bool {
		return func(w http.ResponseWriter, _ *http.Request) bool {
			w.WriteHeader(code)
			fmt.Fprint(w, body)
			return true
		}
	}
	return map[string]misbehaviour{
		"the token is refused": {answer(401, ""), "it does not take the token"},
		"always too many":      {answer(429, ""), "the server answers 429"},
		"broken":               {answer(500, "{}"), "the server answers 500"},
		"no JSON":              {answer(200, "<html>"), "the answer is not what OCTO describes"},
		"cut off":              {answer(200, `{"id": "a`), "the answer is not what OCTO describes"},
		"leads elsewhere": {func(w http.ResponseWriter, r *http.Request) bool {
			http.Redirect(w, r, "/elsewhere", http.StatusFound)
			return true
		}, "give the address that it leads to"},
		"endless": {func(w http.ResponseWriter, _ *http.Request) bool {
			for range 70 {
				if _, err := w.Write(make([]byte, 1<<20)); err != nil {
					break
				}
			}
			return true
		}, "larger than 64 MB"},
		"slow": {func(_ http.ResponseWriter, r *http.Request) bool {
			<-r.Context().Done()
			return true
		}, "deadline exceeded"},
		"a product without options": {func(w http.ResponseWriter, r *http.Request) bool {
			if strings.HasSuffix(r.URL.Path, "products") {
				fmt.Fprint(w, `[{"id":"x","internalName":"X"}]`)
			}
			return strings.HasSuffix(r.URL.Path, "products")
		}, "has no id or no options"},
		"a shape of its own": {func(w http.ResponseWriter, r *http.Request) bool {
			if strings.HasSuffix(r.URL.Path, "products") {
				fmt.Fprint(w, `[{"id":"x","options":[{"units":"many"}]}]`)
			}
			return strings.HasSuffix(r.URL.Path, "products")
		}, "not what OCTO describes"},
	}
}

func TestAServerThatMisbehavesLeavesContentAsItIs(t *testing.T) {
	for name, c := range misbehaviours() {
		t.Run(name, func(t *testing.T) {
			s := supplier(t)
			s.before = c.before
			content := contenttest.Copy(t)
			before := tree(t, content)
			o := s.options(content)
			if name == "slow" {
				o.Fetch.Timeout = 20 * time.Millisecond
			}
			if _, err := octo.Import(background, o); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("told %v, not %q", err, c.want)
			}
			if after := tree(t, content); len(after) != len(before) {
				t.Error("something was written")
			}
		})
	}
}

func TestABusyServerIsAskedAgainWhenItSays(t *testing.T) {
	s := supplier(t)
	var asked atomic.Int32
	s.before = func(w http.ResponseWriter, _ *http.Request) bool {
		n := asked.Add(1)
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

func TestFactsThatACatalogueLacksAreAskedForAtOnce(t *testing.T) {
	s := supplier(t)
	content := contenttest.Copy(t)
	before := tree(t, content)
	o := s.options(content)
	o.Facts = importer.Facts{Currency: "USD"}
	report, err := octo.Import(background, o)
	if err == nil || report == nil {
		t.Fatal("it comes in without them")
	}
	told := asJSON(t, report.Wrong)
	for _, want := range []string{"--city", "--category", "it has no price in USD"} {
		if !strings.Contains(told, want) {
			t.Errorf("nothing is told of %s: %s", want, told)
		}
	}
	if after := tree(t, content); len(after) != len(before) {
		t.Error("something was written")
	}
}

func TestPrivateAddressesAndBareHTTPAreNotAsked(t *testing.T) {
	s := supplier(t)
	o := s.options(contenttest.Copy(t))
	o.Fetch.Reachable = nil
	if _, err := octo.Import(background, o); err == nil || !strings.Contains(err.Error(), "is not https") {
		t.Errorf("told %v", err)
	}
	o.Address = "https://127.0.0.1:1/octo"
	if _, err := octo.Import(background, o); err == nil ||
		!strings.Contains(err.Error(), "not one of the public Internet") {
		t.Errorf("told %v", err)
	}
	if n := s.asked.Load(); n != 0 {
		t.Errorf("asked %d times", n)
	}
}
