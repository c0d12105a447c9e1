package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/core/fault"
	"storefront/internal/core/money"
	"storefront/internal/lib/cli"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/reseller"
)

func resellersCommand(o *operator) *cobra.Command {
	c := o.group("resellers", "Connect resellers, and list, change and settle what they sell",
		o.resellersCreate(), o.resellersList(), o.resellersChange(),
		o.resellersSwitch("disable", "Stop a reseller's selling; what it has sold stays", true),
		o.resellersSwitch("enable", "Let a disabled reseller sell again", false),
		o.resellersRotate(), o.resellersStatement(), o.resellersPaid())
	c.Annotations = map[string]string{severalDeployments: "yes"}
	return c
}

// resellerRow is a reseller in the list.
type resellerRow struct {
	Name        string    `json:"name"`
	Deployments []string  `json:"deployments"`
	Products    []string  `json:"products,omitempty"` // none: all
	NetPercent  string    `json:"netPercent"`         // of a price that it owes
	Currency    string    `json:"currency"`
	CreditLimit int64     `json:"creditLimit"` // minor units
	Balance     int64     `json:"balance"`     // minor units that it owes
	Rate        int       `json:"requestsAMinute"`
	CreatedAt   time.Time `json:"createdAt"`
	Disabled    bool      `json:"disabled"`
	Key         string    `json:"key,omitempty"`           // shown once
	Secret      string    `json:"webhookSecret,omitempty"` // shown with the key
}

const resellerColumns = "NAME DEPLOYMENTS PRODUCTS NET> OWES> LIMIT> REQUESTS> STATE"

func resellerRowOf(r *reseller.Reseller) resellerRow {
	return resellerRow{
		Name: r.Name, Deployments: r.Deployments, Products: r.Products,
		NetPercent: percentOf(r.NetRate), Currency: r.Currency, CreditLimit: r.CreditLimit,
		Balance: r.Balance, Rate: r.RateLimit, CreatedAt: r.CreatedAt, Disabled: !r.DisabledAt.IsZero(),
	}
}

func (r resellerRow) cells() []string {
	products, requests, state := "all", "any number", "active"
	if len(r.Products) > 0 {
		products = strings.Join(r.Products, ",")
	}
	if r.Rate > 0 {
		requests = fmt.Sprintf("%d/min", r.Rate)
	}
	if r.Disabled {
		state = "disabled"
	}
	return []string{
		r.Name, strings.Join(r.Deployments, ","), products, r.NetPercent + "%", amount(r.Balance, r.Currency),
		amount(r.CreditLimit, r.Currency), requests, state,
	}
}

// hundredths is the unit of a net rate: 1/100 of a percent, as if it were a currency with two decimals.
const hundredths = "EUR"

func percentOf(rate int) string {
	return strings.TrimSuffix(money.Format(int64(rate), hundredths), ".00")
}

// resellerFlags are the flags of a reseller's terms.
type resellerFlags struct {
	net, commission, credit, currency string
	products                          []string
	rate                              int
}

func (f *resellerFlags) addFlags(c *cobra.Command) {
	c.Flags().StringVar(&f.net, "net-rate", "", "the `percent` of a price that it owes: 80")
	c.Flags().StringVar(&f.commission, "commission", "", "or the `percent` of a price that it keeps: 20")
	c.Flags().StringVar(&f.credit, "credit", "", "what it may owe at most, in main units: 5000")
	c.Flags().StringVar(&f.currency, "currency", "", "of its account and of the prices that it sees; by default the "+
		"first deployment's")
	c.Flags().StringSliceVar(&f.products, "product", nil, "only these products")
	c.Flags().IntVar(&f.rate, "rate", reseller.DefaultRateLimit,
		"the requests a minute that it may make; 0 is no limit")
}

// apply sets the terms whose flags are set.
func (f *resellerFlags) apply(c *cobra.Command, r *reseller.Reseller) (err error) {
	changed := c.Flags().Changed
	if changed("net-rate") && changed("commission") {
		return cli.Usagef("give either --net-rate or --commission")
	}
	if changed("net-rate") {
		r.NetRate, err = rateFlag("net-rate", f.net)
	} else if changed("commission") {
		r.NetRate, err = rateFlag("commission", f.commission)
		r.NetRate = wholeRate - r.NetRate
	}
	if err != nil {
		return err
	}
	if changed("currency") {
		r.Currency = strings.ToUpper(f.currency)
	}
	if changed("product") {
		r.Products = f.products
	}
	if changed("rate") {
		r.RateLimit = f.rate
	}
	if changed("credit") {
		r.CreditLimit, err = minorUnits(f.credit, r.Currency)
	}
	return err
}

const wholeRate = 100_00

func rateFlag(flag, text string) (int, error) {
	rate, err := money.Parse(text, hundredths)
	if err != nil || rate > wholeRate {
		return 0, cli.Usagef("--%s %s is not a percentage such as 80 or 82.50", flag, text)
	}
	return int(rate), nil
}

