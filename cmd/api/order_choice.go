package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/lib/cli"
	"storefront/internal/shop/booking"
)

// orderFlags filters orders.
type orderFlags struct {
	find, product, tourDate, after string
	status, result, email, since   string
	limit                          int
}

var (
	bookingStatuses = []booking.BookingStatus{
		booking.OnHold, booking.Pending, booking.Confirmed, booking.Rejected, booking.Expired, booking.Cancelled,
		booking.Redeemed,
	}
	results = []booking.Result{booking.Success, booking.Partial, booking.Failed, booking.InProgress,
		booking.ResultOnHold}
)

func (f *orderFlags) flags(c *cobra.Command) {
	c.Flags().StringVar(&f.status, "status", "", "only with a booking in this `STATUS`: "+joinOr(bookingStatuses))
	c.Flags().StringVar(&f.result, "result", "", "only orders with this `RESULT`: "+
		joinOr(results))
	c.Flags().StringVar(&f.email, "email", "", "only orders of this e-mail `address`")
	c.Flags().StringVar(&f.since, "since", "", "only orders made since a `day` such as 2026-12-01, in UTC, or "+
		"within a time such as 36h")
	c.Flags().StringVar(&f.find, "find", "", "only orders with these `words`, or beginnings of them, in their "+
		"reference, names, e-mail address, phone number, product, supplier or reseller")
	c.Flags().StringVar(&f.product, "product", "", "only with a booking of this product's `slug`")
	c.Flags().StringVar(&f.tourDate, "tour-date", "",
		"only with a booking that begins on a `day` such as 2026-12-05, or within days, 2026-12-05..2026-12-07")
	limitFlag(c, &f.limit, "the maximum `number` of orders")
	c.Flags().StringVar(&f.after, "after", "", "continue after the order with this `reference`, as the end of a "+
		"longer list says")
}

// monthLayout is how months are written, as in 2026-11.
const monthLayout = "2006-01"

// monthFlag adds the flag of a statement's month.
func monthFlag(c *cobra.Command, month *string) {
	c.Flags().StringVar(month, "month", "", "the `month`, as 2026-11; the last that has ended by default")
}

// parseMonth parses --month, and returns the first instant of the month in UTC.
func parseMonth(text string, now time.Time) (time.Time, error) {
	if text == "" {
		now = now.UTC()
		return time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC).AddDate(0, -1, 0), nil
	}
	month, err := time.Parse(monthLayout, text)
	if err != nil {
		return time.Time{}, cli.Usagef("--month %s is not a month such as 2026-11", text)
	}
	return month, nil
}

