package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"storefront/internal/core/fault"
	"storefront/internal/core/money"
	"storefront/internal/core/payload"
	"storefront/internal/lib/cli"
	"storefront/internal/lib/suggest"
	"storefront/internal/serve/livecatalog"
	"storefront/internal/shop/booking"
)

// promoFlags are the flags of a code's terms.
type promoFlags struct {
	code                         booking.PromoCode
	amount, minimum              string
	starts, ends                 string
	products, cities, categories []string
}

func (p *promoFlags) addFlags(f *pflag.FlagSet) {
	f.IntVar(&p.code.Percent, "percent", 0, "percent off, 1 to 100")
	f.StringVar(&p.amount, "amount", "", "or an amount off, in main units: 50 or 12.500")
	f.StringVar(&p.code.Currency, "currency", "", "of --amount and --minimum: AED")
	f.StringVar(&p.minimum, "minimum", "", "the least sum of the items in scope, in main units")
	f.StringVar(&p.starts, "from", "", "first day, in UTC: 2026-12-01")
	f.StringVar(&p.ends, "until", "", "last day, in UTC: 2026-12-31")
	f.IntVar(&p.code.MaxUses, "uses", 0, "the maximum number of orders with it; 0 is no limit")
	f.IntVar(&p.code.MaxPerBuyer, "per-buyer", 0, "the same for one e-mail address; 0 is no limit")
	f.StringSliceVar(&p.products, "product", nil, "only for these products, or those of --category and --city")
	f.StringSliceVar(&p.categories, "category", nil, "only for these categories")
	f.StringSliceVar(&p.cities, "city", nil, "only for these cities")
}

// apply sets the terms whose flags are set. An empty text removes a term.
func (p *promoFlags) apply(f *pflag.FlagSet, code *booking.PromoCode) error {
	if f.Changed("currency") {
		if err := p.changeCurrency(f, code); err != nil {
			return err
		}
	}
	if f.Changed("percent") {
		code.Percent = p.code.Percent
		if !f.Changed("amount") {
			code.Amount = 0
		}
	}
	if f.Changed("uses") {
		code.MaxUses = p.code.MaxUses
	}
	if f.Changed("per-buyer") {
		code.MaxPerBuyer = p.code.MaxPerBuyer
	}
	for name, list := range map[string]struct{ from, to *[]string }{
		"product": {&p.products, &code.Products}, "category": {&p.categories, &code.Categories},
		"city": {&p.cities, &code.Cities},
	} {
		if f.Changed(name) {
			*list.to = *list.from
		}
	}
	var failures [4]error
	if f.Changed("amount") {
		if code.Amount, failures[0] = minorUnits(p.amount, code.Currency); !f.Changed("percent") {
			code.Percent = 0
		}
	}
	if f.Changed("minimum") {
		code.Minimum, failures[1] = minorUnits(p.minimum, code.Currency)
	}
	if f.Changed("from") {
		code.StartsAt, failures[2] = parseDay("from", p.starts, 0)
	}
	if f.Changed("until") {
		code.EndsAt, failures[3] = parseDay("until", p.ends, 1)
	}
	return errors.Join(failures[:]...)
}

// changeCurrency sets the currency of a code. Amounts that it has in another one must be given again: 50.00 of one
// is not 5.000 of another.
func (p *promoFlags) changeCurrency(f *pflag.FlagSet, code *booking.PromoCode) error {
	former, currency := code.Currency, strings.ToUpper(p.code.Currency)
	if _, known := money.Exponent(currency); !known && currency != "" {
		return cli.Usagef("--currency %s is not a currency code", p.code.Currency)
	}
	code.Currency = currency
	replaced := f.Changed("amount") || f.Changed("percent")
	switch {
	case currency == former, currency == "":
	case code.Amount > 0 && !replaced:
		return cli.Usagef("--currency %s needs --amount too: it is %s", currency, amount(code.Amount, former))
	case code.Minimum > 0 && !f.Changed("minimum"):
		return cli.Usagef("--currency %s needs --minimum too: it is %s", currency, amount(code.Minimum, former))
	}
	return nil
}

// parseDay returns the beginning of a day, or of one some days later; zero for an empty text.
func parseDay(flag, text string, later int) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return time.Time{}, cli.Usagef("--%s %s is not a day such as 2026-12-01", flag, text)
	}
	return day.AddDate(0, 0, later), nil
}

func minorUnits(text, currency string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	minor, err := money.Parse(text, currency)
	if err != nil {
		return 0, cli.Usage(err)
	}
	return minor, nil
}

// selectedDeployments returns the deployments of --deployment, separated by commas.
func (o *operator) selectedDeployments() ([]payload.Deployment, error) {
	if o.deployment == "" {
		one, err := o.oneDeployment()
		return []payload.Deployment{one}, err
	}
	var some []payload.Deployment
	for id := range strings.SplitSeq(o.deployment, ",") {
		named := operator{configuration: o.configuration, deployment: strings.TrimSpace(id)}
		one, err := named.oneDeployment()
		if err != nil {
			return nil, err
		}
		some = append(some, one)
	}
	return some, nil
}

