package source

import (
	"storefront/internal/core/payload"
	"storefront/internal/lib/lazyregexp"
)

var (
	// scriptAddress is an address whose origin a Content-Security-Policy can name.
	scriptAddress = lazyregexp.New(`^https://[a-z0-9-]+(\.[a-z0-9-]+)+/[^\s"'<>\\]+$`)
	// dataAttribute is an attribute that configures a script, and does nothing by itself.
	dataAttribute = lazyregexp.New(`^data-[a-z0-9]+(-[a-z0-9]+)*$`)
)

// checkAnalytics reports an address that cannot be allowed, and attributes that would do more than configure.
func checkAnalytics(f *file, a *payload.Analytics) {
	if a == nil {
		return
	}
	if a.Script != "" && !scriptAddress.MatchString(a.Script) {
		f.errorAt([]any{"analytics", "script"},
			"%q is not the address of a script such as https://plausible.io/js/script.js", a.Script)
	}
	for _, name := range keys(a.Attributes) {
		if !dataAttribute.MatchString(name) {
			f.errorAtKey([]any{"analytics", "attributes"}, name, "%q is not an attribute such as data-domain", name)
		}
	}
}
