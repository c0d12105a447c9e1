package booking

// Result is what a visitor is told of an order.
type Result string

const (
	Success      Result = "success"
	Partial      Result = "partial"
	Failed       Result = "failed"
	InProgress   Result = "in_progress"
	ResultOnHold Result = "on_hold" // the specification's: received, and the amount only reserved on the card
)

// Result derives what a visitor is told. What he has cancelled himself counts as having been booked.
func (o *Order) Result() Result {
	kept := o.count(Confirmed, Redeemed, Cancelled)
	if o.Method == PayLater {
		kept += o.count(Pending)
	}
	switch {
	case kept == len(o.Bookings):
		return Success
	case o.Payment.Status == PaymentFailed && o.count(OnHold) > 0:
		return Failed // and to be tried again
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
