package ticket

import (
	"crypto/ed25519"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"strings"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

// Claims are the content of a ticket's code. Only the shop knows whether the booking was cancelled or redeemed since.
type Claims struct {
	Reference string // of the order
	Line      int    // the booking's position in the order, from 0
	Product   string // its slug
	Date      string // "2026-12-05", at the destination
	StartTime string // "07:45"; empty for opening hours
	Seats     int    // the number of people that the ticket admits
	Key       string // the KeyID of the signing key; Sign sets it
}

// ClaimsOf returns the claims of a booking's ticket.
func ClaimsOf(o *booking.Order, b *booking.Booking) Claims {
	return Claims{
		Reference: o.Reference, Line: b.Line, Product: b.Choice.Product, Date: b.Choice.Date,
		StartTime: b.Choice.StartTime,
		Seats:     b.Detail.Travellers,
	}
}

// A code is codePrefix followed by bytes in base 45: the version, the length of the claims, the claims, and the
// signature of codeContext and all bytes before it. The claims are the key's id; the reference and the product, each
// after its length; and as varints the line, the days since codeEpoch, the minutes since midnight plus one (0: no
// start time), and the seats.
const (
	codePrefix    = "TKT:"
	codeVersion   = 1
	codeContext   = "storefront ticket\x00" // keeps the key's signatures from being valid elsewhere
	headSize      = 2
	maxBodyLength = 255
)

var codeEpoch = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

const dayLength = 24 * time.Hour

// The errors of Verify.
var (
	ErrUnreadable = errors.New("this is not the code of a ticket")
	ErrTruncated  = errors.New("a part of the ticket's code is missing")
	ErrVersion    = errors.New("the ticket's code is of a version that this program does not know")
	ErrKey        = errors.New("the ticket's code was signed with another key")
	ErrForged     = errors.New("the ticket's code was changed, or not made by the shop")
)

// Sign returns the text of a QR code. It returns fault.Invalid for claims that no booking can have.
func (k Key) Sign(c Claims) (string, error) {
	body, err := c.encode(KeyID(k.Public()))
	if err != nil {
		return "", err
	}
	message := append([]byte{codeVersion, byte(len(body))}, body...)
	signature := ed25519.Sign(k.private, append([]byte(codeContext), message...))
	return codePrefix + encode45(append(message, signature...)), nil
}

// Verify returns the claims of a QR code's text. It returns ErrUnreadable for any other text, ErrTruncated if the end
// is missing, ErrVersion or ErrKey for a code of another version or key, and ErrForged if the signature does not
// match.
func Verify(public ed25519.PublicKey, text string) (Claims, error) {
	data, err := decodeCode(text)
	if err != nil {
		return Claims{}, err
	}
	message, signature := data[:len(data)-ed25519.SignatureSize], data[len(data)-ed25519.SignatureSize:]
	body := message[headSize:]
	if hex.EncodeToString(body[:keyIDSize]) != KeyID(public) {
		return Claims{}, ErrKey
	}
	if !ed25519.Verify(public, append([]byte(codeContext), message...), signature) {
		return Claims{}, ErrForged
	}
	return decodeClaims(body)
}

// decodeCode returns the bytes of a complete code of this version.
func decodeCode(text string) ([]byte, error) {
	coded, has := strings.CutPrefix(strings.TrimSpace(text), codePrefix)
	if !has {
		return nil, ErrUnreadable
	}
	data, err := decode45(coded)
	switch {
	case errors.Is(err, errNotBase45):
		return nil, ErrUnreadable
	case len(data) > 0 && data[0] != codeVersion:
		return nil, ErrVersion
	case len(data) < headSize:
		return nil, ErrTruncated
	}
	size := headSize + int(data[1]) + ed25519.SignatureSize
	switch {
	case len(data) < size:
		return nil, ErrTruncated
	case len(data) > size, err != nil, data[1] < keyIDSize:
		return nil, ErrUnreadable
	}
	return data, nil
}

func (c Claims) encode(key string) ([]byte, error) {
	id, err := hex.DecodeString(key)
	if err != nil {
		return nil, err
	}
	day, err := time.Parse(time.DateOnly, c.Date)
	if err != nil || day.Before(codeEpoch) {
		return nil, fault.New(fault.Invalid, "The ticket has no date.", fault.Field{Name: "date", Code: fault.Format})
	}
	start := uint64(0)
	if c.StartTime != "" {
		at, err := time.Parse("15:04", c.StartTime)
		if err != nil || len(c.StartTime) != len("15:04") {
			wrong := fault.Field{Name: "startTime", Code: fault.Format}
			return nil, fault.New(fault.Invalid, "The ticket's start time is not valid.", wrong)
		}
		start = uint64(at.Hour()*60+at.Minute()) + 1
	}
	if c.Reference == "" || c.Line < 0 || c.Seats < 0 || len(c.Reference)+len(c.Product) > maxBodyLength-keyIDSize-20 {
		return nil, fault.New(fault.Invalid, "The ticket's claims are not those of a booking.")
	}
	body := appendText(appendText(id, c.Reference), c.Product)
	for _, n := range []uint64{uint64(c.Line), uint64(day.Sub(codeEpoch) / dayLength), start, uint64(c.Seats)} {
		body = binary.AppendUvarint(body, n)
	}
	if (headSize+len(body)+ed25519.SignatureSize)%2 == 0 {
		body = append(body, 0) // with an odd number of bytes, base 45 does not end in a space, which scanners trim
	}
	return body, nil
}

func appendText(out []byte, text string) []byte {
	return append(append(out, byte(len(text))), text...)
}

// decodeClaims returns the claims of a signed body. It fails only for a body that another program signed as this
// version.
func decodeClaims(body []byte) (Claims, error) {
	c := Claims{Key: hex.EncodeToString(body[:keyIDSize])}
	rest := body[keyIDSize:]
	var numbers [4]uint64
	for _, text := range []*string{&c.Reference, &c.Product} {
		if len(rest) == 0 || len(rest) <= int(rest[0]) {
			return Claims{}, ErrUnreadable
		}
		*text, rest = string(rest[1:1+rest[0]]), rest[1+rest[0]:]
	}
	for i := range numbers {
		n, size := binary.Uvarint(rest)
		if size <= 0 || n > 1<<31 {
			return Claims{}, ErrUnreadable
		}
		numbers[i], rest = n, rest[size:]
	}
	c.Line, c.Seats = int(numbers[0]), int(numbers[3])
	c.Date = codeEpoch.AddDate(0, 0, int(numbers[1])).Format(time.DateOnly)
	if numbers[2] > 0 {
		c.StartTime = codeEpoch.Add(time.Duration(numbers[2]-1) * time.Minute).Format("15:04")
	}
	return c, nil
}
