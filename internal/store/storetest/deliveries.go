package storetest

import (
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
)

var deliveries = []promise{
	{"the outcome of each mail about an order is saved", func(t *testing.T, s Store) {
		var kept notice.Notice
		do(t, s, func(tx booking.Tx) error {
			kept = confirmed
			kept.ID, kept.Subject = "NOTICE", "o-1"
			return tx.NotifyLater(ctx, kept)
		})
		first := deliveriesOf(t, s, "o-1", 1)[0]
		if first.Notice != kept || first.State != notice.Unsent || first.Attempts != 0 || first.CreatedAt.IsZero() ||
			!first.SentAt.IsZero() {
			t.Errorf("before it is sent it is %+v", first)
		}
		must(t, s.Deliveries().Record(ctx, notice.Delivery{Notice: kept, State: notice.Unsent, Error: "451 later"}))
		tried := deliveriesOf(t, s, "o-1", 1)[0]
		if tried.Attempts != 1 || tried.Error != "451 later" || tried.State != notice.Unsent {
			t.Errorf("after a try that failed it is %+v", tried)
		}
		at := time.Date(2026, 12, 5, 9, 0, 0, 0, time.UTC)
		must(t, s.Deliveries().Record(ctx, notice.Delivery{Notice: kept, State: notice.Sent, SentAt: at,
			MessageID: "notice@wayfare.example"}))
		sent := deliveriesOf(t, s, "o-1", 1)[0]
		if sent.Attempts != 2 || sent.Error != "" || sent.State != notice.Sent || !sent.SentAt.Equal(at) ||
			sent.MessageID != "notice@wayfare.example" {
			t.Errorf("once it is sent it is %+v", sent)
		}
		// The job may fail in a second attempt; the mail was sent all the same.
		must(t, s.Deliveries().Record(ctx, notice.Delivery{Notice: kept, State: notice.Unsent,
			Error: "connection refused"}))
		again := deliveriesOf(t, s, "o-1", 1)[0]
		if again.State != notice.Sent || !again.SentAt.Equal(at) || again.Error != "connection refused" ||
			again.Attempts != 3 {
			t.Errorf("after another try it is %+v", again)
		}
	}},
	{"a resent mail is a new one, to the given address", func(t *testing.T, s Store) {
		s.Jobs().SetChannels(notice.Mail, notice.Messaging)
		n := confirmed
		n.ID, n.Subject, n.To = "NOTICE", "o-1", "other@example.com"
		must(t, s.Deliveries().SendAgain(ctx, n))
		got := deliveriesOf(t, s, "o-1", 1)[0]
		if got.ID == "NOTICE" || got.To != "other@example.com" || !got.Resent || got.Kind != n.Kind {
			t.Errorf("it is %+v", got)
		}
		mail, messages := newSent(), newSent()
		startSending(t, s, mail.take, messages.take)
		if to := mail.next(t).To; to != "other@example.com" {
			t.Errorf("it goes to %s", to)
		}
		messages.wantNoMore(t)
	}},
	{"mails about accounts are neither saved nor resent", func(t *testing.T, s Store) {
		n := notice.Notice{ID: "RESET", Kind: notice.PasswordReset, To: "amina@example.com", Subject: "o-1"}
		do(t, s, func(tx booking.Tx) error { return tx.NotifyLater(ctx, n) })
		must(t, s.Deliveries().Record(ctx, notice.Delivery{Notice: n, State: notice.Sent}))
		deliveriesOf(t, s, "o-1", 0)
		wantFault(t, s.Deliveries().SendAgain(ctx, n), fault.NotPossible)
	}},
}

func deliveriesOf(t *testing.T, s Store, order string, n int) []notice.Delivery {
	t.Helper()
	all, err := s.Deliveries().DeliveriesOf(ctx, order)
	must(t, err)
	if len(all) != n {
		t.Fatalf("there are %d mails, want %d: %+v", len(all), n, all)
	}
	return all
}
