package sqlstore

import (
	"context"

	"fmt"
	"math"

	"github.com/goccy/go-json"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

type promoScope struct {
	Products   []string `json:"products,omitempty"`
	Categories []string `json:"categories,omitempty"`
	Cities     []string `json:"cities,omitempty"`
}

const selectPromoCodes = `SELECT deployment, code, percent, amount, currency, starts_at, ends_at, minimum, max_uses,
	max_per_buyer, scope, uses, disabled, created_at FROM promo_codes WHERE deployment = $1`

func scanPromoCode(row Row) (booking.PromoCode, error) {
	var (
		c                     booking.PromoCode
		starts, ends, created instant
		document              []byte
		scope                 promoScope
	)
	err := row.Scan(&c.Deployment, &c.Code, &c.Percent, &c.Amount, &c.Currency, &starts, &ends, &c.Minimum, &c.MaxUses,
		&c.MaxPerBuyer, &document, &c.Uses, &c.Disabled, &created)
	if err != nil {
		return c, err
	}
	c.StartsAt, c.EndsAt, c.CreatedAt = starts.time(), ends.time(), created.time()
	err = json.Unmarshal(document, &scope)
	c.Products, c.Categories, c.Cities = scope.Products, scope.Categories, scope.Cities
	return c, err
}

func (r Reader) promoCodes(ctx context.Context, rest string, args ...any) ([]booking.PromoCode, error) {
	var codes []booking.PromoCode
	err := r.query(ctx, "read promo codes", func(row Row) error {
		code, err := scanPromoCode(row)
		codes = append(codes, code)
		return err
	}, selectPromoCodes+rest, args...)
	return codes, err
}

func (r Reader) PromoCode(ctx context.Context, deployment, code string) (booking.PromoCode, error) {
	codes, err := r.promoCodes(ctx, " AND code = $2", deployment, code)
	if err != nil {
		return booking.PromoCode{}, err
	}
	if len(codes) == 0 {
		return booking.PromoCode{}, notFound("promo code")
	}
	return codes[0], nil
}

func (r Reader) PromoCodes(ctx context.Context, deployment string) ([]booking.PromoCode, error) {
	return r.promoCodes(ctx, " ORDER BY code", deployment)
}

func (r Reader) PromoUses(ctx context.Context, deployment, code, buyer string) (int, error) {
	uses := 0
	err := r.queryRow(ctx, "promo use", []any{&uses},
		`SELECT uses FROM promo_buyers WHERE deployment = $1 AND code = $2 AND email = $3`, deployment, code, buyer)
	if fault.Is(err, fault.NotFound) {
		return 0, nil
	}
	return uses, err
}

func (t *Tx) InsertPromoCode(ctx context.Context, c booking.PromoCode) error {
	scope, err := json.Marshal(promoScope{c.Products, c.Categories, c.Cities})
	if err != nil {
		return err
	}
	n, err := t.exec(ctx, "insert promo code", `INSERT INTO promo_codes (deployment, code, percent, amount, currency,
			starts_at, ends_at, minimum, max_uses, max_per_buyer, scope, uses, disabled, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
		ON CONFLICT (deployment, code) DO NOTHING`,
		c.Deployment, c.Code, c.Percent, c.Amount, c.Currency, instant(c.StartsAt), instant(c.EndsAt), c.Minimum,
		c.MaxUses, c.MaxPerBuyer, string(scope), c.Uses, c.Disabled, instant(c.CreatedAt))
	if err == nil && n == 0 {
		return fault.New(fault.Invalid, "The deployment already has this promo code.")
	}
	return err
}

func (t *Tx) SavePromoCode(ctx context.Context, c booking.PromoCode) error {
	scope, err := json.Marshal(promoScope{c.Products, c.Categories, c.Cities})
	if err != nil {
		return err
	}
	n, err := t.exec(ctx, "save promo code", `UPDATE promo_codes SET percent = $1, amount = $2, currency = $3, starts_at = $4, ends_at = $5,
			minimum = $6, max_uses = $7, max_per_buyer = $8, scope = $9, disabled = $10
		WHERE deployment = $11 AND code = $12`,
		c.Percent, c.Amount, c.Currency, instant(c.StartsAt), instant(c.EndsAt), c.Minimum, c.MaxUses, c.MaxPerBuyer,
		string(scope),
		c.Disabled, c.Deployment, c.Code)
	if err == nil && n == 0 {
		return notFound("promo code")
	}
	return err
}

// UsePromoCode checks the limits of the stored row; those of the argument may be outdated.
func (t *Tx) UsePromoCode(ctx context.Context, code booking.PromoCode, buyer string) error {
	perBuyer := -1
	err := t.queryRow(ctx, "promo code", []any{&perBuyer}, `UPDATE promo_codes SET uses = uses + 1
		WHERE deployment = $1 AND code = $2 AND (max_uses = 0 OR uses < max_uses) RETURNING max_per_buyer`,
		code.Deployment, code.Code)
	if fault.Is(err, fault.NotFound) {
		if _, err := t.PromoCode(ctx, code.Deployment, code.Code); err != nil {
			return err
		}
		return usedUp()
	}
	if err != nil {
		return err
	}
	if perBuyer == 0 {
		perBuyer = math.MaxInt32
	}
	n, err := t.exec(ctx, "use promo code", `INSERT INTO promo_buyers (deployment, code, email, uses)
		VALUES ($1, $2, $3, 1)
		ON CONFLICT (deployment, code, email) DO UPDATE SET uses = promo_buyers.uses + 1 WHERE promo_buyers.uses < $4`,
		code.Deployment, code.Code, buyer, perBuyer)
	if err != nil || n == 1 {
		return err
	}
	if err := t.uncountPromoCode(ctx, code.Deployment, code.Code); err != nil {
		return err
	}
	return usedUp()
}

func (t *Tx) ReturnPromoCode(ctx context.Context, deployment, code, buyer string) error {
	if err := t.uncountPromoCode(ctx, deployment, code); err != nil {
		return err
	}
	n, err := t.exec(ctx, "return promo code", `UPDATE promo_buyers SET uses = uses - 1
		WHERE deployment = $1 AND code = $2 AND email = $3 AND uses > 0`, deployment, code, buyer)
	if err == nil && n == 0 {
		return fmt.Errorf("return promo code %s: the buyer has not used it", code)
	}
	if err != nil {
		return err
	}
	_, err = t.exec(ctx, "forget buyer of promo code", `DELETE FROM promo_buyers
		WHERE deployment = $1 AND code = $2 AND email = $3 AND uses = 0`, deployment, code, buyer)
	return err
}

func (t *Tx) uncountPromoCode(ctx context.Context, deployment, code string) error {
	n, err := t.exec(ctx, "return promo code",
		`UPDATE promo_codes SET uses = uses - 1 WHERE deployment = $1 AND code = $2 AND uses > 0`, deployment, code)
	if err == nil && n == 0 {
		return fmt.Errorf("return promo code %s: it is not used", code)
	}
	return err
}

func usedUp() error { return fault.New(fault.PromoUsedUp, "The promo code has been used up.") }
