package api_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"storefront/api"
	"storefront/internal/shop/account"
	"storefront/internal/shop/review"
)

const (
	praise = `{"product": "dunes", "rating": 5, "title": "Dust", "text": "The driver knew every dune by name."}`
	mine   = "/reviews/mine?product=dunes"
)

// letsIn redeems what the visitor has booked, as a gate does.
func (v *visitor) letsIn() {
	v.t.Helper()
	for _, o := range gets[api.InvoiceList](v, "GET", "/invoices", "").Invoices {
		if _, err := v.booking.Redeem(v.t.Context(), o.Id, o.Bookings[0].Id); err != nil {
			v.t.Fatal(err)
		}
	}
}

// decides has the operator approve or reject the only review that waits.
func (s *shop) decides(approve bool) {
	s.t.Helper()
	waiting, err := s.reviews.List(s.t.Context(), review.Filter{Status: review.Pending})
	if err != nil || len(waiting) != 1 {
		s.t.Fatal(waiting, err)
	}
	if _, err := s.reviews.Decide(s.t.Context(), waiting[0].ID, approve); err != nil {
		s.t.Fatal(err)
	}
}

func TestABuyersReviewIsReadOnceItIsApproved(t *testing.T) {
	s := open(t)
	s.visitor().wants(http.StatusUnauthorized, `"signed_out"`, "POST", "/reviews", praise)
	v := s.member(amina)
	v.wants(http.StatusForbidden, `"forbidden"`, "POST", "/reviews", praise)
	v.booksTheDunes()
	v.letsIn()
	v.wants(http.StatusBadRequest, `"rating"`, "POST", "/reviews", strings.Replace(praise, "5", "6", 1))
	v.wants(http.StatusAccepted, "", "POST", "/reviews", praise)
	v.wants(http.StatusConflict, `"not_possible"`, "POST", "/reviews", praise)
	reader := s.visitor()
	if got := gets[api.ReviewList](reader, "GET", "/reviews?product=dunes", ""); len(got.Reviews) != 0 {
		t.Fatalf("it is read before it is approved: %+v", got)
	}
	s.decides(true)
	got := gets[api.ReviewList](reader, "GET", "/reviews?product=dunes", "").Reviews
	if len(got) != 1 || got[0].Author != "Amina" || got[0].Rating != 5 || got[0].Title != "Dust" ||
		got[0].Language != "en" {
		t.Errorf("%+v", got)
	}
	// An account that was opened in another browser has no name but that of the booking.
	user, err := s.store.Accounts().UserByEmail(t.Context(), "wayfare", amina)
	if err != nil {
		t.Fatal(err)
	}
	user.FirstName, user.LastName = "", ""
	save := func(tx account.Tx) error { return tx.SaveUser(t.Context(), user) }
	if err := s.store.Accounts().Do(t.Context(), save); err != nil {
		t.Fatal(err)
	}
	v.wants(http.StatusConflict, `"not_possible"`, "POST", "/reviews", praise)
	elsewhere := s.visitor()
	elsewhere.host = "www.trails.example"
	if got := gets[api.ReviewList](elsewhere, "GET", "/reviews?product=dunes", ""); len(got.Reviews) != 0 {
		t.Errorf("another deployment shows it: %+v", got)
	}
}

func TestAWriterGetsTheirStanding(t *testing.T) {
	s := open(t)
	s.visitor().wants(http.StatusUnauthorized, `"signed_out"`, "GET", mine, "")
	v := s.member(amina)
	stands := func(want api.ReviewStandingStanding) api.ReviewStanding {
		t.Helper()
		got := gets[api.ReviewStanding](v, "GET", mine, "")
		if got.Standing != want || got.Author != "Amina" {
			t.Errorf("their standing is %+v, want %s", got, want)
		}
		return got
	}
	stands("not_booked")
	v.booksTheDunes()
	if got := stands("not_yet"); got.From.Format(time.DateOnly) != day || got.From.Hour() != 15 {
		t.Errorf("he may write from %s on, want %s at 15:00", got.From, day)
	}
	v.letsIn()
	stands("may_write")
	v.wants(http.StatusAccepted, "", "POST", "/reviews", praise)
	if got := stands("written"); got.Status != "pending" || got.Review.Title != "Dust" {
		t.Errorf("%+v", got)
	}
	s.decides(false)
	if got := stands("written"); got.Status != "rejected" {
		t.Errorf("%+v", got)
	}
	other := s.member("badr@example.com")
	if got := gets[api.ReviewStanding](other, "GET", mine, ""); got.Standing != "not_booked" || got.Review.Id != "" {
		t.Errorf("another user's standing is %+v", got)
	}
}

// Reviews of no product are not those of all of them.
func TestReviewsAreOfAProduct(t *testing.T) {
	s := open(t)
	v := s.member(amina)
	v.booksTheDunes()
	v.letsIn()
	v.wants(http.StatusAccepted, "", "POST", "/reviews", praise)
	s.decides(true)
	if got := gets[api.ReviewList](v, "GET", "/reviews?product=", ""); len(got.Reviews) != 0 {
		t.Errorf("of no product there are %+v", got)
	}
	if got := gets[api.ReviewStanding](v, "GET", "/reviews/mine?product=", ""); got.Standing != "not_booked" {
		t.Errorf("without a product the standing is %+v", got)
	}
}

func TestABookingIsNotReviewedBeforeItsStart(t *testing.T) {
	s := open(t)
	v := s.member(amina)
	v.booksTheDunes()
	v.wants(http.StatusConflict, `"not_possible"`, "POST", "/reviews", praise)
	start, err := time.Parse(time.DateOnly, day)
	if err != nil {
		t.Fatal(err)
	}
	s.clock.pass(time.Until(start.Add(15*time.Hour + time.Minute)))
	// More than a week has passed: she signs in again.
	gets[api.Session](v, "POST", "/session", `{"email": "`+amina+`", "password": "correct horse"}`)
	v.wants(http.StatusAccepted, "", "POST", "/reviews", praise)
}

func TestAReviewIsStoredAsPlainText(t *testing.T) {
	s := open(t)
	v := s.member(amina)
	v.booksTheDunes()
	v.letsIn()
	body, err := json.Marshal(map[string]any{
		"product": "dunes", "rating": 4, "title": "\u202eover\u200bwhelming\u202c\n",
		"text": "<script>alert(1)</script>\r\n\r\n\r\nZ" + strings.Repeat("\u0335", 500) +
			"algo \u2066of\u2069 dunes\x07 [ask](javascript:alert(2))",
	})
	if err != nil {
		t.Fatal(err)
	}
	v.wants(http.StatusAccepted, "", "POST", "/reviews", string(body))
	s.decides(true)
	got := gets[api.ReviewList](s.visitor(), "GET", "/reviews?product=dunes", "").Reviews[0]
	want := "<script>alert(1)</script>\n\nZ̵̵̵̵algo of dunes " +
		"[ask](javascript:alert(2))"
	if got.Title != "overwhelming" || got.Text != want {
		t.Errorf("%+q, %+q", got.Title, got.Text)
	}
	v.wants(http.StatusBadRequest, `"required"`, "POST", "/reviews",
		`{"product": "dunes", "rating": 4, "text": "\u200b\u202e \u3164"}`)
}
