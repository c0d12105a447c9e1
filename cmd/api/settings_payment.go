package main

// paymentSettings configure the payment provider.
var paymentSettings = []setting{
	{
		name: paymentSetting, defaultValue: sandboxName, placeholder: "provider",
		help: "the payment provider: sandbox, which moves no money, or stripe; public hosts are served once it is set",
		parse: func(c *configuration, text string) error {
			c.provider = text
			return checkOneOf(text, sandboxName, stripeName)
		},
	},
	{
		name: "stripe-key", placeholder: "key", secret: true, help: "Stripe's secret key",
		parse: func(c *configuration, text string) error {
			c.stripeKey = text
			return checkPrefix(text, stripeKeys...)
		},
		required: requiredForStripe,
	},
	{
		name: "stripe-webhook-secret", placeholder: "secret", secret: true,
		help: "the signing secret of Stripe's webhook",
		parse: func(c *configuration, text string) error {
			c.stripeHook = text
			return checkPrefix(text, stripeSecrets...)
		},
		required: requiredForStripe,
	},
	{
		name: "stripe-accounts", placeholder: "accounts", secret: true,
		help: "deployments with a Stripe account of their own, one a line: the deployment's id, its secret key and " +
			"the signing secret of its webhook, separated by spaces",
		parse: func(c *configuration, text string) (err error) {
			c.stripeAccounts, err = parseStripeAccounts(text)
			return err
		},
	},
}
