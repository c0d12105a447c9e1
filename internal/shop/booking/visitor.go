package booking

import "slices"

// Visitor is the person who makes a request, signed in or not.
type Visitor struct {
	Cart        string   // the id of the account's cart if signed in, else of the browser's
	BrowserCart string   // the id of the browser's cart if signed in: orders made from it stay the visitor's
	Email       string   // the account's verified address, in lower case; empty if not signed in
	Orders      []string // the LinkSubject of orders that were opened by a mailed link
}

// owns reports whether an order is the visitor's: made from their cart, made with their verified address, or opened by
// its mailed link.
func (v Visitor) owns(o *Order) bool {
	if o.Resale != nil {
		return false // it is the reseller's
	}
	made := o.Cart != "" && (o.Cart == v.Cart || o.Cart == v.BrowserCart)
	return made || v.Email != "" && o.email() == v.Email || slices.Contains(v.Orders, o.LinkSubject())
}
