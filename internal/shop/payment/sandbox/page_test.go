package sandbox_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/sandbox"
)

// visitor is a browser that shows where it is sent and does not go there.
type visitor struct {
	testing.TB
	provider *sandbox.Provider
	server   *httptest.Server
}

func newVisitor(t testing.TB, change func(*sandbox.Config)) *visitor {
	v := &visitor{TB: t, provider: open(t, change)}
	v.server = httptest.NewServer(v.provider.Handler())
	t.Cleanup(v.server.Close)
	return v
}

// page opens a payment page for a request, and answers its path.
func (v *visitor) page(key string, change func(*payment.Request)) (session, path string) {
	v.Helper()
	r := request(key)
	if change != nil {
		change(&r)
	}
	s := must[payment.Session](v)(v.provider.Start(v.Context(), r))
	return s.ID, must[*url.URL](v)(url.Parse(s.URL)).Path
}

type response struct {
	status int
	header http.Header
	body   string
}

func (v *visitor) send(method, path string, form url.Values, header http.Header) response {
	v.Helper()
	r := must[*http.Request](v)(http.NewRequest(method, v.server.URL+path, strings.NewReader(form.Encode())))
	for name, values := range header {
		r.Header[name] = values
	}
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	w := must[*http.Response](v)(http.DefaultTransport.RoundTrip(r))
	defer w.Body.Close()
	return response{w.StatusCode, w.Header, string(must[[]byte](v)(io.ReadAll(w.Body)))}
}

func (v *visitor) get(path string) response { v.Helper(); return v.send("GET", path, nil, nil) }

var tokenField = regexp.MustCompile(`name="token" value="([^"]+)"`)

// cardForm returns a form that pays, with the page's own token.
func (v *visitor) cardForm(path, number string) url.Values {
	v.Helper()
	found := tokenField.FindStringSubmatch(v.get(path).body)
	if found == nil {
		v.Fatal("the page has no form")
	}
	return url.Values{"token": {found[1]}, "number": {number}, "expiry": {"12/40"}, "cvc": {"987"},
		"holder": {"A Guest"}}
}

func (v *visitor) wantRedirect(a response, to string) {
	v.Helper()
	if a.status != http.StatusSeeOther || a.header.Get("Location") != to {
		v.Errorf("%d to %q and not to %q", a.status, a.header.Get("Location"), to)
	}
}

func (v *visitor) wantPage(a response, status int, texts ...string) {
	v.Helper()
	if a.status != status {
		v.Errorf("%d and not %d", a.status, status)
	}
	for _, text := range texts {
		if !strings.Contains(a.body, text) {
			v.Errorf("does not show %q", text)
		}
	}
}

func TestPaymentPageShowsSellerItemsAndTotal(t *testing.T) {
	v := newVisitor(t, nil)
	_, path := v.page("1", func(r *payment.Request) {
		r.Seller, r.Currency, r.Exponent, r.Total = `Tours & <b>Co</b>`, "KWD", 3, 1234567
		r.Lines = []payment.Line{{Title: "Safari", Detail: "2 adults", Amount: 1235067}, {Title: "Promo", Amount: -500}}
	})
	v.wantPage(v.get(path), 200, `lang="en" dir="ltr"`, "Tours &amp; &lt;b&gt;Co&lt;/b&gt;", "Safari", "2 adults",
		"KWD\u00a01,235.067",
		"−KWD\u00a00.500", "<button class=\"primary\">Pay <bdi>\u2066KWD\u00a01,234.567\u2069</bdi>",
		"No money moves", "AB12CD",
		`autocomplete="cc-number"`, `autocomplete="cc-exp"`, `autocomplete="cc-csc"`, `autocomplete="cc-name"`,
		"4000 0000 0000 3055")
}

