package account

import (
	"time"

	"storefront/internal/shop/limit"
)

// The limits on passwords. The first that is passed refuses, and the later ones do not count: one network can use up
// little of what an address has, and so cannot keep its owner out. Nor can many, since a browser that the owner has
// signed in with is counted by itself, and choosing a new password makes any browser such a one.
var (
	// of a browser that the account was signed in with
	perDevice         = limit.Limit{Most: 10, Window: 15 * time.Minute}
	perAddressNetwork = limit.Limit{Most: 10, Window: 15 * time.Minute}
	// an office or a telephone company may stand behind it
	perNetwork = limit.Limit{Most: 100, Window: 15 * time.Minute}
	perAddress = limit.Limit{Most: 100, Window: time.Hour}
)
