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

func (r Reader) Cart(ctx context.Context, id string) (cart booking.Cart, err error) {
	found := false
	err = r.query(ctx, "read cart", func(row Row) error {
		found = true
		if cart, err = scanCart(row); err != nil {
			return err
		}
		return errOnlyRow
	}, cartQuery+r.forUpdate(), id)
	if err == nil && !found {
		err = notFound("cart")
	}
	return cart, err
}

const cartQuery = "SELECT id, deployment, document, updated_at FROM carts WHERE id = $1"

func scanCart(row Row) (cart booking.Cart, err error) {
	var (
		document []byte
		updated  instant
		d        cartDocument
	)
	if err := row.Scan(&cart.ID, &cart.Deployment, &document, &updated); err != nil {
		return booking.Cart{}, err
	}
	if err := json.Unmarshal(document, &d); err != nil {
		return booking.Cart{}, err
	}
	cart.Items, cart.PromoCode, cart.Guest, cart.Order = d.Items, d.PromoCode, d.Guest, d.Order
	cart.UpdatedAt = updated.time()
	return cart, nil
}

// LockCart reads the cart with the next statement that returns something; Cart then returns it from memory.
func (t *Tx) LockCart(ctx context.Context, id string) error {
	if t.batch == nil {
		return nil
	}
	return t.enqueue(ctx, Statement{Name: "read cart", Query: cartQuery + t.forUpdate(), Args: []any{id},
		Row: func(row Row) error {
			cart, err := scanCart(row)
			if t.carts == nil {
				t.carts = map[string]booking.Cart{}
			}
			t.carts[id] = cart
			return err
		}})
}

// Cart locks the name of a cart that does not exist: otherwise two transactions that create it at once would not see
// each other's.
func (t *Tx) Cart(ctx context.Context, id string) (booking.Cart, error) {
	if cart, known := t.carts[id]; known {
		delete(t.carts, id)
		return cart, nil
	}
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
	delete(t.carts, cart.ID)
	return t.enqueue(ctx, Statement{Name: "save cart",
		Query: `INSERT INTO carts (id, deployment, document, updated_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (id) DO UPDATE SET deployment = excluded.deployment, document = excluded.document,
			updated_at = excluded.updated_at`,
		Args: []any{cart.ID, cart.Deployment, string(document), instant(cart.UpdatedAt)}})
}
