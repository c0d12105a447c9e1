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

// redeemBookings redeems the tickets of the visitor, as at a gate.
func (v *visitor) redeemBookings() {
	v.t.Helper()
	for _, o := range mustSend[api.InvoiceList](v, "GET", "/invoices", "").Invoices {
		if _, err := v.booking.Redeem(v.t.Context(), o.Id, o.Bookings[0].Id); err != nil {
			v.t.Fatal(err)
		}
	}
}

// decideReview approves or rejects the only pending review.
func (s *shop) decideReview(approve bool) {
	s.t.Helper()
	waiting, err := s.reviews.List(s.t.Context(), review.Filter{Status: review.Pending})
	if err != nil || len(waiting) != 1 {
		s.t.Fatal(waiting, err)
	}
	if _, err := s.reviews.Decide(s.t.Context(), waiting[0].ID, approve); err != nil {
		s.t.Fatal(err)
	}
}

func TestReviewIsPublicOnceApproved(t *testing.T) {
	s := open(t)
	s.visitor().expect(http.StatusUnauthorized, `"signed_out"`, "POST", "/reviews", praise)
	v := s.signUp(amina)
	v.expect(http.StatusForbidden, `"forbidden"`, "POST", "/reviews", praise)
	v.bookDunes()
	v.redeemBookings()
	v.expect(http.StatusBadRequest, `"rating"`, "POST", "/reviews", strings.Replace(praise, "5", "6", 1))
	v.expect(http.StatusAccepted, "", "POST", "/reviews", praise)
	v.expect(http.StatusConflict, `"not_possible"`, "POST", "/reviews", praise)
	reader := s.visitor()
	if got := mustSend[api.ReviewList](reader, "GET", "/reviews?product=dunes", ""); len(got.Reviews) != 0 {
		t.Fatalf("it is public before it is approved: %+v", got)
	}
	s.decideReview(true)
	got := mustSend[api.ReviewList](reader, "GET", "/reviews?product=dunes", "").Reviews
	if len(got) != 1 || got[0].Author != "Amina" || got[0].Rating != 5 || got[0].Title != "Dust" ||
		got[0].Language != "en" {
		t.Errorf("%+v", got)
	}
	// The author of a user without a name is the buyer of the booking.
	user, err := s.store.Accounts().UserByEmail(t.Context(), "wayfare", amina)
	if err != nil {
		t.Fatal(err)
	}
	user.FirstName, user.LastName = "", ""
	save := func(tx account.Tx) error { return tx.SaveUser(t.Context(), user) }
	if err := s.store.Accounts().Do(t.Context(), save); err != nil {
		t.Fatal(err)
	}
	v.expect(http.StatusConflict, `"not_possible"`, "POST", "/reviews", praise)
	elsewhere := s.visitor()
	elsewhere.host = "www.trails.example"
	if got := mustSend[api.ReviewList](elsewhere, "GET", "/reviews?product=dunes", ""); len(got.Reviews) != 0 {
		t.Errorf("another deployment has it: %+v", got)
	}
}

func TestReviewStandingFollowsBookingAndDecision(t *testing.T) {
	s := open(t)
	s.visitor().expect(http.StatusUnauthorized, `"signed_out"`, "GET", mine, "")
	v := s.signUp(amina)
	expectStanding := func(want api.ReviewStandingStanding) api.ReviewStanding {
		t.Helper()
		got := mustSend[api.ReviewStanding](v, "GET", mine, "")
		if got.Standing != want || got.Author != "Amina" {
			t.Errorf("their standing is %+v, want %s", got, want)
		}
		return got
	}
	expectStanding("not_booked")
	v.bookDunes()
	if got := expectStanding("not_yet"); got.From.Format(time.DateOnly) != day || got.From.Hour() != 15 {
		t.Errorf("reviews are possible from %s, want %s at 15:00", got.From, day)
	}
	v.redeemBookings()
	expectStanding("may_write")
	v.expect(http.StatusAccepted, "", "POST", "/reviews", praise)
	if got := expectStanding("written"); got.Status != "pending" || got.Review.Title != "Dust" {
		t.Errorf("%+v", got)
	}
	s.decideReview(false)
	if got := expectStanding("written"); got.Status != "rejected" {
		t.Errorf("%+v", got)
	}
	other := s.signUp("badr@example.com")
	if got := mustSend[api.ReviewStanding](other, "GET", mine, ""); got.Standing != "not_booked" ||
		got.Review.Id != "" {
		t.Errorf("another user's standing is %+v", got)
	}
}

// Reviews without a product must not be those of all products.
func TestReviewsWithoutProductAreEmpty(t *testing.T) {
	s := open(t)
	v := s.signUp(amina)
	v.bookDunes()
	v.redeemBookings()
	v.expect(http.StatusAccepted, "", "POST", "/reviews", praise)
	s.decideReview(true)
	if got := mustSend[api.ReviewList](v, "GET", "/reviews?product=", ""); len(got.Reviews) != 0 {
		t.Errorf("of no product there are %+v", got)
	}
	if got := mustSend[api.ReviewStanding](v, "GET", "/reviews/mine?product=", ""); got.Standing != "not_booked" {
		t.Errorf("without a product the standing is %+v", got)
	}
}

func TestBookingCannotBeReviewedBeforeItsStart(t *testing.T) {
	s := open(t)
	v := s.signUp(amina)
	v.bookDunes()
	v.expect(http.StatusConflict, `"not_possible"`, "POST", "/reviews", praise)
	start, err := time.Parse(time.DateOnly, day)
	if err != nil {
		t.Fatal(err)
	}
	s.clock.advance(time.Until(start.Add(15*time.Hour + time.Minute)))
	// After more than a week the session has expired.
	mustSend[api.Session](v, "POST", "/session", `{"email": "`+amina+`", "password": "correct horse"}`)
	v.expect(http.StatusAccepted, "", "POST", "/reviews", praise)
}

func TestReviewIsStoredAsPlainText(t *testing.T) {
	s := open(t)
	v := s.signUp(amina)
	v.bookDunes()
	v.redeemBookings()
	body, err := json.Marshal(map[string]any{
		"product": "dunes", "rating": 4, "title": "\u202eover\u200bwhelming\u202c\n",
		"text": "<script>alert(1)</script>\r\n\r\n\r\nZ" + strings.Repeat("\u0335", 500) +
			"algo \u2066of\u2069 dunes\x07 [ask](javascript:alert(2))",
	})
	if err != nil {
		t.Fatal(err)
	}
	v.expect(http.StatusAccepted, "", "POST", "/reviews", string(body))
	s.decideReview(true)
	got := mustSend[api.ReviewList](s.visitor(), "GET", "/reviews?product=dunes", "").Reviews[0]
	want := "<script>alert(1)</script>\n\nZ̵̵̵̵algo of dunes " +
		"[ask](javascript:alert(2))"
	if got.Title != "overwhelming" || got.Text != want {
		t.Errorf("%+q, %+q", got.Title, got.Text)
	}
	v.expect(http.StatusBadRequest, `"required"`, "POST", "/reviews",
		`{"product": "dunes", "rating": 4, "text": "\u200b\u202e \u3164"}`)
}
