package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"storefront/internal/booking"
	"storefront/internal/fault"
	"storefront/internal/money"
)

func promosCommand(o *operator) *cobra.Command {
	return o.group("promos", "Make promo codes, and end them", o.promosList(), o.promosCreate(), o.promosDisable())
}

// promoRow is a promo code as the list tells of it.
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
		Code: c.Code, Deployment: c.Deployment, Percent: c.Percent, Amount: c.Amount, Currency: c.Currency, StartsAt: c.StartsAt,
		EndsAt: c.EndsAt, Minimum: c.Minimum, Uses: c.Uses, MaxUses: c.MaxUses, MaxPerBuyer: c.MaxPerBuyer, Products: c.Products,
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
		return answer(o, c.OutOrStdout(), rows, promoColumns, promoRow.cells)
	})
}

// promoFlags are the terms of a code as they are typed.
type promoFlags struct {
	code                    booking.PromoCode
	amount, minimum         string
	starts, ends            string
	products, where, themes []string
}

func (p *promoFlags) add(f *pflag.FlagSet) {
	f.IntVar(&p.code.Percent, "percent", 0, "percent off, 1 to 100")
	f.StringVar(&p.amount, "amount", "", "or an amount off, in main units: 50 or 12.500")
	f.StringVar(&p.code.Currency, "currency", "", "of --amount and --minimum: AED")
	f.StringVar(&p.minimum, "minimum", "", "what the items in scope have to come to")
	f.StringVar(&p.starts, "from", "", "first day, in UTC: 2026-12-01")
	f.StringVar(&p.ends, "until", "", "last day, in UTC: 2026-12-31")
	f.IntVar(&p.code.MaxUses, "uses", 0, "how many orders may use it; 0 is any number")
	f.IntVar(&p.code.MaxPerBuyer, "per-buyer", 0, "how many orders of one e-mail address may use it; 0 is any number")
	f.StringSliceVar(&p.products, "product", nil, "only for these products; with --category and --city, any of them")
	f.StringSliceVar(&p.themes, "category", nil, "only for these categories")
	f.StringSliceVar(&p.where, "city", nil, "only for these cities")
}

// read makes a code of what was typed.
func (p *promoFlags) read() (code booking.PromoCode, err error) {
	code = p.code
	code.Products, code.Categories, code.Cities = p.products, p.themes, p.where
	if code.Amount, err = p.money(p.amount); err != nil {
		return code, err
	}
	if code.Minimum, err = p.money(p.minimum); err != nil {
		return code, err
	}
	if p.starts != "" {
		if code.StartsAt, err = time.Parse(time.DateOnly, p.starts); err != nil {
			return code, usageError{fmt.Errorf("--from %s is not a day such as 2026-12-01", p.starts)}
		}
	}
	if p.ends != "" {
		last, err := time.Parse(time.DateOnly, p.ends)
		if err != nil {
			return code, usageError{fmt.Errorf("--until %s is not a day such as 2026-12-31", p.ends)}
		}
		code.EndsAt = last.AddDate(0, 0, 1)
	}
	return code, nil
}

func (p *promoFlags) money(text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	minor, err := money.Parse(text, p.code.Currency)
	if err != nil {
		return 0, usageError{err}
	}
	return minor, nil
}

func (o *operator) promosCreate() *cobra.Command {
	var flags promoFlags
	c := &cobra.Command{
		Use: "create CODE", Short: "Make a promo code", Args: cobra.ExactArgs(1),
		Example: "  api promos create DESERT10 --deployment wayfare --percent 10 --category desert --until 2026-12-31",
	}
	flags.add(c.Flags())
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		deployment, err := o.oneDeployment()
		if err != nil {
			return err
		}
		code, err := flags.read()
		if err != nil {
			return err
		}
		code.Code, code.Deployment = strings.ToUpper(args[0]), deployment.ID
		if err := b.booking.NewPromoCode(ctx, code); err != nil {
			return explained(err)
		}
		return answer(o, c.OutOrStdout(), []promoRow{promoRowOf(code)}, promoColumns, promoRow.cells)
	})
}

// explained names what is wrong with the terms in the words of the flags.
func explained(err error) error {
	words := map[string]string{
		"percent format":    "give either --percent from 1 to 100 or --amount",
		"currency required": "--amount and --minimum need a --currency", "endsAt min": "--until is before --from",
		"code format": "the code has spaces in it or is too long",
	}
	for _, f := range fault.Of(err).Fields {
		if text := words[f.Name+" "+string(f.Code)]; text != "" {
			return usageError{fmt.Errorf("%s", text)}
		}
	}
	return err
}

func (o *operator) promosDisable() *cobra.Command {
	c := &cobra.Command{Use: "disable CODE", Short: "End a promo code; orders that have it keep it", Args: cobra.ExactArgs(1)}
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		deployment, err := o.oneDeployment()
		if err != nil {
			return err
		}
		if err := o.confirmed(c, fmt.Sprintf("End %s of %s for good?", strings.ToUpper(args[0]), deployment.ID)); err != nil {
			return err
		}
		if err := b.booking.DisablePromoCode(ctx, deployment.ID, args[0]); err != nil {
			return fmt.Errorf("%s: %w", args[0], err)
		}
		code, err := b.store.Read().PromoCode(ctx, deployment.ID, strings.ToUpper(args[0]))
		if err != nil {
			return err
		}
		return answer(o, c.OutOrStdout(), []promoRow{promoRowOf(code)}, promoColumns, promoRow.cells)
	})
}
