// Package orderlink signs the links in mails: to orders, to answers of suppliers, to offered seats. A link gives its
// bearer access to its subject.
//
// A link is signed and not stored: it can be made by anyone who has the secret, works until it expires, and for no
// other subject. Links that work once, such as those for a new password, are in package account.
package orderlink

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/secret"
)

// Key signs links.
type Key struct{ secret []byte }

// NewKey returns the key of a secret.
func NewKey(text []byte) (Key, error) {
	if err := secret.CheckLength(string(text)); err != nil {
		return Key{}, fmt.Errorf("the secret of links %w", err)
	}
	return Key{slices.Clone(text)}, nil
}

// A token is, in URL-safe base 64: the version, the expiry in seconds since 1970, the subject, and half of the
// HMAC-SHA256 of the purpose and all bytes before. Half is 128 bits, too many to guess.
const (
	version  = 1
	headSize = 1 + 4
	macSize  = sha256.Size / 2
)

var errExpired = fault.New(fault.LinkExpired, "The link has expired or is not valid.")

// Purpose separates the tokens of one use from those of others: a token opens nothing else.
type Purpose string

// The purposes. The signed bytes contain them: they must not change.
const (
	ToOrder        Purpose = "storefront link to an order\x00"
	SupplierAnswer Purpose = "storefront answer of a supplier\x00"  // to a request for a booking
	SupplierPaid   Purpose = "storefront payment of a supplier\x00" // the supplier was paid for a booking
	SupplierFeed   Purpose = "storefront feed of a supplier\x00"    // the calendar of its bookings
	BuyerChoice    Purpose = "storefront choice of a buyer\x00"     // another start, or the money
	WaitingOffer   Purpose = "storefront offer of seats\x00"        // to somebody on a waiting list
	WaitingPlace   Purpose = "storefront waiting list\x00"          // the page of a party on a waiting list
)

// Sign returns the token of an order, which opens it until an instant.
func (k Key) Sign(orderID string, expires time.Time) string {
	return k.SignAs(ToOrder, orderID, expires)
}

// SignAs returns a token of a subject, which is valid for a purpose until an instant.
func (k Key) SignAs(purpose Purpose, subject string, expires time.Time) string {
	if len(k.secret) == 0 {
		panic("link: a key without a secret") // anybody could sign with it
	}
	token := binary.BigEndian.AppendUint32([]byte{version}, uint32(expires.Unix()))
	token = append(token, subject...)
	return base64.RawURLEncoding.EncodeToString(append(token, k.mac(purpose, token)...))
}

// Open returns the order of a token. It returns fault.LinkExpired for a token that has expired, was changed or was
// never signed, without a distinction.
func (k Key) Open(token string, now time.Time) (orderID string, err error) {
	return k.OpenAs(ToOrder, token, now)
}

// OpenAs returns the subject of a token of a purpose, and fails as Open does.
func (k Key) OpenAs(purpose Purpose, token string, now time.Time) (subject string, err error) {
	data, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(data) <= headSize+macSize || data[0] != version || len(k.secret) == 0 {
		return "", errExpired
	}
	signed, mac := data[:len(data)-macSize], data[len(data)-macSize:]
	if !hmac.Equal(mac, k.mac(purpose, signed)) || base64.RawURLEncoding.EncodeToString(data) != token {
		return "", errExpired // the decoder ignores line ends and stray bits
	}
	if now.Unix() >= int64(binary.BigEndian.Uint32(signed[1:headSize])) {
		return "", errExpired
	}
	return string(signed[headSize:]), nil
}

func (k Key) mac(purpose Purpose, message []byte) []byte {
	h := hmac.New(sha256.New, k.secret)
	h.Write([]byte(purpose))
	h.Write(message)
	return h.Sum(nil)[:macSize]
}
