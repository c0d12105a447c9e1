// Package document makes what a buyer takes along and keeps: the ticket of a booking with a code that a gate can check
// without a network, the invoice of an order, and a booking as a calendar's event. All of it is in the order's language, made
// from the order alone, and the same bytes each time.
//
// Letters are drawn as outlines, since the PDF library cannot join them; under them lies the same text, invisible, for
// searching, copying and reading aloud.
package document
