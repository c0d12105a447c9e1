// Package publicip recognises addresses of hosts on the public Internet, for code that fetches URLs of others: the
// picture proxy and the import of catalogues.
package publicip

import "net/netip"

// specialPrefixes lists addresses that are not public and that netip does not recognise: IANA's registries of
// special-purpose addresses, and 168.63.129.16, the metadata address of Azure. Other clouds use link-local, unique
// local and shared addresses for that.
var specialPrefixes = mustParsePrefixes(
	"0.0.0.0/8", "100.64.0.0/10", "168.63.129.16/32", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15",
	"198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
	"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16",
)

// publicIPv6 is the range of public IPv6 addresses. All that lead to IPv4 in some way are outside it, or special.
var publicIPv6 = netip.MustParsePrefix("2000::/3")

func mustParsePrefixes(all ...string) (parsed []netip.Prefix) {
	for _, p := range all {
		parsed = append(parsed, netip.MustParsePrefix(p))
	}
	return parsed
}

// IsPublic reports whether an address can be that of a host on the public Internet. Check the address of the
// connection, so that a name cannot resolve to one address for the check and to another for the use.
func IsPublic(a netip.Addr) bool {
	if !a.IsValid() || a.Zone() != "" {
		return false
	}
	a = a.Unmap()
	if !a.IsGlobalUnicast() || a.IsPrivate() || a.Is6() && !publicIPv6.Contains(a) {
		return false
	}
	for _, p := range specialPrefixes {
		if p.Contains(a) {
			return false
		}
	}
	return true
}
