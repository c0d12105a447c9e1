package api

import (
	"context"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"storefront/internal/shop/account"
)

// deviceCookie holds a secret that identifies a browser in which somebody has signed in. Its tries are counted
// separately, so that others who try the same address do not lock the owner out.
const deviceCookie = "__Host-device"

// client returns the browser of a request as the limits on tries identify it.
func (s *server) client(ctx context.Context) account.Client {
	r := visitOf(ctx).r
	c := account.Client{Network: networkOf(r, s.TrustedProxies)}
	if cookie, err := r.Cookie(deviceCookie); err == nil {
		c.Device = cookie.Value
	}
	return c
}

func (v visit) setDeviceCookie(secret string) {
	http.SetCookie(v.w, &http.Cookie{
		Name: deviceCookie, Value: secret, Path: "/", MaxAge: int(account.DeviceLifetime / time.Second), Secure: true,
		HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
	})
}

// networkOf returns the network of a request: an IPv4 address, or the /64 of an IPv6 address, which one
// customer usually has whole.
func networkOf(r *http.Request, proxies []netip.Prefix) string {
	network, _ := networksOf(r, proxies)
	return network
}

// networksOf returns the network of a request and the wider one around it, a /24 or a /48. The address is the peer's,
// or the one that the last of our proxies received the request from.
func networksOf(r *http.Request, proxies []netip.Prefix) (network, wide string) {
	addr, err := peerOf(r)
	if err != nil {
		return r.RemoteAddr, ""
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && isTrusted(addr, proxies); i-- {
		hop, err := parseHop(strings.TrimSpace(hops[i]))
		if err != nil {
			break // not written by a proxy of ours
		}
		addr = normalizeAddr(hop)
	}
	if addr.Is4() {
		wideNetwork, _ := addr.Prefix(24) // cannot fail for IPv4
		return addr.String(), wideNetwork.String()
	}
	customerNetwork, _ := addr.Prefix(64) // cannot fail for IPv6
	wideNetwork, _ := addr.Prefix(48)
	return customerNetwork.String(), wideNetwork.String()
}

// parseHop parses an address of X-Forwarded-For, to which some proxies add a port: 192.0.2.1:567, [2001:db8::1]:567.
func parseHop(hop string) (netip.Addr, error) {
	if addrPort, err := netip.ParseAddrPort(hop); err == nil {
		return addrPort.Addr(), nil
	}
	return netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(hop, "["), "]"))
}

// Scheme returns the visitor's scheme, http or https, which a trusted proxy reports if it ends TLS.
func Scheme(r *http.Request, proxies []netip.Prefix) string {
	peer, err := peerOf(r)
	if r.TLS != nil || err == nil && isTrusted(peer, proxies) && r.Header.Get("X-Forwarded-Proto") == "https" {
		return "https"
	}
	return "http"
}

// warnUntrustedProxy warns the operator, once, about a proxy that is not listed as trusted: behind it all visitors
// share one network, and its limits.
func (s *server) warnUntrustedProxy(r *http.Request) {
	if r.Header.Get("X-Forwarded-For") == "" {
		return
	}
	if peer, err := peerOf(r); err != nil || !isTrusted(peer, s.TrustedProxies) {
		s.proxyWarned.Do(func() {
			s.Log.WarnContext(r.Context(), "ignored X-Forwarded-For of a peer that is not trusted; if it "+
				"is a proxy of yours, set "+
				"TRUSTED_PROXIES", "peer", r.RemoteAddr)
		})
	}
}

func peerOf(r *http.Request) (netip.Addr, error) {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	return normalizeAddr(peer.Addr()), err
}

func isTrusted(addr netip.Addr, proxies []netip.Prefix) bool {
	return slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(addr) })
}

func normalizeAddr(addr netip.Addr) netip.Addr { return addr.Unmap().WithZone("") }
