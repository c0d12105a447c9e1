package account

import (
	"time"

	"storefront/internal/shop/limit"
)

// Limits on password tries. A browser in which the account has signed in has only a limit of its own, and a password
// reset adds the browser to these. For others the limits are checked in this order, and a try that one of them refuses
// is not counted by the next: a network can use up only a part of an address's limit, and so cannot lock its owner out.
var (
	// of a browser in which the account has signed in
	perDevice         = limit.Limit{Max: 10, Window: 15 * time.Minute}
	perAddressNetwork = limit.Limit{Max: 10, Window: 15 * time.Minute}
	// many people of an office or a mobile network can share one address
	perNetwork = limit.Limit{Max: 100, Window: 15 * time.Minute}
	perAddress = limit.Limit{Max: 100, Window: time.Hour}
)
