// Package booking sells what the live build offers, and no seat twice: availability, prices, carts, orders with their
// seats, and what becomes of them. Service has the rules; Store keeps the rows; a payment.Provider moves the money.
//
// Money is an integer in minor units of the order's currency. Instants end in At and are UTC; days are local dates at the
// destination.
package booking