func joinOr[T ~string](all []T) string {
	names := make([]string, len(all))
	for i, one := range all {
		names[i] = string(one)
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// parseOneOf parses one of several words, in any case.
func parseOneOf[T ~string](flag, text string, all []T) (T, error) {
	if text == "" {
		return "", nil
	}
	for _, one := range all {
		if strings.EqualFold(text, string(one)) {
			return one, nil
		}
	}
	return "", cli.Usagef("--%s %s is not one of %s", flag, text, joinOr(all))
}

// filter parses the flags.
func (f *orderFlags) filter(ctx context.Context, o *operator, b *backend) (booking.OrderFilter, booking.Result, error) {
	filter := booking.OrderFilter{Deployment: o.deployment, Email: strings.ToLower(f.email), Product: f.product,
		Limit: f.limit}
	var result booking.Result
	var wrong [5]error
	filter.Status, wrong[0] = parseOneOf("status", f.status, bookingStatuses)
	result, wrong[1] = parseOneOf("result", f.result, results)
	filter.Since, wrong[2] = parseSince(f.since, time.Now())
	filter.FirstDay, filter.LastDay, wrong[3] = parseDates("tour-date", f.tourDate)
	if filter.SearchWords = booking.ParseSearchWords(f.find); f.find != "" && len(filter.SearchWords) == 0 {
		wrong[4] = cli.Usagef("--find %q has no letters or digits to look for", f.find)
	}
	if err := errors.Join(wrong[:]...); err != nil || f.after == "" {
		return filter, result, err
	}
	last, err := o.findOrder(ctx, b, f.after)
	filter.Before, filter.BeforeID = last.CreatedAt, last.ID
	return filter, result, err
}

// orders returns the selected orders, latest first. If there may be more, it prints how to continue.
func (f *orderFlags) orders(ctx context.Context, o *operator, b *backend) (found []booking.Order, err error) {
	filter, result, err := f.filter(ctx, o, b)
	if err != nil {
		return nil, err
	}
	filter.Limit++ // the extra order shows whether there are more
	if result == "" {
		found, err = b.store.Read().Orders(ctx, filter)
	} else {
		found, err = withResult(ctx, b, filter, result)
	}
	if err != nil || len(found) <= f.limit {
		return found, err
	}
	found = found[:f.limit]
	_, _ = fmt.Fprintf(o.stderr, "There are more: --after %s\n", found[f.limit-1].Reference)
	return found, nil
}

// matches reports whether a booking of a selected order matches, too.
func (f *orderFlags) matches(k *booking.Booking) bool {
	first, last, _ := parseDates("tour-date", f.tourDate) // was parsed before
	return (f.status == "" || strings.EqualFold(f.status, string(k.Status))) &&
		(f.product == "" || f.product == k.Choice.Product) &&
		(first == "" || first <= k.Choice.Date) && (last == "" || k.Choice.Date <= last)
}

// pageSize is the number of orders in a query when not all of them are needed.
const pageSize = 200

// allOrders returns all orders of a filter, the latest first. It ends after an error.
func allOrders(ctx context.Context, b *backend, filter booking.OrderFilter) iter.Seq2[*booking.Order, error] {
	return func(yield func(*booking.Order, error) bool) {
		for filter.Limit = pageSize; ; {
			page, err := b.store.Read().Orders(ctx, filter)
			if err != nil {
				yield(nil, err)
				return
			}
			for i := range page {
				if !yield(&page[i], nil) {
					return
				}
			}
			if len(page) < pageSize {
				return
			}
			last := &page[pageSize-1]
			filter.Before, filter.BeforeID = last.CreatedAt, last.ID
		}
	}
}

// withResult returns the first orders with a result, which is not stored.
func withResult(ctx context.Context, b *backend, filter booking.OrderFilter,
	result booking.Result) (found []booking.Order, err error) {
	limit := filter.Limit
	for order, err := range allOrders(ctx, b, filter) {
		if err != nil || len(found) == limit {
			return found, err
		}
		if order.Result() == result {
			found = append(found, *order)
		}
	}
	return found, nil
}

// parseSince parses a day, or a duration before now.
func parseSince(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return day, nil
	}
	ago, err := time.ParseDuration(text)
	if err != nil || ago < 0 {
		return time.Time{}, cli.Usagef("--since %s is neither a day such as 2026-12-01 nor a time such as 36h", text)
	}
	return now.Add(-ago), nil
}

// parseDates parses a day, or the first and last of several: 2026-12-05..2026-12-07. Either end may be left out.
func parseDates(flag, text string) (first, last string, err error) {
	first, last, isRange := strings.Cut(text, "..")
	if !isRange {
		last = first
	}
	for _, day := range nonempty(first, last) {
		if _, err := time.Parse(time.DateOnly, day); err != nil {
			return "", "", cli.Usagef("--%s %s is neither a day such as 2026-12-05 nor days such as "+
				"2026-12-05..2026-12-07", flag, text)
		}
	}
	if text != "" && first+last == "" || first != "" && last != "" && last < first {
		return "", "", cli.Usagef("--%s %s ends before it begins", flag, text)
	}
	return first, last, nil
}