func TestPaymentPageIsShownInArabic(t *testing.T) {
	v := newVisitor(t, nil)
	_, path := v.page("1", func(r *payment.Request) { r.Language = "ar" })
	page := v.get(path)
	v.wantPage(page, 200, `lang="ar" dir="rtl"`, "بيانات البطاقة", "ادفع <bdi>", "395.50", "د.إ.")
	if page.header.Get("Content-Language") != "ar" {
		t.Error(page.header)
	}
	v.wantPage(v.send("POST", path, v.cardForm(path, sandbox.CardDecline), nil), 402,
		"عذرًا، لم تتم عملية الدفع. يُرجى التحقق من بياناتك والمحاولة مرة أخرى.")
}

func TestPaymentPageHasSecurityHeaders(t *testing.T) {
	v := newVisitor(t, nil)
	_, path := v.page("1", nil)
	for _, place := range []string{path, path + "x", "/sandbox/", path + "/bank"} {
		h := v.get(place).header
		for name, want := range map[string]string{
			"Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; " +
				"form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
			"Cache-Control": "no-store", "X-Frame-Options": "DENY", "X-Content-Type-Options": "nosniff",
			"Referrer-Policy": "same-origin",
		} {
			if h.Get(name) != want {
				t.Errorf("%s: %s is %q", place, name, h.Get(name))
			}
		}
	}
	if body := v.get(path).body; strings.Contains(body, "<script") || strings.Contains(body, "style=") ||
		strings.Contains(body, " on") && regexp.MustCompile(` on[a-z]+=`).MatchString(body) {
		t.Error("the page has what its own policy forbids")
	}
}

func TestEveryResourceOfThePaymentPageIsServed(t *testing.T) {
	v := newVisitor(t, nil)
	_, path := v.page("1", nil)
	var files []string
	for _, m := range regexp.MustCompile(`href="(/sandbox/[^"]+)"`).FindAllStringSubmatch(v.get(path).body, -1) {
		files = append(files, m[1])
	}
	for _, m := range regexp.MustCompile(`url\('([^']+)'\)`).FindAllStringSubmatch(v.get("/sandbox/style.css").body,
		-1) {
		files = append(files, "/sandbox/"+m[1])
	}
	if len(files) != 5 {
		t.Errorf("%q", files)
	}
	for _, file := range files {
		if a := v.get(file); a.status != 200 || a.header.Get("Content-Type") == "" ||
			strings.Contains(a.header.Get("Cache-Control"), "no-store") {
			t.Errorf("%s: %d %v", file, a.status, a.header)
		}
	}
}

func TestPayingRedirectsToTheShop(t *testing.T) {
	v := newVisitor(t, nil)
	for i, card := range []string{sandbox.CardSuccess, sandbox.CardSlow, sandbox.CardUncapturable} {
		id, path := v.page(fmt.Sprint(i), nil)
		v.wantRedirect(v.send("POST", path, v.cardForm(path, card), nil), "http://shop.test/orders/1")
		v.wantPage(v.get(path), 200, "This order is paid", `href="http://shop.test/orders/1"`)
		if state := must[payment.State](t)(v.provider.State(t.Context(), id)); state.Status != payment.Authorised &&
			state.Status != payment.Processing {
			t.Errorf("%+v", state)
		}
	}
}

func TestDeclinedCardKeepsAllFieldsButTheSecurityCode(t *testing.T) {
	v := newVisitor(t, nil)
	id, path := v.page("1", nil)
	page := v.send("POST", path, v.cardForm(path, "4000 0000 0000 0002"), nil)
	v.wantPage(page, 402, "Sorry, the payment did not go through. Please check your information and try again.",
		`value="4000 0000 0000 0002"`,
		`value="12/40"`, `value="A Guest"`)
	if strings.Contains(page.body, "987") {
		t.Error("the security code came back")
	}
	v.wantRedirect(v.send("POST", path, v.cardForm(path, sandbox.CardSuccess), nil), "http://shop.test/orders/1")
	if got := ledger(t, v.provider, id); got != "authorised 39550" {
		t.Error(got)
	}
}