// checkScope rejects a code for slugs that a deployment does not sell: it would never apply. Without a build it accepts
// every code.
func (o *operator) checkScope(d *payload.Deployment, code *booking.PromoCode) error {
	if len(code.Products)+len(code.Cities)+len(code.Categories) == 0 {
		return nil
	}
	live := livecatalog.Open(o.builds, o.log())
	products, err := live.Slugs(d.ID)
	if fault.Is(err, fault.Unavailable) {
		_, _ = fmt.Fprintf(o.stderr, "%s has no build yet, so the products of the code cannot be checked.\n", d.ID)
		return nil
	}
	if err != nil {
		return err
	}
	cities, categories := map[string]bool{}, map[string]bool{}
	for _, slug := range products {
		p, err := live.Product(d.ID, d.Languages[0], slug)
		if err != nil {
			return err
		}
		cities[p.City.ID] = true
		for _, c := range p.Categories {
			categories[c] = true
		}
	}
	unknown := func(flag string, slugs, sold []string) error {
		for _, slug := range slugs {
			if !slices.Contains(sold, slug) {
				return cli.Usagef("--%s %s: %s sells nothing with that name%s", flag, slug, d.ID,
					suggest.DidYouMean(slug, sold))
			}
		}
		return nil
	}
	return errors.Join(unknown("product", code.Products, products),
		unknown("city", code.Cities, slices.Sorted(maps.Keys(cities))),
		unknown("category", code.Categories, slices.Sorted(maps.Keys(categories))))
}

func (o *operator) promosCreate() *cobra.Command {
	var flags promoFlags
	c := &cobra.Command{
		Use: "create CODE", Short: "Create a promo code of one deployment, or of several separated by commas",
		Args: cobra.ExactArgs(1),
		Example: "  api promos create DESERT10 --deployment wayfare --percent 10 --category desert " +
			"--until 2026-12-31\n" +
			"  api promos create SUMMER --deployment wayfare,layl --percent 5",
	}
	flags.addFlags(c.Flags())
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		deployments, err := o.selectedDeployments()
		if err != nil {
			return err
		}
		code := booking.PromoCode{Code: booking.CanonicalCode(args[0])}
		if err := flags.apply(c.Flags(), &code); err != nil {
			return err
		}
		for i := range deployments {
			if err := o.checkScope(&deployments[i], &code); err != nil {
				return err
			}
			_, err := b.store.Read().PromoCode(ctx, deployments[i].ID, code.Code)
			if err == nil {
				return fmt.Errorf("%s already has this promo code; nothing was created", deployments[i].ID)
			}
			if !fault.Is(err, fault.NotFound) {
				return err
			}
		}
		var rows []promoRow
		for _, d := range deployments {
			code.Deployment = d.ID
			if err := b.booking.NewPromoCode(ctx, code); err != nil {
				return explainPromoError(err)
			}
			rows = append(rows, promoRowOf(code))
		}
		return printRows(o, c.OutOrStdout(), rows, promoColumns, promoRow.cells)
	})
}

func (o *operator) promosChange() *cobra.Command {
	var flags promoFlags
	c := &cobra.Command{
		Use: "change CODE", Short: "Change the terms of a promo code; orders with it keep its former terms",
		Args: cobra.ExactArgs(1),
		Long: "Change sets the terms that are named and leaves the others as they are; --until '', --city '' and " +
			"the like take one away.\n" +
			"--percent replaces an amount, and --amount a percentage.",
		Example: "  api promos change DESERT10 --deployment wayfare --until 2027-01-31 --uses 500",
	}
	flags.addFlags(c.Flags())
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		return o.changePromos(ctx, b, c, args[0], "Change", func(code *booking.PromoCode, d *payload.Deployment) error {
			if err := flags.apply(c.Flags(), code); err != nil {
				return err
			}
			return o.checkScope(d, code)
		})
	})
}

func (o *operator) promosSwitch(use, short string, disabled bool) *cobra.Command {
	c := &cobra.Command{Use: use + " CODE", Short: short, Args: cobra.ExactArgs(1)}
	o.yesFlag(c)
	verb := map[bool]string{true: "Disable", false: "Enable"}[disabled]
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		return o.changePromos(ctx, b, c, args[0], verb, func(code *booking.PromoCode, _ *payload.Deployment) error {
			code.Disabled = disabled
			return nil
		})
	})
}

// changePromos changes a code of each selected deployment, after a question. It changes none if one of them does not
// have it.
func (o *operator) changePromos(
	ctx context.Context, b *backend, c *cobra.Command, name, verb string,
	change func(*booking.PromoCode, *payload.Deployment) error,
) error {
	deployments, err := o.selectedDeployments()
	if err != nil {
		return err
	}
	name = booking.CanonicalCode(name)
	for i := range deployments {
		code, err := b.store.Read().PromoCode(ctx, deployments[i].ID, name)
		if fault.Is(err, fault.NotFound) {
			return fmt.Errorf("%s has no promo code %s", deployments[i].ID, name)
		}
		if err == nil {
			err = change(&code, &deployments[i])
		}
		if err != nil {
			return err
		}
	}
	if err := o.confirm(c, fmt.Sprintf("%s %s of %s?", verb, name, joinIDs(deployments))); err != nil {
		return err
	}
	var rows []promoRow
	for i := range deployments {
		code, err := b.booking.ChangePromoCode(ctx, deployments[i].ID, name, func(code *booking.PromoCode) error {
			return change(code, &deployments[i])
		})
		if err != nil {
			return explainPromoError(err)
		}
		rows = append(rows, promoRowOf(code))
	}
	return printRows(o, c.OutOrStdout(), rows, promoColumns, promoRow.cells)
}

// explainPromoError replaces mistakes in the terms by messages about the flags.
func explainPromoError(err error) error {
	words := map[string]string{
		"percent format":    "give either --percent from 1 to 100 or --amount",
		"currency required": "--amount and --minimum need a --currency", "endsAt min": "--until is before --from",
		"maxUses min": "--uses is less than 0", "maxPerBuyer min": "--per-buyer is less than 0",
		"code format": "the code is empty, has spaces in it or is too long",
	}
	for _, f := range fault.Of(err).Fields {
		if text := words[f.Name+" "+string(f.Code)]; text != "" {
			return cli.Usagef("%s", text)
		}
	}
	return err
}
