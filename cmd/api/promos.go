package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/shop/booking"
)

func promosCommand(o *operator) *cobra.Command {
	c := o.group("promos", "List, create, change and disable promo codes", o.promosList(), o.promosCreate(),
		o.promosChange(),
		o.promosSwitch("disable", "Disable a promo code; orders with it keep it", true),
		o.promosSwitch("enable", "Enable a disabled promo code", false))
	c.Annotations = map[string]string{severalDeployments: "yes"}
	return c
}

// promoRow is a promo code in the list.
type promoRow struct {
	Code        string    `json:"code"`
	Deployment  string    `json:"deployment"`
	Percent     int       `json:"percent,omitempty"`
	Amount      int64     `json:"amount,omitempty"` // minor units
	Currency    string    `json:"currency,omitempty"`
	StartsAt    time.Time `json:"startsAt,omitzero"`
	EndsAt      time.Time `json:"endsAt,omitzero"`
	Minimum     int64     `json:"minimum,omitempty"`
	Uses        int       `json:"uses"`
	MaxUses     int       `json:"maxUses,omitempty"`
	MaxPerBuyer int       `json:"maxPerBuyer,omitempty"`
	Products    []string  `json:"products,omitempty"`
	Categories  []string  `json:"categories,omitempty"`
	Cities      []string  `json:"cities,omitempty"`
	Disabled    bool      `json:"disabled"`
}

func promoRowOf(c booking.PromoCode) promoRow {
	return promoRow{
		Code: c.Code, Deployment: c.Deployment, Percent: c.Percent, Amount: c.Amount, Currency: c.Currency,
		StartsAt: c.StartsAt,
		EndsAt:   c.EndsAt, Minimum: c.Minimum, Uses: c.Uses, MaxUses: c.MaxUses, MaxPerBuyer: c.MaxPerBuyer,
		Products:   c.Products,
		Categories: c.Categories, Cities: c.Cities, Disabled: c.Disabled,
	}
}

const promoColumns = "CODE DEPLOYMENT DISCOUNT MINIMUM USES FROM UNTIL SCOPE STATE"

func (r promoRow) cells() []string {
	discount, minimum, uses, state := fmt.Sprintf("%d%%", r.Percent), "-", strconv.Itoa(r.Uses), "active"
	if r.Amount > 0 {
		discount = amount(r.Amount, r.Currency)
	}
	if r.Minimum > 0 {
		minimum = amount(r.Minimum, r.Currency)
	}
	if r.MaxUses > 0 {
		uses += " of " + strconv.Itoa(r.MaxUses)
	}
	if r.Disabled {
		state = "disabled"
	}
	scope := strings.Join(append(append(append([]string{}, r.Products...), r.Categories...), r.Cities...), ",")
	if scope == "" {
		scope = "everything"
	}
	return []string{r.Code, r.Deployment, discount, minimum, uses, instant(r.StartsAt), instant(r.EndsAt), scope, state}
}

func (o *operator) promosList() *cobra.Command {
	c := &cobra.Command{Use: "list", Short: "List promo codes", Args: cobra.NoArgs}
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, _ []string) error {
		rows := []promoRow{}
		deployments, err := o.deployments()
		if err != nil {
			return err
		}
		for _, d := range deployments {
			codes, err := b.booking.PromoCodes(ctx, d.ID)
			if err != nil {
				return err
			}
			for _, code := range codes {
				rows = append(rows, promoRowOf(code))
			}
		}
		return printRows(o, c.OutOrStdout(), rows, promoColumns, promoRow.cells)
	})
}
