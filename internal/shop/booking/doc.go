// Package booking sells the products of the live build, and no seat twice. Service implements the rules, Catalog
// returns the products, Store stores carts, orders and seats, and a payment.Provider moves the money.
//
// A visitor's Choice of a Product is priced and checked as a Quote. A Cart holds choices; Checkout turns it into an
// Order with one Booking for each item, holds the seats (ON_HOLD) and opens a payment page. Settle then follows the
// payment: an authorisation makes the bookings PENDING until their suppliers decide, and a capture makes the accepted
// ones CONFIRMED. Seats whose payment or decision does not come in time are released (EXPIRED, REJECTED). Cancel and
// the operators' methods change an order later; what is owed to the buyer is refunded by Settle. A pay-later order is
// PENDING until a payment by card or an operator's record. Jobs call Settle until the order is at rest; save queues the
// notices.
//
// Money is an integer in minor units of the order's currency. Instants end in At and are UTC; dates are local to the
// destination.
package booking
