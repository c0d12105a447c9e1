package storetest

import (
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/shop/contact"
	"storefront/internal/shop/review"
)

// words tests reviews and messages of visitors.
var words = []promise{
	{"a review is read back as written, and as decided, until it is deleted", func(t *testing.T, s Store) {
		want := filled[review.Review]()
		must(t, s.Reviews().InsertReview(ctx, want))
		wantRead(t, want)(s.Reviews().Review(ctx, want.ID))
		want.Status, want.DecidedAt = review.Approved, want.DecidedAt.Add(time.Hour)
		must(t, s.Reviews().DecideReview(ctx, want.ID, want.Status, want.DecidedAt))
		wantRead(t, want)(s.Reviews().Review(ctx, want.ID))
		wantFault(t, s.Reviews().DecideReview(ctx, "unknown", review.Approved, noon), fault.NotFound)
		must(t, s.Reviews().DeleteReview(ctx, want.ID))
		wantFault(t, errOf(s.Reviews().Review(ctx, want.ID)), fault.NotFound)
		wantFault(t, s.Reviews().DeleteReview(ctx, want.ID), fault.NotFound)
	}},
	{"an account has one review of a product", func(t *testing.T, s Store) {
		first := filled[review.Review]()
		must(t, s.Reviews().InsertReview(ctx, first))
		again := filled[review.Review]()
		again.Deployment, again.Product, again.User = first.Deployment, first.Product, first.User
		wantFault(t, s.Reviews().InsertReview(ctx, again), fault.NotPossible)
		again.User = "somebody else"
		must(t, s.Reviews().InsertReview(ctx, again))
	}},
	{"a review is found by a unique prefix of its id", func(t *testing.T, s Store) {
		for _, id := range []string{"ab12", "ab34"} {
			v := filled[review.Review]()
			v.ID = id
			must(t, s.Reviews().InsertReview(ctx, v))
		}
		wantFault(t, errOf(s.Reviews().Review(ctx, "ab")), fault.NotFound)
		got, err := s.Reviews().Review(ctx, "ab3")
		must(t, err)
		wantEqual(t, got.ID, "ab34")
		wantFault(t, errOf(s.Reviews().Review(ctx, "")), fault.NotFound)
	}},
	{"reviews are listed latest first, by deployment, product, user and status", func(t *testing.T, s Store) {
		var made []review.Review
		for _, status := range []review.Status{review.Pending, review.Approved} {
			v := filled[review.Review]()
			v.Status = status
			must(t, s.Reviews().InsertReview(ctx, v))
			made = append(made, v)
		}
		for _, c := range []struct {
			filter review.Filter
			want   []review.Review
		}{
			{review.Filter{}, []review.Review{made[1], made[0]}},
			{review.Filter{Limit: 1}, made[1:]},
			{review.Filter{Limit: review.NoLimit}, []review.Review{made[1], made[0]}},
			{review.Filter{Deployment: made[0].Deployment, Product: made[0].Product, User: made[0].User}, made[:1]},
			{review.Filter{Product: made[0].Product, User: made[1].User}, nil},
			{review.Filter{Deployment: made[0].Deployment, Product: made[0].Product, Status: review.Pending}, made[:1]},
			{review.Filter{Deployment: made[0].Deployment, Status: review.Approved}, nil},
		} {
			wantRead(t, c.want)(s.Reviews().Reviews(ctx, c.filter))
		}
	}},
	{"a message is read back unchanged", func(t *testing.T, s Store) {
		want := filled[contact.Message]()
		must(t, s.Messages().InsertMessage(ctx, want, notice.Notice{Kind: notice.ContactReceived, Subject: want.ID}))
		wantRead(t, want)(s.Messages().Message(ctx, want.ID))
		wantFault(t, errOf(s.Messages().Message(ctx, "unknown")), fault.NotFound)
	}},
	{"a deleted message is gone with the jobs of its mails", func(t *testing.T, s Store) {
		made := []contact.Message{filled[contact.Message](), filled[contact.Message]()}
		for _, m := range made {
			must(t, s.Messages().InsertMessage(ctx, m, notice.Notice{Kind: notice.ContactReceived,
				Deployment: m.Deployment, To: m.Email, Subject: m.ID}))
		}
		must(t, s.Messages().DeleteMessage(ctx, made[0]))
		wantFault(t, errOf(s.Messages().Message(ctx, made[0].ID)), fault.NotFound)
		wantFault(t, s.Messages().DeleteMessage(ctx, made[0]), fault.NotFound)
		wantRead(t, made[1])(s.Messages().Message(ctx, made[1].ID))
		wantEqual(t, noticeSubjects(t, s), []string{made[1].ID})
	}},
	{"messages are listed latest first, by deployment, spam separately", func(t *testing.T, s Store) {
		var made []contact.Message
		for _, deployment := range []string{"wayfare", "wayfare", "trails", "wayfare"} {
			m := filled[contact.Message]()
			m.Deployment, m.Suspect, m.CreatedAt = deployment, len(made) > 2,
				noon.Add(time.Duration(len(made))*time.Minute)
			must(t, s.Messages().InsertMessage(ctx, m))
			made = append(made, m)
		}
		for _, c := range []struct {
			filter contact.Filter
			want   []contact.Message
		}{
			{contact.Filter{}, []contact.Message{made[2], made[1], made[0]}},
			{contact.Filter{Deployment: "wayfare"}, []contact.Message{made[1], made[0]}},
			{contact.Filter{Deployment: "wayfare", Limit: 1}, made[1:2]},
			{contact.Filter{Suspect: true}, made[3:]},
			{contact.Filter{Deployment: "trails", Suspect: true}, nil},
			{contact.Filter{Deployment: "unknown"}, nil},
		} {
			wantRead(t, c.want)(s.Messages().Messages(ctx, c.filter))
		}
	}},
}
