package booking

import "slices"

// Visitor is who asks.
type Visitor struct {
	Cart        string   // the id of the cart that is his now: the account's where he is signed in, his browser's otherwise
	BrowserCart string   // the id of his browser's cart where he is signed in: what was ordered from it stays his
	Email       string   // the verified address of his account, in lower case; empty where he is not signed in
	Orders      []string // the ids of orders that he has opened by a mailed link
}

// owns says that an order is his: made from his cart, made with his verified address, or opened by its mailed link.
func (v Visitor) owns(o *Order) bool {
	made := o.Cart != "" && (o.Cart == v.Cart || o.Cart == v.BrowserCart)
	return made || v.Email != "" && o.email() == v.Email || slices.Contains(v.Orders, o.ID)
}
