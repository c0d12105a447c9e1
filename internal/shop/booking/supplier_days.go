package booking

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"storefront/internal/core/clock"
	"storefront/internal/core/notice"
)

// IsExpected reports whether the travellers of a booking come, or will come if the supplier accepts. Those of a
// cancelled departure do not, also while their buyer chooses another start or their money.
func (b *Booking) IsExpected() bool {
	return (b.HasTicket() || b.Status == Pending) && !b.awaitsChoice()
}

// OrderBooking is a booking with its whole order.
type OrderBooking struct {
	Order   *Order
	Booking *Booking
}

// SupplierBookings returns the bookings of a supplier that begin from first to last, both included, by their starts:
// without resellers' tests, and without holds that they have released. An empty deployment does not restrict. matches
// selects bookings; nil selects all.
func (s *Service) SupplierBookings(
	ctx context.Context, deployment, supplier, first, last string, matches func(*Booking) bool,
) ([]OrderBooking, error) {
	filter := OrderFilter{Deployment: deployment, Supplier: supplier, FirstDay: first, LastDay: last}
	var all []OrderBooking
	err := s.eachOrder(ctx, filter, func(o *Order) {
		for j := range o.Bookings {
			b := &o.Bookings[j]
			counts := b.Detail.Supplier.ID == supplier && !o.IsTest() && !o.isReleasedHold(b)
			if counts && b.Choice.Date >= first && b.Choice.Date <= last && (matches == nil || matches(b)) {
				all = append(all, OrderBooking{o, b})
			}
		}
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b OrderBooking) int {
		return cmp.Or(a.Booking.StartsAt.Compare(b.Booking.StartsAt), cmp.Compare(a.Order.Reference, b.Order.Reference))
	})
	return all, nil
}

// SupplierDay returns a supplier's expected bookings of a deployment that begin on a day.
func (s *Service) SupplierDay(ctx context.Context, deployment, supplier, day string) ([]OrderBooking, error) {
	return s.SupplierBookings(ctx, deployment, supplier, day, day, (*Booking).IsExpected)
}

// dayListAt is the time of the evening before at which a day's list is sent, by the clock of the first start.
const dayListAt = "18:00"

// SendDayLists requests the lists of suppliers' next days that are due: once for each supplier, deployment and day that
// has a booking, from the evening before until the first start.
func (s *Service) SendDayLists(ctx context.Context) error {
	if s.suppliers == nil {
		return nil
	}
	now := s.now()
	var failures []error
	for _, contact := range s.suppliers.Suppliers() {
		if !SupplierWants(s.suppliers, contact.ID, notice.SupplierDay) {
			continue
		}
		first, last := now.Add(-14*time.Hour), now.Add(38*time.Hour) // the days that are today or tomorrow somewhere
		bookings, err := s.SupplierBookings(ctx, "", contact.ID, first.Format(time.DateOnly),
			last.Format(time.DateOnly), (*Booking).IsExpected)
		failures = append(failures, err)
		for _, list := range dayLists(contact.ID, contact.Language, bookings, now) {
			failures = append(failures, s.notifyOnce(ctx, "list "+list.Deployment+" "+list.Subject, list))
		}
	}
	return errors.Join(failures...)
}

// notifyOnce queues a notice unless one with this name was queued before.
func (s *Service) notifyOnce(ctx context.Context, name string, n notice.Notice) error {
	return s.store.Do(ctx, func(tx Tx) error {
		first, err := tx.ClaimOnce(ctx, name)
		if err != nil || !first {
			return err
		}
		return tx.NotifyLater(ctx, n)
	})
}

// dayLists returns the notices of the days of a supplier's bookings whose evening before has come and whose first start
// has not. The bookings are in the order of their starts.
func dayLists(supplier, language string, bookings []OrderBooking, now time.Time) (due []notice.Notice) {
	type list struct{ deployment, day string }
	firsts := map[list]*Booking{}
	var lists []list
	for _, p := range bookings {
		of := list{p.Order.Deployment, p.Booking.Choice.Date}
		if firsts[of] == nil {
			lists = append(lists, of)
			firsts[of] = p.Booking
		}
	}
	for _, of := range lists {
		b := firsts[of]
		zone, err := clock.Zone(b.Detail.TimeZone)
		if err != nil {
			continue
		}
		evening := (&clocks{zone: zone}).instant(dateOf(of.day).AddDate(0, 0, -1), dayListAt)
		if now.Before(evening) || !now.Before(b.StartsAt) {
			continue
		}
		due = append(due, notice.Notice{
			Kind: notice.SupplierDay, Deployment: of.deployment, Language: language, Subject: supplier + "/" + of.day,
		})
	}
	return due
}

// FeedVersion returns the version of a supplier's calendar address.
func (s *Service) FeedVersion(ctx context.Context, supplier string) (int, error) {
	return s.store.Read().FeedVersion(ctx, supplier)
}

// ReplaceFeed ends the address of a supplier's calendar, and returns the version of the new one.
func (s *Service) ReplaceFeed(ctx context.Context, supplier string) (version int, err error) {
	err = s.store.Do(ctx, func(tx Tx) (err error) {
		if err = tx.ReplaceFeed(ctx, supplier); err != nil {
			return err
		}
		version, err = tx.FeedVersion(ctx, supplier)
		return err
	})
	return version, err
}
