package storetest

import (
	"testing"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
)

var negotiations = []promise{
	{"a saved negotiation is read back unchanged, also after a second save", func(t *testing.T, s Store) {
		want := filled[booking.Negotiation]()
		for _, status := range []booking.NegotiationStatus{booking.NegotiationOpen, booking.NegotiationAnswered} {
			want.Status = status
			want.Price++
			do(t, s, func(tx booking.Tx) error { return tx.SaveNegotiation(ctx, want) })
			wantRead(t, want)(s.Read().Negotiation(ctx, want.ID))
			wantRead(t, want)(s.Read().NegotiationByReference(ctx, want.Deployment, want.Reference))
		}
		wantFault(t, errOf(s.Read().Negotiation(ctx, "unknown")), fault.NotFound)
	}},
	{"a deleted negotiation is gone with the jobs of its mails", func(t *testing.T, s Store) {
		made := []booking.Negotiation{filled[booking.Negotiation](), filled[booking.Negotiation]()}
		for _, n := range made {
			do(t, s, func(tx booking.Tx) error {
				if err := tx.SaveNegotiation(ctx, n); err != nil {
					return err
				}
				return tx.NotifyLater(ctx, notice.Notice{Kind: notice.NegotiationAnswered, Deployment: n.Deployment,
					To: n.Email, Subject: n.Reference})
			})
		}
		do(t, s, func(tx booking.Tx) error { return tx.DeleteNegotiation(ctx, made[0]) })
		wantFault(t, errOf(s.Read().Negotiation(ctx, made[0].ID)), fault.NotFound)
		wantFault(t, s.Do(ctx, func(tx booking.Tx) error { return tx.DeleteNegotiation(ctx, made[0]) }), fault.NotFound)
		wantRead(t, made[1])(s.Read().Negotiation(ctx, made[1].ID))
		wantEqual(t, noticeSubjects(t, s), []string{made[1].Reference})
	}},
	{"negotiations are listed latest first, optionally of one deployment and one status",
		func(t *testing.T, s Store) {
			var made []booking.Negotiation
			for i, status := range []booking.NegotiationStatus{booking.NegotiationOpen, booking.NegotiationAnswered,
				booking.NegotiationOpen} {
				n := filled[booking.Negotiation]()
				n.Status = status
				if i == 2 {
					n.Deployment = "trails"
				}
				do(t, s, func(tx booking.Tx) error { return tx.SaveNegotiation(ctx, n) })
				made = append(made, n)
			}
			for _, c := range []struct {
				deployment string
				status     booking.NegotiationStatus
				limit      int
				want       []booking.Negotiation
			}{
				{"", "", 0, []booking.Negotiation{made[2], made[1], made[0]}},
				{"", "", 2, []booking.Negotiation{made[2], made[1]}},
				{"trails", "", 0, made[2:]},
				{made[0].Deployment, booking.NegotiationOpen, 0, made[:1]},
			} {
				wantRead(t, c.want)(s.Read().Negotiations(ctx, c.deployment, c.status, c.limit))
			}
		}},
}
