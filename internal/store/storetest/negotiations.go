package storetest

import (
	"testing"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

var negotiations = []promise{
	{"a negotiation comes back as it was saved, and as it was saved again", func(t *testing.T, s Store) {
		want := filled[booking.Negotiation]()
		for _, status := range []booking.NegotiationStatus{booking.NegotiationOpen, booking.NegotiationAnswered} {
			want.Status = status
			want.Price++
			do(t, s, func(tx booking.Tx) error { return tx.SaveNegotiation(ctx, want) })
			got, err := s.Read().Negotiation(ctx, want.ID)
			if err != nil {
				t.Fatal(err)
			}
			wantEqual(t, got, want)
			got, err = s.Read().NegotiationByReference(ctx, want.Deployment, want.Reference)
			must(t, err)
			wantEqual(t, got, want)
		}
		_, err := s.Read().Negotiation(ctx, "nobody's")
		wantFault(t, err, fault.NotFound)
	}},
	{"negotiations are listed latest first, of one deployment and one status where that is asked",
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
				got, err := s.Read().Negotiations(ctx, c.deployment, c.status, c.limit)
				if err != nil {
					t.Fatal(err)
				}
				wantEqual(t, got, c.want)
			}
		}},
}
