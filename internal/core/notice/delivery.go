package notice

import (
	"context"
	"time"
)

// DeliveryState is how far a mail has come.
type DeliveryState string

const (
	Unsent   DeliveryState = "unsent"   // it waits, or its tries have failed so far
	Sent     DeliveryState = "sent"     // a server has taken it over
	Refused  DeliveryState = "refused"  // its address is refused for good
	Needless DeliveryState = "needless" // its news were overtaken before it was sent
)

// Delivery is a notice about an order as it is mailed.
type Delivery struct {
	Notice
	State     DeliveryState
	CreatedAt time.Time
	SentAt    time.Time // of the latest sending; zero where there was none
	MessageID string    // likewise, without angle brackets
	Attempts  int
	Error     string // of the latest attempt; empty where it succeeded
}

// Deliveries keeps what becomes of the mails about orders.
type Deliveries interface {
	// Record counts an attempt and keeps its recipient, state, time, Message-ID and error. A notice that is not kept,
	// since it is about no order, is left alone.
	Record(ctx context.Context, attempt Delivery) error
	// DeliveriesOf returns the mails about an order, the oldest request first.
	DeliveriesOf(ctx context.Context, order string) ([]Delivery, error)
	// SendAgain has a mail sent once more, as another mail.
	SendAgain(ctx context.Context, n Notice) error
}
