package booking

import "time"

// Cart holds the choices of a visitor.
type Cart struct {
	ID         string // a hash of the secret in the visitor's cookie
	Deployment string
	Items      []CartItem
	PromoCode  string // in capitals; empty without one
	Guest      *Guest
	Order      string // the id of the latest order made from the cart or moved to it; no other cart has the same
	UpdatedAt  time.Time
}

// CartItem is a choice, with the total and the titles that the visitor has seen.
type CartItem struct {
	ID     string `json:"id"`
	Choice Choice `json:"choice"`
	Quoted int64  `json:"quoted"` // in the product's own currency: paying in another is no price change
	// Currency is the product's own when it was quoted; empty in carts from before it was stored.
	Currency     string `json:"currency,omitempty"`
	ProductTitle string `json:"productTitle"`
	OptionTitle  string `json:"optionTitle"`
}
