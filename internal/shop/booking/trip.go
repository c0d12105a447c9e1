package booking

import (
	"context"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
)

// scheduleTripNotices schedules the mails before and after the bookings of an order: once for each booking and start.
func (s *Service) scheduleTripNotices(ctx context.Context, tx Tx, o *Order) error {
	if s.tripMails == nil || o.Superseded || o.Resale != nil || o.Supplement != nil {
		return nil
	}
	for i := range o.Bookings {
		b := &o.Bookings[i]
		if !o.takesPlace(b) || b.TripNoticesFor.Equal(b.StartsAt) {
			continue
		}
		at := s.nextTripNotice(o, b, s.now())
		if at.IsZero() {
			continue
		}
		b.TripNoticesFor = b.StartsAt
		if err := tx.QueueTripNoticesLater(ctx, o.ID, b.ID, at); err != nil {
			return err
		}
	}
	return nil
}

// takesPlace reports whether the travellers of a booking are expected without any further answer.
func (o *Order) takesPlace(b *Booking) bool {
	return (b.HasTicket() || o.isReserved(b)) && !b.OfCancelledDeparture()
}

// tripNotice is a mail before or after a booked trip.
type tripNotice struct {
	dueNotice
	from, until time.Time // when it is sent, and when it is too late
}

// reviewRequestWindow is how long after its due time a request for a review is still sent.
const reviewRequestWindow = 7 * 24 * time.Hour

// tripNotices returns the mails of a booking that were not sent. A booking that was made when its reminder was due
// needs none, nor does a second booking of a product need a request for a review.
func (s *Service) tripNotices(o *Order, b *Booking) (list []tripNotice) {
	terms := s.tripMails(o.Deployment)
	minutes := func(n int) time.Duration { return time.Duration(n) * time.Minute }
	remindAt := b.StartsAt.Add(-minutes(terms.Reminder))
	start := b.Choice.Date + "T" + b.Choice.StartTime // of a booking that was moved, the new one has its own
	reminder := dueNotice{kind: notice.TripReminder, booking: b.ID, about: start}
	if terms.Reminder > 0 && !o.notified(reminder.key()) && o.CreatedAt.Before(remindAt) {
		list = append(list, tripNotice{reminder, remindAt, b.ReadyAt()})
	}
	requested := false
	for i := range o.Bookings {
		other := dueNotice{kind: notice.ReviewRequest, booking: o.Bookings[i].ID}
		requested = requested || o.Bookings[i].Choice.Product == b.Choice.Product && o.notified(other.key())
	}
	if askAt := b.endsAt().Add(minutes(terms.Review)); terms.Review > 0 && !requested && b.HasTicket() {
		request := dueNotice{kind: notice.ReviewRequest, booking: b.ID}
		list = append(list, tripNotice{request, askAt, askAt.Add(reviewRequestWindow)})
	}
	return list
}

// nextTripNotice returns when the next mail of a booking is due, now at the earliest; zero if none will be.
func (s *Service) nextTripNotice(o *Order, b *Booking, now time.Time) (next time.Time) {
	for _, n := range s.tripNotices(o, b) {
		at := n.from
		if at.Before(now) {
			at = now
		}
		if at.Before(n.until) && (next.IsZero() || at.Before(next)) {
			next = at
		}
	}
	return next
}

// QueueTripNotices requests the mails of a booking that are due, each once, and returns when the next one is; zero if
// none will be: the booking was cancelled, or all are sent.
func (s *Service) QueueTripNotices(ctx context.Context, orderID, bookingID string) (next time.Time, err error) {
	err = s.store.Do(ctx, func(tx Tx) error {
		next = time.Time{}
		o, err := tx.Order(ctx, orderID)
		if fault.Is(err, fault.NotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		b := o.booking(bookingID)
		if b == nil || s.tripMails == nil {
			return nil
		}
		if !o.takesPlace(b) {
			b.TripNoticesFor = time.Time{} // its buyer may choose another option with the same start
			return tx.SaveOrder(ctx, o)
		}
		now := s.now()
		for _, n := range s.tripNotices(&o, b) {
			if now.Before(n.from) || !now.Before(n.until) {
				continue
			}
			o.Notified = append(o.Notified, n.key())
			if err := tx.NotifyLater(ctx, o.notice(n.kind, b.ID)); err != nil {
				return err
			}
		}
		next = s.nextTripNotice(&o, b, now)
		return tx.SaveOrder(ctx, o)
	})
	return next, err
}

// TripInfo is the information for travellers before the trip, in the order's language.
type TripInfo struct{ Bring, Know []string }

// TripInfoOf returns the information of the live build about a booking's product; empty if it is no longer sold.
func (s *Service) TripInfoOf(o *Order, b *Booking) TripInfo {
	p, err := s.catalog.Product(o.Deployment, o.Language, b.Choice.Product)
	if err != nil {
		return TripInfo{}
	}
	return TripInfo{p.WhatToBring, p.KnowBeforeYouGo}
}
