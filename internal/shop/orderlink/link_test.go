package orderlink_test

import (
	"bytes"
	"encoding/base64"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/secret"
	"storefront/internal/shop/orderlink"
)

const order = "01977f6e-8a41-7c3d-9b6e-2f1d5a0c4e77"

var noon = time.Date(2026, 12, 5, 12, 0, 0, 0, time.UTC)

func key(t testing.TB, fill byte) orderlink.Key {
	t.Helper()
	k, err := orderlink.NewKey(bytes.Repeat([]byte{fill}, secret.MinBytes))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func wantExpired(t *testing.T, k orderlink.Key, token string, now time.Time) {
	t.Helper()
	if id, err := k.Open(token, now); !fault.Is(err, fault.LinkExpired) || id != "" {
		t.Errorf("%q at %s: %q, %v", token, now, id, err)
	}
}

func TestALinkOpensItsOrderUntilItExpires(t *testing.T) {
	k := key(t, 7)
	token := k.Sign(order, noon)
	for _, now := range []time.Time{noon.AddDate(-1, 0, 0), noon.Add(-time.Second), noon.Add(-time.Nanosecond)} {
		if id, err := k.Open(token, now); id != order || err != nil {
			t.Errorf("at %s: %q, %v", now, id, err)
		}
	}
	wantExpired(t, k, token, noon)
	wantExpired(t, k, token, noon.AddDate(10, 0, 0))
}

// Mail programs break long lines and end a link at the first character that URLs do not allow.
func TestALinkIsShortAndURLSafe(t *testing.T) {
	token := key(t, 7).Sign(order, noon)
	if len(token) > 76 {
		t.Errorf("%d letters", len(token))
	}
	for _, r := range token {
		if !bytes.ContainsRune([]byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"), r) {
			t.Errorf("%q", r)
		}
	}
}

func TestChangedOrderLinksAreRejected(t *testing.T) {
	k := key(t, 7)
	token := k.Sign(order, noon)
	data, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		t.Fatal(err)
	}
	now := noon.Add(-time.Hour)
	for i := range data {
		for bit := range 8 {
			changed := bytes.Clone(data)
			changed[i] ^= 1 << bit
			wantExpired(t, k, base64.RawURLEncoding.EncodeToString(changed), now)
		}
	}
	for i := range token {
		wantExpired(t, k, token[:i], now)
	}
	for _, more := range []string{"A", "AAAA", "=", "\n", " "} {
		wantExpired(t, k, token+more, now)
	}
}

func TestLinkSignedWithAnotherSecretIsRejected(t *testing.T) {
	now := noon.Add(-time.Hour)
	wantExpired(t, key(t, 8), key(t, 7).Sign(order, noon), now)
	wantExpired(t, orderlink.Key{}, key(t, 7).Sign(order, noon), now)
}

func TestShortSecretsAreRejected(t *testing.T) {
	if _, err := orderlink.NewKey(bytes.Repeat([]byte{7}, secret.MinBytes-1)); err == nil {
		t.Error("31 bytes are enough")
	}
	defer func() {
		if recover() == nil {
			t.Error("a key without a secret signs")
		}
	}()
	orderlink.Key{}.Sign(order, noon)
}

func FuzzOpen(f *testing.F) {
	k := key(f, 7)
	f.Add(k.Sign(order, noon))
	f.Add("")
	f.Add("AQ")
	f.Fuzz(func(t *testing.T, token string) {
		id, err := k.Open(token, noon.Add(-time.Hour))
		if err == nil && k.Sign(id, noon) != token {
			t.Errorf("%q opens %q, and was not signed for it", token, id)
		}
		if err != nil && !fault.Is(err, fault.LinkExpired) {
			t.Error(err)
		}
	})
}
