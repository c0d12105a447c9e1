package wording

import (
	"strconv"
	"time"
)

// Cancellation holds the terms of cancelling a booking.
type Cancellation struct {
	UntilConfirmation bool // nothing is charged before the supplier confirms
	UntilPayment      bool // nothing is charged before the booking is paid
	Steps             []RefundStep
}

// RefundStep refunds Percent of the amount until an instant, which is written by the clock of its location.
type RefundStep struct {
	Percent int
	Until   time.Time
}

// Line is one sentence of cancellation terms. Free reports that cancelling then costs the buyer nothing.
type Line struct {
	Free bool
	Text string
}

// Lines returns the terms as sentences, in the order in which they apply.
func (c Cancellation) Lines(language string) (lines []Line) {
	d := In(language)
	w := d.Cancellation
	if c.UntilConfirmation {
		lines = append(lines, Line{true, w.UntilConfirmation})
	}
	if c.UntilPayment {
		lines = append(lines, Line{true, w.UntilPayment})
	}
	for _, s := range c.Steps {
		template := w.Part
		if s.Percent == 100 {
			template = w.Free
		}
		text := Fill(template, "percent", strconv.Itoa(s.Percent), "moment", d.ShortDateTime(s.Until))
		lines = append(lines, Line{s.Percent == 100, text})
	}
	if len(lines) == 0 {
		return []Line{{false, w.Nothing}}
	}
	return append(lines, Line{false, w.NothingAfter})
}
