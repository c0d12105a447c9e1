package main

// paymentSettings configure the payment provider.
var paymentSettings = []setting{
	{
		name: paymentSetting, defaultValue: sandboxName, value: "provider",
		help: "the payment provider: sandbox, which moves no money, or stripe",
		parse: func(c *configuration, text string) error {
			c.provider = text
			return oneOf(text, sandboxName, stripeName)
		},
	},
	{
		name: "stripe-key", value: "key", secret: true, help: "Stripe's secret key",
		parse: func(c *configuration, text string) error {
			c.stripeKey = text
			return hasPrefix(text, stripeKeys...)
		},
		required: requiredForStripe,
	},
	{
		name: "stripe-webhook-secret", value: "secret", secret: true, help: "the signing secret of Stripe's webhook",
		parse: func(c *configuration, text string) error {
			c.stripeHook = text
			return hasPrefix(text, stripeSecrets...)
		},
		required: requiredForStripe,
	},
	{
		name: "stripe-accounts", value: "accounts", secret: true,
		help: "deployments with a Stripe account of their own, one a line: the deployment's id, its secret key and " +
			"the signing secret of its webhook, separated by spaces",
		parse: func(c *configuration, text string) (err error) {
			c.stripeAccounts, err = stripeAccountsIn(text)
			return err
		},
	},
}
