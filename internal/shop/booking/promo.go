package booking

import (
	"context"
	"math/bits"
	"slices"
	"strings"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/form"
	"storefront/internal/core/money"
	"storefront/internal/core/plaintext"
)

// PromoCode reduces the total of a cart. Codes ignore case and are stored in capitals.
type PromoCode struct {
	Deployment  string
	Code        string
	Percent     int       // 1 to 100; 0 if Amount applies
	Amount      int64     // minor units of Currency
	Currency    string    // of Amount and Minimum
	StartsAt    time.Time // zero: valid at once
	EndsAt      time.Time // zero: never expires
	Minimum     int64     // the least sum of the items in scope; 0: none
	MaxUses     int       // 0: unlimited
	MaxPerBuyer int       // by e-mail address; 0: unlimited
	Products    []string  // slugs in scope; without Products, Categories and Cities, all products are
	Categories  []string
	Cities      []string
	Uses        int // orders with the code, without those that failed
	Disabled    bool
	CreatedAt   time.Time
}

// AppliedPromo is a promo code with its discount on a cart. Problem is why it does not apply.
type AppliedPromo struct {
	PromoCode
	Discount int64
	Problem  *fault.Error
}

func (s *Service) applyPromo(ctx context.Context, d Deployment, c *CheckedCart) error {
	code, err := s.store.Read().PromoCode(ctx, c.Deployment, c.PromoCode)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return err
	}
	c.Promo = &AppliedPromo{PromoCode: code}
	c.Promo.Code = c.PromoCode
	if err != nil || code.Disabled {
		c.Promo.Problem = fault.New(fault.PromoUnknown, "There is no such promo code.")
		return nil
	}
	own, err := s.ownUses(ctx, c, &code)
	if err != nil {
		return err
	}
	code.Uses -= own
	code = code.convertTo(c.Currency, d.Exchange)
	inScope := c.inScope(&code)
	var sum int64
	for _, item := range inScope {
		sum += item.Quote.Price.Total
	}
	if c.Promo.Problem = code.problem(c.Currency, len(inScope), sum, s.now()); c.Promo.Problem != nil || sum == 0 {
		return nil
	}
	c.Promo.Discount = code.discount(sum, c.Currency)
	c.Total -= c.Promo.Discount
	shareDiscount(c.Promo.Discount, sum, money.Step(c.Currency), inScope)
	return nil
}

// ownUses returns 1 if a cart's unpaid order has used up a code: a new checkout of the cart returns that use first.
func (s *Service) ownUses(ctx context.Context, c *CheckedCart, code *PromoCode) (int, error) {
	if c.Order == "" || code.MaxUses == 0 || code.Uses < code.MaxUses {
		return 0, nil
	}
	own, err := s.store.Read().Order(ctx, c.Order)
	if fault.Is(err, fault.NotFound) {
		return 0, nil
	}
	if err != nil || !own.PromoUsed || own.PromoCode != code.Code || own.count(OnHold) == 0 ||
		own.count(Pending, Confirmed, Redeemed, Cancelled) > 0 {
		return 0, err
	}
	return 1, nil
}

func (c *CheckedCart) inScope(code *PromoCode) (items []*CheckedItem) {
	for i := range c.Checked {
		if item := &c.Checked[i]; item.Available && code.covers(item.Quote.product) {
			items = append(items, item)
		}
	}
	return items
}

func (code *PromoCode) covers(p *Product) bool {
	if len(code.Products)+len(code.Categories)+len(code.Cities) == 0 {
		return true
	}
	return slices.Contains(code.Products, p.Slug) || slices.Contains(code.Cities, p.City.ID) ||
		slices.ContainsFunc(p.Categories, func(c string) bool { return slices.Contains(code.Categories, c) })
}

// problem returns why a code does not apply to items in its scope with a total of sum; nil if it does.
func (code *PromoCode) problem(currency string, items int, sum int64, now time.Time) *fault.Error {
	switch {
	case !code.StartsAt.IsZero() && now.Before(code.StartsAt):
		return fault.New(fault.PromoNotStarted, "The promo code is not valid yet.")
	case !code.EndsAt.IsZero() && !now.Before(code.EndsAt):
		return fault.New(fault.PromoExpired, "The promo code has expired.")
	case code.MaxUses > 0 && code.Uses >= code.MaxUses:
		return fault.New(fault.PromoUsedUp, "The promo code has been used up.")
	case code.Currency != "" && code.Currency != currency && (code.Amount > 0 || code.Minimum > 0):
		return fault.New(fault.PromoNotApplicable, "The promo code is for another currency.")
	case items == 0:
		return fault.New(fault.PromoNotApplicable, "The promo code is for other products.")
	case sum < code.Minimum:
		return fault.New(fault.PromoMinimum, "The cart does not come to the minimum of the promo code.")
	}
	return nil
}

