package paymenttest

import (
	"fmt"
	"slices"
	"time"

	"storefront/internal/shop/payment"
)

func captureUnpaid(s *suite) {
	id := s.start()
	s.wantRefused(s.Provider.Capture(s.Context(), id, total, "c "+id))
	s.wantState(id, payment.State{Status: payment.Open})
}

func capturePart(s *suite) {
	id := s.startPaid()
	want := payment.State{Status: payment.Captured, Authorised: total, Captured: 30000}
	state, err := s.Provider.Capture(s.Context(), id, 30000, "c "+id)
	s.must(err)
	s.wantSame(state, want)
	s.wantState(id, want)
	s.wantRefused(s.Provider.Capture(s.Context(), id, total-30000, "rest "+id))
	s.wantRefused(s.Provider.Refund(s.Context(), id, 30001, "r "+id))
	s.wantState(id, want)
}

func captureTwice(s *suite) {
	id := s.startCaptured()
	s.wantRefused(s.Provider.Capture(s.Context(), id, total, "another "+id))
	s.wantState(id, payment.State{Status: payment.Captured, Authorised: total, Captured: total})
}

func captureAgain(s *suite) {
	id := s.startPaid()
	first, err := s.Provider.Capture(s.Context(), id, 20000, "c "+id)
	s.must(err)
	again, err := s.Provider.Capture(s.Context(), id, 20000, "c "+id)
	s.must(err)
	if first != again {
		s.Errorf("%+v, then %+v", first, again)
	}
}

func captureReused(s *suite) {
	id := s.startPaid()
	_, err := s.Provider.Capture(s.Context(), id, 20000, "c "+id)
	s.must(err)
	if state, err := s.Provider.Capture(s.Context(), id, 30000, "c "+id); err == nil {
		s.Errorf("answered %+v", state)
	}
	s.wantState(id, payment.State{Status: payment.Captured, Authorised: total, Captured: 20000})
}

func captureMore(s *suite) {
	id := s.startPaid()
	s.wantRefused(s.Provider.Capture(s.Context(), id, total+1, "c "+id))
	s.wantRefused(s.Provider.Capture(s.Context(), id, 0, "none "+id))
	s.wantState(id, payment.State{Status: payment.Authorised, Authorised: total})
}

func captureParallel(s *suite) {
	id := s.startPaid()
	if succeeded := s.parallel(func(int) error {
		_, err := s.Provider.Capture(s.Context(), id, 30000, "c "+id)
		return err
	}); succeeded == 0 {
		s.Error("none succeeded")
	}
	s.wantState(id, payment.State{Status: payment.Captured, Authorised: total, Captured: 30000})
}

func captureRace(s *suite) {
	id := s.startPaid()
	if succeeded := s.parallel(func(i int) error {
		_, err := s.Provider.Capture(s.Context(), id, 1500, fmt.Sprint("c ", i, id))
		return err
	}); succeeded != 1 {
		s.Errorf("%d succeeded", succeeded)
	}
	s.wantState(id, payment.State{Status: payment.Captured, Authorised: total, Captured: 1500})
}

func voidAuthorised(s *suite) {
	id := s.startPaid()
	state, err := s.Provider.Void(s.Context(), id, "v "+id)
	s.must(err)
	want := payment.State{Status: payment.Voided, Authorised: total}
	s.wantSame(state, want)
	s.wantRefused(s.Provider.Capture(s.Context(), id, total, "c "+id))
	s.wantState(id, want)
}

func voidOpen(s *suite) {
	id := s.start()
	state, err := s.Provider.Void(s.Context(), id, "v "+id)
	s.must(err)
	s.wantSame(state, payment.State{Status: payment.Failed})
	if s.Pay(id) == nil {
		s.Error("the ended page accepted a payment")
	}
	s.wantState(id, payment.State{Status: payment.Failed})
}

func voidAgain(s *suite) {
	id := s.startPaid()
	first, err := s.Provider.Void(s.Context(), id, "v "+id)
	s.must(err)
	for _, key := range []string{"v ", "another "} {
		again, err := s.Provider.Void(s.Context(), id, key+id)
		s.must(err)
		if first != again {
			s.Errorf("%+v, then %+v", first, again)
		}
	}
}

func voidCaptured(s *suite) {
	id := s.startCaptured()
	s.wantRefused(s.Provider.Void(s.Context(), id, "v "+id))
	s.wantState(id, payment.State{Status: payment.Captured, Authorised: total, Captured: total})
}

func refunds(s *suite) {
	id := s.startCaptured()
	want := payment.State{Status: payment.Captured, Authorised: total, Captured: total}
	for i, amount := range []int64{10000, 20000, total - 30000} {
		state, err := s.Provider.Refund(s.Context(), id, amount, fmt.Sprint("r ", i, id))
		s.must(err)
		want.Refunded += amount
		s.wantSame(state, want)
	}
	s.wantRefused(s.Provider.Refund(s.Context(), id, 1, "more "+id))
	s.wantState(id, want)
}

