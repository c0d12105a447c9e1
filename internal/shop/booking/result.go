package booking

// Result is the outcome of an order, as visitors read it.
type Result string

const (
	Success      Result = "success"
	Partial      Result = "partial"
	Failed       Result = "failed"
	InProgress   Result = "in_progress"
	ResultOnHold Result = "on_hold" // received, and a supplier has still to confirm it (the specification's term)
)

// Result derives the outcome from the bookings and the payment. A booking that its buyer cancelled counts as booked. A
// reservation counts as booked until it is paid: what its supplier has not confirmed then is on hold.
func (o *Order) Result() Result {
	booked := o.count(Confirmed, Redeemed, Cancelled)
	if o.Method == PayLater && o.Payment.Status == PaymentDue || o.Method == OnAccount {
		booked += o.count(Pending)
	}
	switch {
	case booked == len(o.Bookings):
		return Success
	case o.Payment.Status == PaymentFailed && o.count(OnHold) > 0:
		return Failed // the buyer can retry
	case o.count(OnHold) > 0:
		return InProgress
	case o.Method == Card && o.count(Pending) > 0:
		if _, decided := o.captureAmount(); decided && o.Payment.Status != PaymentNone {
			return InProgress
		}
		return ResultOnHold
	case o.Method == PayLater && o.count(Pending) > 0:
		return ResultOnHold
	case booked > 0:
		return Partial
	}
	return Failed
}
