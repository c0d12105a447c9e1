package review_test

import (
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/review"
	"storefront/internal/store/sqlite"
)

func newService(t *testing.T) *review.Service {
	t.Helper()
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "shop.db"), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return review.New(review.Config{Store: store.Reviews()})
}

func writer(user string) review.Writer {
	return review.Writer{
		Deployment: "wayfare", Product: "dunes", User: user, Author: "Amina", Since: time.Now().Add(-time.Hour),
	}
}

func newReview() review.Review {
	return review.Review{Rating: 5, Title: "Dust", Language: "en", Text: "The driver knew every dune by its name."}
}

func TestReviewIsShownOnlyWhenApproved(t *testing.T) {
	s := newService(t)
	r, err := s.Submit(t.Context(), writer("amina"), newReview())
	if err != nil {
		t.Fatal(err)
	}
	shown := func() int {
		t.Helper()
		all, err := s.List(t.Context(), review.Filter{Deployment: "wayfare", Product: "dunes", Status: review.Approved})
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	if shown() != 0 {
		t.Error("it is shown before anybody has read it")
	}
	for _, approve := range []bool{true, false, true} {
		if _, err := s.Decide(t.Context(), r.ID[:8], approve); err != nil {
			t.Fatal(err)
		}
		if got := shown() == 1; got != approve {
			t.Errorf("approved: %t, shown: %t", approve, got)
		}
	}
	if _, err := s.Decide(t.Context(), "", true); !fault.Is(err, fault.NotFound) {
		t.Errorf("no id: %v", err)
	}
}

func TestABuyerReviewsAProductOnce(t *testing.T) {
	s := newService(t)
	for user, want := range map[string]bool{"amina": true, "badr": true} {
		if _, err := s.Submit(t.Context(), writer(user), newReview()); (err == nil) != want {
			t.Fatal(user, err)
		}
		if _, err := s.Submit(t.Context(), writer(user), newReview()); !fault.Is(err, fault.NotPossible) {
			t.Errorf("%s again: %v", user, err)
		}
	}
}

func TestInvalidFieldsOfAReviewAreNamed(t *testing.T) {
	s := newService(t)
	for name, c := range map[string]struct {
		change func(*review.Writer, *review.Review)
		field  string
		code   fault.FieldCode
	}{
		"no text":      {func(_ *review.Writer, r *review.Review) { r.Text = " \u202e\n" }, "text", fault.Required},
		"a short text": {func(_ *review.Writer, r *review.Review) { r.Text = "Good." }, "text", fault.Min},
		"a hidden text": {func(_ *review.Writer, r *review.Review) { r.Text = "Good." + strings.Repeat("\u200b", 10) },
			"text", fault.Min},
		"an empty name": {func(w *review.Writer, _ *review.Review) { w.Author = "\u2060" }, "author", fault.Required},
	} {
		w, r := writer("amina"), newReview()
		c.change(&w, &r)
		_, err := s.Submit(t.Context(), w, r)
		if e := fault.Of(err); e.Code != fault.Invalid || len(e.Fields) != 1 ||
			e.Fields[0] != (fault.Field{Name: c.field, Code: c.code}) {
			t.Errorf("%s: %v %+v", name, err, e.Fields)
		}
	}
}

func TestReviewNeedsABookingThatHasStarted(t *testing.T) {
	s := newService(t)
	for standing, c := range map[review.Eligibility]struct {
		since time.Time
		code  fault.Code
	}{
		review.NotBooked:  {time.Time{}, fault.Forbidden},
		review.NotStarted: {time.Now().Add(time.Hour), fault.NotPossible},
	} {
		w := writer("amina")
		w.Since = c.since
		if got, own, err := s.Eligibility(t.Context(), w); got != standing || own != nil || err != nil {
			t.Errorf("%s: the standing is %s, %v, %v", standing, got, own, err)
		}
		if _, err := s.Submit(t.Context(), w, newReview()); !fault.Is(err, c.code) {
			t.Errorf("%s: %v", standing, err)
		}
	}
}

func TestControlCharactersAreRemovedFromReviews(t *testing.T) {
	w, r := writer("amina"), newReview()
	w.Author, r.Title, r.Text = "Ami\u202ena", "Over\n\u202ewhelming\x07", "<b>5 < 6</b>\r\nand \u2066more\u2069 dunes"
	r, err := newService(t).Submit(t.Context(), w, r)
	if err != nil {
		t.Fatal(err)
	}
	if r.Author != "Amina" || r.Title != "Over whelming" || r.Text != "<b>5 < 6</b>\nand more dunes" {
		t.Errorf("%q, %q, %q", r.Author, r.Title, r.Text)
	}
}

func TestAnExportHasApprovedReviewsInAStableOrder(t *testing.T) {
	s := newService(t)
	var want []string
	for _, at := range [][3]string{{"trails", "camp", "amina"}, {"trails", "dunes", "amina"},
		{"wayfare", "dunes", "amina"}, {"wayfare", "dunes", "badr"}} {
		w := writer(at[2])
		w.Deployment, w.Product = at[0], at[1]
		r, err := s.Submit(t.Context(), w, newReview())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Decide(t.Context(), r.ID, at[2] == "amina"); err != nil {
			t.Fatal(err)
		}
		if at[2] == "amina" {
			want = append(want, r.ID)
		}
	}
	for deployment, want := range map[string][]string{"": want, "trails": want[:2], "wayfare": want[2:],
		"elsewhere": nil} {
		all, err := s.Export(t.Context(), deployment)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range all {
			got = append(got, r.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", deployment, got, want)
		}
	}
}