func refundAgain(s *suite) {
	id := s.startCaptured()
	first, err := s.Provider.Refund(s.Context(), id, 10000, "r "+id)
	s.must(err)
	again, err := s.Provider.Refund(s.Context(), id, 10000, "r "+id)
	s.must(err)
	if first != again || first.Refunded != 10000 {
		s.Errorf("%+v, then %+v", first, again)
	}
}

func refundReused(s *suite) {
	id := s.startCaptured()
	_, err := s.Provider.Refund(s.Context(), id, 10000, "r "+id)
	s.must(err)
	if state, err := s.Provider.Refund(s.Context(), id, 5000, "r "+id); err == nil {
		s.Errorf("answered %+v", state)
	}
	s.wantState(id, payment.State{Status: payment.Captured, Authorised: total, Captured: total, Refunded: 10000})
}

func refundUncaptured(s *suite) {
	open, paid := s.start(), s.startPaid()
	s.wantRefused(s.Provider.Refund(s.Context(), open, 1, "r "+open))
	s.wantRefused(s.Provider.Refund(s.Context(), paid, 1, "r "+paid))
}

func refundParallel(s *suite) {
	id := s.startCaptured()
	if succeeded := s.parallel(func(int) error {
		_, err := s.Provider.Refund(s.Context(), id, 30000, "r "+id)
		return err
	}); succeeded == 0 {
		s.Error("none succeeded")
	}
	s.wantState(id, payment.State{Status: payment.Captured, Authorised: total, Captured: total, Refunded: 30000})
}

func lapses(s *suite) {
	id := s.startPaid()
	s.Lapse(id)
	s.wantState(id, payment.State{Status: payment.Voided, Authorised: total})
	s.wantRefused(s.Provider.Capture(s.Context(), id, total, "c "+id))
}

func expires(s *suite) {
	id := s.start()
	s.Expire(id)
	s.wantState(id, payment.State{Status: payment.Failed})
	if s.Pay(id) == nil {
		s.Error("the ended page accepted a payment")
	}
	s.wantRefused(s.Provider.Capture(s.Context(), id, total, "c "+id))
}

func (s *suite) startCapturedBy(pay func(string) error) string {
	s.Helper()
	id := s.start()
	s.must(pay(id))
	_, err := s.Provider.Capture(s.Context(), id, total, "capture "+id)
	s.must(err)
	return id
}

func refundFails(s *suite) {
	id := s.startCapturedBy(s.PayUnrefundable)
	_, err := s.Provider.Refund(s.Context(), id, 5000, "r "+id)
	s.must(err)
	s.wantState(id, payment.State{Status: payment.Captured, Authorised: total, Captured: total, Refunded: 5000})
	s.FailRefund(id)
	s.wantState(id, payment.State{Status: payment.Captured, Authorised: total, Captured: total, RefundFailed: 5000})
	_, err = s.Provider.Refund(s.Context(), id, 5000, "another "+id)
	s.must(err)
	s.wantState(id, payment.State{Status: payment.Captured, Authorised: total, Captured: total, Refunded: 5000,
		RefundFailed: 5000})
}

func disputes(s *suite) {
	id := s.startCapturedBy(s.PayDisputed)
	want := payment.State{
		Status: payment.Captured, Authorised: total, Captured: total,
		Dispute: payment.Dispute{Status: "needs_response", Amount: total},
	}
	s.wantState(id, want)
	s.wantRefused(s.Provider.Refund(s.Context(), id, 5000, "r "+id))
	s.wantState(id, want)
}

func changes(s *suite) {
	begun := time.Now().Add(-time.Minute)
	plain, refunded, disputed := s.startCaptured(), s.startCaptured(), s.startCapturedBy(s.PayDisputed)
	for _, part := range []string{"a ", "b "} {
		_, err := s.Provider.Refund(s.Context(), refunded, 100, part+refunded)
		s.must(err)
	}
	sessions, err := s.Provider.ChangedSessions(s.Context(), begun)
	s.must(err)
	listed := func(id string) int { // other tests share the provider's account
		return len(slices.DeleteFunc(slices.Clone(sessions), func(session string) bool { return session != id }))
	}
	if listed(plain) != 0 || listed(refunded) != 1 || listed(disputed) != 1 {
		s.Errorf("%q contains %q, or does not contain %q and %q once", sessions, plain, refunded, disputed)
	}
	sessions, err = s.Provider.ChangedSessions(s.Context(), time.Now().Add(24*time.Hour))
	s.must(err)
	if len(sessions) > 0 {
		s.Errorf("%q are listed as changed since tomorrow", sessions)
	}
}

func accounts(s *suite) {
	first, err := s.Provider.Account(s.Context())
	s.must(err)
	again, err := s.Provider.Account(s.Context())
	s.must(err)
	if first == "" || first != again {
		s.Errorf("%q, then %q", first, again)
	}
}
