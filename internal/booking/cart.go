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

// Choice is what is asked for of a product.
type Choice struct {
	Product   string     `json:"product"`
	Option    string     `json:"option"`
	Day       string     `json:"day"`
	StartTime string     `json:"startTime,omitempty"`
	Length    int        `json:"length,omitempty"` // days or nights; 0 where nothing is priced by them
	Units     []Quantity `json:"units"`            // none with a quantity of 0
	Extras    []Quantity `json:"extras,omitempty"`
	Pickup    Place      `json:"pickup,omitzero"`
	DropOff   Place      `json:"dropOff,omitzero"`
	// Negotiation is the id of the answer whose price was agreed on; empty where the catalogue's price counts.
	Negotiation string `json:"negotiation,omitempty"`
}

// Quantity counts a unit or an extra.
type Quantity struct {
	ID       string `json:"id"`
	Quantity int    `json:"quantity"`
}

// Place is where travellers are collected or left.
type Place struct {
	Point   string `json:"point,omitempty"`
	Address string `json:"address,omitempty"`
}
