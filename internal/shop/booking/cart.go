package booking

import "time"

// Cart is what a visitor means to buy.
type Cart struct {
	ID         string // a hash of the secret in the visitor's cookie
	Deployment string
	Items      []CartItem
	PromoCode  string // as it is written in the catalogue of codes; empty without
	Guest      *Guest
	Order      string // the latest order made from it or moved to it with its items; no other cart has that
	UpdatedAt  time.Time
}

// CartItem is a choice with the total that the visitor has seen for it, and what it was called then.
type CartItem struct {
	ID           string `json:"id"`
	Choice       Choice `json:"choice"`
	Quoted       int64  `json:"quoted"` // in the product's own currency, so that paying in another is no change
	ProductTitle string `json:"productTitle"`
	OptionTitle  string `json:"optionTitle"`
}
