package booking

// AwaitsPayment reports whether an order has reserved seats that are still to be paid.
func (o *Order) AwaitsPayment() bool { return o.Payment.Status == PaymentDue && o.count(Pending) > 0 }
