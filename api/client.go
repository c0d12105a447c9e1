package api

import (
	"context"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"storefront/internal/account"
)

// deviceCookie holds the secret by which a browser is known that somebody has signed in with: its tries are counted apart,
// so that others who try his address do not lock him out.
const deviceCookie = "__Host-device"

// client is the browser that asks, as the limits on tries know it.
func (s *server) client(ctx context.Context) account.Client {
	r := visitOf(ctx).r
	c := account.Client{Network: networkOf(r, s.proxies)}
	if cookie, err := r.Cookie(deviceCookie); err == nil {
		c.Device = cookie.Value
	}
	return c
}

func (v visit) knowDevice(secret string) {
	http.SetCookie(v.w, &http.Cookie{
		Name: deviceCookie, Value: secret, Path: "/", MaxAge: int(account.DeviceFor / time.Second), Secure: true, HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
	})
}

// networkOf is where a request comes from: the peer, or what the last of our proxies says it was asked by. Of IPv6 it is the
// /64 that one customer has all addresses of.
func networkOf(r *http.Request, proxies []netip.Prefix) string {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	addr := plain(peer.Addr())
	trusted := func() bool {
		return slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(addr) })
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && trusted(); i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break // whoever wrote this is no proxy of ours
		}
		addr = plain(hop)
	}
	if addr.Is6() {
		network, _ := addr.Prefix(64) // never fails for IPv6
		return network.String()
	}
	return addr.String()
}

func plain(addr netip.Addr) netip.Addr { return addr.Unmap().WithZone("") }