func (o *operator) resellersCreate() *cobra.Command {
	var flags resellerFlags
	c := &cobra.Command{
		Use: "create NAME", Short: "Create a reseller and print its key, which is shown only now",
		Long: "Create lets a reseller sell the products of one deployment, or of several separated by commas, by\n" +
			"the OCTO API at /octo of each deployment's host. Its account is charged with the net part of\n" +
			"each booking that it confirms; a booking that would exceed --credit is refused. The key and the\n" +
			"secret that signs its webhooks are printed once. docs/channels.md describes the connection.",
		Example: "  api resellers create atlas --deployment wayfare --net-rate 80 --credit 20000\n" +
			"  api resellers create kiosk --deployment wayfare,layl --commission 12.5 --credit 500 --product camp",
		Args: cobra.ExactArgs(1),
	}
	flags.addFlags(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		deployments, err := o.selectedDeployments()
		if err != nil {
			return err
		}
		r := reseller.Reseller{Name: args[0], RateLimit: reseller.DefaultRateLimit,
			Currency: deployments[0].Currencies[0]}
		if err := flags.apply(c, &r); err != nil {
			return err
		}
		if r.NetRate == 0 {
			return cli.Usagef("--net-rate or --commission says what it owes")
		}
		for i := range deployments {
			r.Deployments = append(r.Deployments, deployments[i].ID)
			if err := o.checkScope(&deployments[i], &booking.PromoCode{Products: r.Products}); err != nil {
				return err
			}
		}
		created, key, err := b.resellers.Create(ctx, r)
		if err != nil {
			return explainResellerError(err, r.Name)
		}
		return o.printReseller(c, &created, key)
	})
}

// printReseller prints a reseller, and its key if it is new.
func (o *operator) printReseller(c *cobra.Command, r *reseller.Reseller, key string) error {
	row := resellerRowOf(r)
	if row.Key = key; key != "" {
		row.Secret = r.Secret
	}
	out := c.OutOrStdout()
	err := printRows(o, out, []resellerRow{row}, resellerColumns, resellerRow.cells)
	if err != nil || o.json || key == "" {
		return err
	}
	_, err = fmt.Fprintf(out, "\nKey             %s\nWebhook secret  %s\n", key, r.Secret)
	_, _ = fmt.Fprintln(o.stderr, "The key and the secret are not shown again.")
	return err
}

// explainResellerError replaces mistakes by messages about names and flags.
func explainResellerError(err error, name string) error {
	if fault.Is(err, fault.NotFound) {
		return fmt.Errorf("there is no reseller %s; api resellers list shows all", name)
	}
	words := map[string]string{
		"name format":    "a name has small letters, digits and hyphens",
		"name unknown":   "there is already a reseller " + name,
		"netRate format": "the net rate is above 0 and at most 100 percent",
		"rate min":       "--rate is less than 0",
		"currency unknown": "--currency is not a currency code " +
			"such as AED",
	}
	for _, f := range fault.Of(err).Fields {
		if text := words[f.Name+" "+string(f.Code)]; text != "" {
			return cli.Usagef("%s", text)
		}
	}
	return err
}

func (o *operator) resellersList() *cobra.Command {
	c := &cobra.Command{Use: "list", Short: "List resellers with what they owe", Args: cobra.NoArgs}
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, _ []string) error {
		all, err := b.resellers.Resellers(ctx)
		if err != nil {
			return err
		}
		var rows []resellerRow
		for i := range all {
			if o.deployment == "" || all[i].MaySellIn(o.deployment) {
				rows = append(rows, resellerRowOf(&all[i]))
			}
		}
		return printRows(o, c.OutOrStdout(), rows, resellerColumns, resellerRow.cells)
	})
}

func (o *operator) resellersChange() *cobra.Command {
	var flags resellerFlags
	c := &cobra.Command{
		Use: "change NAME", Short: "Change the terms of a reseller; what it has sold keeps its former terms",
		Example: "  api resellers change atlas --credit 50000\n" +
			"  api resellers change atlas --deployment wayfare,layl --product ''",
		Args: cobra.ExactArgs(1),
	}
	flags.addFlags(c)
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		if err := o.confirm(c, fmt.Sprintf("Change the terms of %s?", args[0])); err != nil {
			return err
		}
		r, err := b.resellers.Update(ctx, args[0], func(r *reseller.Reseller) error {
			if err := flags.apply(c, r); err != nil {
				return err
			}
			if o.deployment == "" {
				return nil
			}
			deployments, err := o.selectedDeployments()
			r.Deployments = nil
			for _, d := range deployments {
				r.Deployments = append(r.Deployments, d.ID)
			}
			return err
		})
		if err != nil {
			return explainResellerError(err, args[0])
		}
		return o.printReseller(c, &r, "")
	})
}

func (o *operator) resellersSwitch(use, short string, disabled bool) *cobra.Command {
	c := &cobra.Command{Use: use + " NAME", Short: short, Args: cobra.ExactArgs(1)}
	o.yesFlag(c)
	question := map[bool]string{
		true:  "Disable %s? Its key stops working; its bookings stay.",
		false: "Enable %s?",
	}[disabled]
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		if err := o.confirm(c, fmt.Sprintf(question, args[0])); err != nil {
			return err
		}
		r, err := b.resellers.SetDisabled(ctx, args[0], disabled)
		if err != nil {
			return explainResellerError(err, args[0])
		}
		return o.printReseller(c, &r, "")
	})
}

func (o *operator) resellersRotate() *cobra.Command {
	c := &cobra.Command{
		Use: "rotate NAME", Short: "Replace a reseller's key and webhook secret, and print the new ones once",
		Args: cobra.ExactArgs(1),
	}
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		question := fmt.Sprintf("Replace the key of %s? The former key stops working.", args[0])
		if err := o.confirm(c, question); err != nil {
			return err
		}
		r, key, err := b.resellers.RotateKey(ctx, args[0])
		if err != nil {
			return explainResellerError(err, args[0])
		}
		return o.printReseller(c, &r, key)
	})
}
