package api

import (
	"context"

	"storefront/internal/shop/booking"
)

// ListStarts returns the next starts of products.
func (s *server) ListStarts(ctx context.Context, r ListStartsRequestObject) (ListStartsResponseObject, error) {
	d := visitOf(ctx).deployment
	all, err := s.Booking.NextStarts(ctx, d, r.Params.Products)
	if err != nil {
		return nil, err
	}
	out := StartList{Products: make([]ProductStarts, 0, len(all))}
	for i := range all {
		out.Products = append(out.Products, startsTo(&all[i]))
	}
	return ListStarts200JSONResponse(out), nil
}

func startsTo(n *booking.Starts) ProductStarts {
	out := ProductStarts{
		Product: n.Product.Slug, TimeZone: n.Product.TimeZone.String(), Today: n.Today, Status: n.Status,
		Starts: make([]Start, 0, len(n.Next)), More: n.More,
	}
	for _, s := range n.Next {
		start := Start{Date: s.Date, StartTime: s.StartTime, StartsAt: s.StartsAt.UTC(), Status: s.Status,
			Vacancies: s.Vacancies}
		start.OpeningHours = hoursTo(s.OpeningHours)
		out.Starts = append(out.Starts, start)
	}
	return out
}