// discount returns the discount on a sum, rounded to what can be charged in the currency, a percentage half up, and at
// most the sum.
func (code *PromoCode) discount(sum int64, currency string) int64 {
	if code.Percent > 0 {
		return money.Percent(sum, code.Percent, currency)
	}
	step := money.Step(currency)
	return min(code.Amount/step*step, sum)
}

// shareDiscount divides a discount among items in proportion to their prices, in steps of what can be charged. The
// first items get the remainder.
func shareDiscount(discount, sum, step int64, items []*CheckedItem) {
	rest := discount
	for _, item := range items {
		// The product may exceed 64 bits; the quotient is at most the discount.
		high, low := bits.Mul64(uint64(discount), uint64(item.Quote.Price.Total))
		part, _ := bits.Div64(high, low, uint64(sum))
		item.promo = int64(part) / step * step
		rest -= item.promo
	}
	for i := 0; rest > 0; i = (i + 1) % len(items) {
		if more := min(step, rest, items[i].Quote.Price.Total-items[i].promo); more > 0 {
			items[i].promo += more
			rest -= more
		}
	}
}

// check returns the mistakes in the terms of a code.
func (code *PromoCode) check() error {
	var w form.FieldErrors
	if code.Code == "" || len(code.Code) > 64 || strings.ContainsAny(code.Code, " \t\n") {
		w.Add("code", fault.Format)
	}
	if (code.Percent == 0) == (code.Amount == 0) || code.Percent < 0 || code.Percent > 100 || code.Amount < 0 {
		w.Add("percent", fault.Format)
	}
	if (code.Amount > 0 || code.Minimum > 0) && code.Currency == "" {
		w.Add("currency", fault.Required)
	}
	if !code.EndsAt.IsZero() && !code.StartsAt.Before(code.EndsAt) {
		w.Add("endsAt", fault.Min)
	}
	if code.MaxUses < 0 {
		w.Add("maxUses", fault.Min)
	}
	if code.MaxPerBuyer < 0 {
		w.Add("maxPerBuyer", fault.Min)
	}
	return w.Err("The promo code is not valid.")
}

// CanonicalCode returns a typed or copied code as it is stored: in capitals, without spaces around it, and without the
// invisible marks of direction that chats and mails in Arabic add.
func CanonicalCode(text string) string { return strings.ToUpper(plaintext.CleanLine(text)) }

// NewPromoCode adds a code to a deployment.
func (s *Service) NewPromoCode(ctx context.Context, code PromoCode) error {
	code.Code = CanonicalCode(code.Code)
	err := code.check()
	if err == nil {
		err = checkCardAmount("amount", code.Amount, code.Currency)
	}
	if err != nil {
		return err
	}
	code.CreatedAt = s.now()
	return s.store.Do(ctx, func(tx Tx) error { return tx.InsertPromoCode(ctx, code) })
}

// PromoCodes lists a deployment's codes.
func (s *Service) PromoCodes(ctx context.Context, deployment string) ([]PromoCode, error) {
	return s.store.Read().PromoCodes(ctx, deployment)
}

// ChangePromoCode changes, disables or enables a code. Orders keep the code as it was. It returns fault.NotFound if the
// deployment has no such code.
func (s *Service) ChangePromoCode(
	ctx context.Context, deployment, code string, change func(*PromoCode) error,
) (PromoCode, error) {
	var c PromoCode
	err := s.store.Do(ctx, func(tx Tx) (err error) {
		if c, err = tx.PromoCode(ctx, deployment, CanonicalCode(code)); err != nil {
			return err
		}
		before := c
		if err := change(&c); err != nil {
			return err
		}
		if err := c.check(); err != nil {
			return err
		}
		if c.Amount != before.Amount || c.Currency != before.Currency {
			if err := checkCardAmount("amount", c.Amount, c.Currency); err != nil {
				return err
			}
		}
		return tx.SavePromoCode(ctx, c)
	})
	return c, err
}
