// Package orderlink signs the links to orders in mails. A link gives its bearer access to its order.
//
// A link is signed and not stored: it can be made by anyone who has the secret, works until it expires, and for no
// other order. Links that work once, such as those for a new password, are in package account.
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
	if err := secret.LongEnough(string(text)); err != nil {
		return Key{}, fmt.Errorf("the secret of links %w", err)
	}
	return Key{slices.Clone(text)}, nil
}

// A token is, in URL-safe base 64: the version, the expiry in seconds since 1970, the order's id, and half of the
// HMAC-SHA256 of purpose and all bytes before. Half is 128 bits, too many to guess.
const (
	version  = 1
	purpose  = "storefront link to an order\x00" // separates these signatures from other uses of the secret
	headSize = 1 + 4
	macSize  = sha256.Size / 2
)

var errExpired = fault.New(fault.LinkExpired, "The link has expired or is not valid.")

// Sign returns the token of an order, which opens it until an instant.
func (k Key) Sign(orderID string, expires time.Time) string {
	if len(k.secret) == 0 {
		panic("link: a key without a secret") // anybody could sign with it
	}
	token := binary.BigEndian.AppendUint32([]byte{version}, uint32(expires.Unix()))
	token = append(token, orderID...)
	return base64.RawURLEncoding.EncodeToString(append(token, k.mac(token)...))
}

// Open returns the order of a token. It returns fault.LinkExpired for a token that has expired, was changed or was
// never signed, without a distinction.
func (k Key) Open(token string, now time.Time) (orderID string, err error) {
	data, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(data) <= headSize+macSize || data[0] != version || len(k.secret) == 0 {
		return "", errExpired
	}
	signed, mac := data[:len(data)-macSize], data[len(data)-macSize:]
	if !hmac.Equal(mac, k.mac(signed)) || base64.RawURLEncoding.EncodeToString(data) != token {
		return "", errExpired // the decoder ignores line ends and stray bits
	}
	if now.Unix() >= int64(binary.BigEndian.Uint32(signed[1:headSize])) {
		return "", errExpired
	}
	return string(signed[headSize:]), nil
}

func (k Key) mac(message []byte) []byte {
	h := hmac.New(sha256.New, k.secret)
	h.Write([]byte(purpose))
	h.Write(message)
	return h.Sum(nil)[:macSize]
}