func TestFormErrorsAreShownBesideTheirField(t *testing.T) {
	v := newVisitor(t, nil)
	id, path := v.page("1", nil)
	for field, invalid := range map[string][]string{
		"number": {"", "4242 4242 4242 4241", "4242", "hello", "0000 0000 0000 0000"},
		"expiry": {"", "13/40", "00/40", "12", "01/20", "December"},
		"cvc":    {"", "1", "12345", "abc"},
		"holder": {"", "   ", "123"},
	} {
		for _, value := range invalid {
			form := v.cardForm(path, sandbox.CardSuccess)
			form.Set(field, value)
			page := v.send("POST", path, form, nil)
			v.wantPage(page, 422, `aria-invalid="true" aria-describedby="`+field+`-error" autofocus`,
				`id="`+field+`-error"`)
			if n := strings.Count(page.body, "aria-invalid"); n != 1 {
				t.Errorf("%s %q: %d fields are marked", field, value, n)
			}
		}
	}
	if got := ledger(t, v.provider, id); got != "" {
		t.Error(got)
	}
}

func TestFormsWithoutTokenOrFromOtherSitesAreRejected(t *testing.T) {
	v := newVisitor(t, nil)
	id, path := v.page("1", nil)
	_, otherPath := v.page("2", nil)
	own, other := v.cardForm(path, sandbox.CardSuccess), v.cardForm(otherPath, sandbox.CardSuccess)
	without := url.Values{"number": own["number"], "expiry": own["expiry"], "cvc": own["cvc"], "holder": own["holder"]}
	for name, c := range map[string]struct {
		form   url.Values
		header http.Header
	}{
		"without the token":        {without, nil},
		"with another page's":      {other, nil},
		"from another site":        {own, http.Header{"Sec-Fetch-Site": {"cross-site"}}},
		"from another origin":      {own, http.Header{"Origin": {"https://elsewhere.test"}}},
		"from a page in a sandbox": {own, http.Header{"Origin": {"null"}}},
	} {
		for _, place := range []string{"", "/cancel", "/bank"} {
			if a := v.send("POST", path+place, c.form, c.header); a.status != http.StatusForbidden {
				t.Errorf("%s%s: %d", name, place, a.status)
			}
		}
	}
	if state := must[payment.State](t)(v.provider.State(t.Context(), id)); state.Status != payment.Open ||
		state.Declined {
		t.Errorf("%+v", state)
	}
	v.wantRedirect(v.send("POST", path, own, http.Header{"Origin": {v.server.URL}, "Sec-Fetch-Site": {"same-origin"}}),
		"http://shop.test/orders/1")
}

func TestTwentyConcurrentFormsPayOnce(t *testing.T) {
	v := newVisitor(t, nil)
	id, path := v.page("1", nil)
	form := v.cardForm(path, sandbox.CardSuccess)
	var clicks sync.WaitGroup
	for range 20 {
		clicks.Go(func() { v.wantRedirect(v.send("POST", path, form, nil), "http://shop.test/orders/1") })
	}
	clicks.Wait()
	if got := ledger(t, v.provider, id); got != "authorised 39550" {
		t.Error(got)
	}
}

func TestBankConfirmationHasItsOwnPage(t *testing.T) {
	v := newVisitor(t, nil)
	id, path := v.page("1", nil)
	v.wantRedirect(v.get(path+"/bank"), path)
	v.wantRedirect(v.send("POST", path, v.cardForm(path, sandbox.CardChallenge), nil), path+"/bank")
	v.wantPage(v.get(path+"/bank"), 200, "Test Bank", "3155", "Approve", "Refuse")
	refuse := v.cardForm(path+"/bank", "")
	refuse.Set("answer", "refuse")
	v.wantRedirect(v.send("POST", path+"/bank", refuse, nil), path)
	v.wantPage(v.get(path), 200, "Sorry, the payment did not go through.")
	v.wantRedirect(v.send("POST", path+"/bank", refuse, nil), path)
	v.wantRedirect(v.send("POST", path, v.cardForm(path, sandbox.CardChallenge), nil), path+"/bank")
	refuse.Set("answer", "approve")
	v.wantRedirect(v.send("POST", path+"/bank", refuse, nil), "http://shop.test/orders/1")
	if got := ledger(t, v.provider, id); got != "authorised 39550" {
		t.Error(got)
	}
}

