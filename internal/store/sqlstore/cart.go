package sqlstore

import (
	"context"

	"github.com/goccy/go-json"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

type cartDocument struct {
	Items     []booking.CartItem `json:"items"`
	PromoCode string             `json:"promoCode,omitempty"`
	Guest     *booking.Guest     `json:"guest,omitempty"`
	Order     string             `json:"order,omitempty"`
}

func (r Reader) Cart(ctx context.Context, id string) (booking.Cart, error) {
	var (
		cart     booking.Cart
		document []byte
		updated  instant
	)
	err := r.queryRow(ctx, "cart", []any{&cart.ID, &cart.Deployment, &document, &updated},
		`SELECT id, deployment, document, updated_at FROM carts WHERE id = $1`+r.forUpdate(), id)
	if err != nil {
		return booking.Cart{}, err
	}
	var d cartDocument
	if err := json.Unmarshal(document, &d); err != nil {
		return booking.Cart{}, err
	}
	cart.Items, cart.PromoCode, cart.Guest, cart.Order = d.Items, d.PromoCode, d.Guest, d.Order
	cart.UpdatedAt = updated.time()
	return cart, nil
}

// Cart locks the name of a cart that does not exist: otherwise two transactions that create it at once would not see
// each other's.
func (t *Tx) Cart(ctx context.Context, id string) (booking.Cart, error) {
	cart, err := t.Reader.Cart(ctx, id)
	if t.dialect.LockName == "" || !fault.Is(err, fault.NotFound) {
		return cart, err
	}
	if err := t.lockName(ctx, id); err != nil {
		return booking.Cart{}, err
	}
	return t.Reader.Cart(ctx, id)
}

func (t *Tx) SaveCart(ctx context.Context, cart booking.Cart) error {
	document, err := json.Marshal(cartDocument{cart.Items, cart.PromoCode, cart.Guest, cart.Order})
	if err != nil {
		return err
	}
	return t.enqueue(ctx, Statement{Name: "save cart",
		Query: `INSERT INTO carts (id, deployment, document, updated_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (id) DO UPDATE SET deployment = excluded.deployment, document = excluded.document,
			updated_at = excluded.updated_at`,
		Args: []any{cart.ID, cart.Deployment, string(document), instant(cart.UpdatedAt)}})
}
