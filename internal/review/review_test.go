package review_test

import (
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/fault"
	"storefront/internal/review"
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

func written(user string) review.Review {
	return review.Review{
		Deployment: "wayfare", Product: "dunes", User: user, Author: "Amina", Rating: 5, Title: "Dust", Language: "en",
		Text: "The driver knew every dune by its name.",
	}
}

func TestAReviewIsReadOnceItIsApproved(t *testing.T) {
	s := newService(t)
	r, err := s.Write(t.Context(), written("amina"))
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

func TestABuyerWritesOfAProductOnce(t *testing.T) {
	s := newService(t)
	for user, want := range map[string]bool{"amina": true, "badr": true} {
		if _, err := s.Write(t.Context(), written(user)); (err == nil) != want {
			t.Fatal(user, err)
		}
		if _, err := s.Write(t.Context(), written(user)); !fault.Is(err, fault.NotPossible) {
			t.Errorf("%s again: %v", user, err)
		}
	}
}

func TestWhatIsWrongWithAReviewIsNamed(t *testing.T) {
	s := newService(t)
	for name, c := range map[string]struct {
		change func(*review.Review)
		field  string
		code   fault.FieldCode
	}{
		"no stars":       {func(r *review.Review) { r.Rating = 0 }, "rating", fault.Required},
		"six stars":      {func(r *review.Review) { r.Rating = 6 }, "rating", fault.Max},
		"no text":        {func(r *review.Review) { r.Text = " \u202e\n" }, "text", fault.Required},
		"hardly a text":  {func(r *review.Review) { r.Text = "Good." }, "text", fault.Min},
		"a book":         {func(r *review.Review) { r.Text = strings.Repeat("ب", 4001) }, "text", fault.Max},
		"a long title":   {func(r *review.Review) { r.Title = strings.Repeat("ب", 121) }, "title", fault.Max},
		"nobody's words": {func(r *review.Review) { r.Author = "" }, "author", fault.Required},
	} {
		r := written("amina")
		c.change(&r)
		_, err := s.Write(t.Context(), r)
		if e := fault.Of(err); e.Code != fault.Invalid || len(e.Fields) != 1 || e.Fields[0] != (fault.Field{Name: c.field, Code: c.code}) {
			t.Errorf("%s: %v %+v", name, err, e.Fields)
		}
	}
}

func TestAReviewIsTextAndNothingElse(t *testing.T) {
	r := written("amina")
	r.Title, r.Text = "Over\n\u202ewhelming\x07", "<b>5 < 6</b>\r\nand \u2066more\u2069 dunes"
	r, err := newService(t).Write(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if r.Title != "Over whelming" || r.Text != "<b>5 < 6</b>\nand more dunes" {
		t.Errorf("%q, %q", r.Title, r.Text)
	}
}
