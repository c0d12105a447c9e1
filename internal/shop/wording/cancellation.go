// Package wording says in a language's words what mails, documents and payment pages say alike.
package wording

import (
	"fmt"
	"time"

	"storefront/internal/core/locale"
)

// Cancellation is what cancelling a booking gives back, as it is put into words.
type Cancellation struct {
	UntilConfirmation bool // nothing is charged before the supplier confirms
	UntilPayment      bool // nothing is charged before the booking is paid
	Steps             []RefundStep
}

// RefundStep gives Percent back until an instant, which is written by the clock of its location.
type RefundStep struct {
	Percent int
	Until   time.Time
}

// Line is one sentence of cancellation terms. Good is true of one that costs the buyer nothing.
type Line struct {
	Good bool
	Text string
}

// cancellationWords are the sentences of a language: %s is a moment, %d a percentage.
type cancellationWords struct {
	untilConfirmation, untilPayment, free, part, nothing, nothingAfter string
}

var cancellations = map[string]cancellationWords{
	"en": {
		untilConfirmation: "Free cancellation until your booking is confirmed",
		untilPayment:      "No charge if you cancel before you pay",
		free:              "Free cancellation until %s",
		part:              "%d%% back until %s",
		nothing:           "Not refundable",
		nothingAfter:      "Not refundable after that",
	},
	"ar": {
		untilConfirmation: "إلغاء مجاني حتى تأكيد حجزك",
		untilPayment:      "الإلغاء مجاني ما دمت لم تدفع",
		free:              "إلغاء مجاني حتى %s",
		part:              "استرداد %d%% من المبلغ حتى %s",
		nothing:           "لا يُسترد المبلغ",
		nothingAfter:      "لا يُسترد المبلغ بعد ذلك",
	},
}

// Lines returns the terms as sentences, the one that holds first first. A language without words of its own gets English.
func (c Cancellation) Lines(language string) (lines []Line) {
	w, known := cancellations[language]
	if !known {
		language, w = "en", cancellations["en"]
	}
	if c.UntilConfirmation {
		lines = append(lines, Line{true, w.untilConfirmation})
	}
	if c.UntilPayment {
		lines = append(lines, Line{true, w.untilPayment})
	}
	for _, s := range c.Steps {
		moment := locale.FormatMoment(language, s.Until)
		if s.Percent == 100 {
			lines = append(lines, Line{true, fmt.Sprintf(w.free, moment)})
		} else {
			lines = append(lines, Line{false, fmt.Sprintf(w.part, s.Percent, moment)})
		}
	}
	if len(lines) == 0 {
		return []Line{{false, w.nothing}}
	}
	return append(lines, Line{false, w.nothingAfter})
}
