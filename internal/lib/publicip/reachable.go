// Package publicip says which addresses are some host's on the public Internet, for whoever fetches what others name: the proxy
// of pictures and the import of catalogues.
package publicip

import "net/netip"

// special are the addresses that are not some host's on the public Internet, as far as netip does not tell: IANA's registries
// of special-purpose addresses, and 168.63.129.16, where Azure tells machines about themselves. Other clouds do that at
// link-local, unique local and shared addresses.
var special = prefixes(
	"0.0.0.0/8", "100.64.0.0/10", "168.63.129.16/32", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15",
	"198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
	"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16",
)

// internet are the addresses of IPv6 that are given out. All that lead to IPv4 in some way are outside it, or special.
var internet = netip.MustParsePrefix("2000::/3")

func prefixes(all ...string) (parsed []netip.Prefix) {
	for _, p := range all {
		parsed = append(parsed, netip.MustParsePrefix(p))
	}
	return parsed
}

// Public says that an address can be a host of the public Internet. It is asked about the address that is connected to, so
// that a name cannot lead to one address when it is checked and to another when it is used.
func Public(a netip.Addr) bool {
	if !a.IsValid() || a.Zone() != "" {
		return false
	}
	a = a.Unmap()
	if !a.IsGlobalUnicast() || a.IsPrivate() || a.Is6() && !internet.Contains(a) {
		return false
	}
	for _, p := range special {
		if p.Contains(a) {
			return false
		}
	}
	return true
}
