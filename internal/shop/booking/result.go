package booking

// Result is the outcome of an order, as visitors read it.
type Result string

const (
	Success      Result = "success"
	Partial      Result = "partial"
	Failed       Result = "failed"
	InProgress   Result = "in_progress"
	ResultOnHold Result = "on_hold" // received, and the amount only reserved on the card (the specification's term)
)

// Result derives the outcome from the bookings and the payment. A booking that its buyer cancelled counts as booked.
func (o *Order) Result() Result {
	kept := o.count(Confirmed, Redeemed, Cancelled)
	if o.Method == PayLater || o.Method == OnAccount {
		kept += o.count(Pending)
	}
	switch {
	case kept == len(o.Bookings):
		return Success
	case o.Payment.Status == PaymentFailed && o.count(OnHold) > 0:
		return Failed // the buyer can retry
	case o.count(OnHold) > 0:
		return InProgress
	case o.Method == Card && o.count(Pending) > 0:
		if _, decided := o.accepted(); decided && o.Payment.Status != PaymentNone {
			return InProgress
		}
		return ResultOnHold
	case kept > 0:
		return Partial
	}
	return Failed
}