func TestCancellingRedirectsToTheCheckoutAndClosesThePage(t *testing.T) {
	v := newVisitor(t, nil)
	id, path := v.page("1", nil)
	form := v.cardForm(path, sandbox.CardSuccess)
	v.wantRedirect(v.send("POST", path+"/cancel", form, nil), "http://shop.test/checkout")
	v.wantRedirect(v.send("POST", path+"/cancel", form, nil), "http://shop.test/checkout")
	closed := []string{"This payment page has closed", `href="http://shop.test/checkout"`}
	v.wantPage(v.get(path), 410, closed...)
	v.wantPage(v.send("POST", path, form, nil), 410, closed...)
	if state := must[payment.State](t)(v.provider.State(t.Context(), id)); state.Status != payment.Failed {
		t.Errorf("%+v", state)
	}
	_, paid := v.page("2", nil)
	form = v.cardForm(paid, sandbox.CardSuccess)
	v.send("POST", paid, form, nil)
	v.wantRedirect(v.send("POST", paid+"/cancel", form, nil), paid)
}

func TestPaymentPageClosesWhenItExpires(t *testing.T) {
	var at clock
	v := newVisitor(t, func(c *sandbox.Config) { c.Clock = at.now })
	_, path := v.page("1", nil)
	form := v.cardForm(path, sandbox.CardSuccess)
	at.advance(61 * time.Minute)
	v.wantPage(v.get(path), 410, `href="http://shop.test/checkout"`)
	v.wantPage(v.send("POST", path, form, nil), 410, `href="http://shop.test/checkout"`)
}

func TestUnknownPaymentPageIsNotFound(t *testing.T) {
	v := newVisitor(t, nil)
	_, path := v.page("1", nil)
	for _, place := range []string{path + "x", "/sandbox/pay/", "/sandbox/", path + "/bank/x", "/sandbox/pay/%00"} {
		if a := v.get(place); a.status != http.StatusNotFound || !strings.Contains(a.body, "<h1>") {
			t.Errorf("%s: %d", place, a.status)
		}
	}
	if a := v.send("GET", path+"x", nil, http.Header{"Accept-Language": {"ar-AE,ar;q=0.9"}}); !strings.Contains(a.body,
		`dir="rtl"`) {
		t.Error(a.body)
	}
	if a := v.send("POST", path+"x", v.cardForm(path, "1"), nil); a.status != http.StatusNotFound {
		t.Error(a.status)
	}
	if a := v.send("POST", path, url.Values{"number": {strings.Repeat("4", 1<<20)}},
		nil); a.status != http.StatusForbidden {
		t.Error("a megabyte:", a.status)
	}
}

func TestDatabaseFailureShowsAPageToRetry(t *testing.T) {
	v := &visitor{TB: t, provider: open(t, nil)}
	v.server = httptest.NewServer(v.provider.Handler())
	defer v.server.Close()
	_, path := v.page("1", nil)
	form := v.cardForm(path, sandbox.CardSuccess)
	_ = v.provider.Close()
	for _, a := range []response{v.get(path), v.send("POST", path, form, nil)} {
		v.wantPage(a, http.StatusServiceUnavailable, `href="`+path+`"`)
		if a.header.Get("Retry-After") == "" || strings.Contains(a.body, "sql") {
			t.Errorf("%v\n%s", a.header, a.body)
		}
	}
}
