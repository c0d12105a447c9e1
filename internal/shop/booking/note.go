package booking

import (
	"context"

	"storefront/internal/core/fault"
	"storefront/internal/core/form"
	"storefront/internal/core/plaintext"
)

// AddNote adds a note of the staff to a booking. Visitors do not see it.
func (s *Service) AddNote(ctx context.Context, orderID, bookingID string, n Note) (Order, error) {
	n.Text = plaintext.CleanLines(n.Text)
	var w form.FieldErrors
	w.Add("text", noteProblem(n.Text))
	if err := w.Err("The note is empty or too long."); err != nil {
		return Order{}, err
	}
	var order Order
	err := s.store.Do(ctx, func(tx Tx) (err error) {
		if order, err = tx.Order(ctx, orderID); err != nil {
			return err
		}
		b := order.booking(bookingID)
		if b == nil {
			return errNoBooking
		}
		n.At = s.now()
		b.Notes = append(b.Notes, n)
		return tx.SaveOrder(ctx, order)
	})
	return order, err
}

// maxNoteBytes bounds the text of a note.
const maxNoteBytes = 2000

func noteProblem(text string) fault.FieldCode {
	switch {
	case text == "":
		return fault.Required
	case len(text) > maxNoteBytes:
		return fault.Max
	}
	return ""
}
