package document

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

// Claims are what a ticket's code says. Whether the booking was cancelled or the ticket used since, only the shop knows.
type Claims struct {
	Reference string // of the order
	Line      int    // of the booking in it, from 0
	Product   string // its slug
	Date      string // "2026-12-05", at the destination
	StartTime string // "07:45"; empty with opening hours
	Seats     int    // how many people it lets in
	Key       string // which key has signed, KeyID's; Sign sets it
}

// ClaimsOf are those of a booking's ticket.
func ClaimsOf(o *booking.Order, b *booking.Booking) Claims {
	return Claims{
		Reference: o.Reference, Line: b.Line, Product: b.Wish.Product, Date: b.Wish.Date, StartTime: b.Wish.StartTime,
		Seats: b.Detail.Travellers,
	}
}

// A code is codePrefix and, in base 45, bytes: the version, the length of the claims, the claims, and the signature of
// codeContext with all bytes before. The claims are the key's id, the reference and the product, each after its length, and
// line, day, start and seats as varints: days from codeEpoch, minutes from midnight and one more.
const (
	codePrefix  = "TKT:"
	codeVersion = 1
	codeContext = "storefront ticket\x00" // the key's signatures are good for nothing else
	headSize    = 2
	longestBody = 255
)

var codeEpoch = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

const dayLength = 24 * time.Hour

// What is wrong with a code that Verify refuses.
var (
	ErrUnreadable = errors.New("this is not the code of a ticket")
	ErrTruncated  = errors.New("a part of the ticket's code is missing")
	ErrVersion    = errors.New("the ticket's code is of a version that this program does not know")
	ErrKey        = errors.New("the ticket's code was signed with another key")
	ErrForged     = errors.New("the ticket's code was changed, or not made by the shop")
)

// Sign makes the text of a QR code. It returns fault.Invalid for claims that no booking can have.
func (k Key) Sign(c Claims) (string, error) {
	body, err := c.encode(KeyID(k.Public()))
	if err != nil {
		return "", err
	}
	message := append([]byte{codeVersion, byte(len(body))}, body...)
	signature := ed25519.Sign(k.private, append([]byte(codeContext), message...))
	return codePrefix + encode45(append(message, signature...)), nil
}

// Verify reads the text of a QR code. It returns ErrUnreadable for what is not a ticket's code, ErrTruncated where the end is
// missing, ErrVersion and ErrKey for codes of another version and another key, and ErrForged where the signature is not that
// of the rest.
func Verify(public ed25519.PublicKey, text string) (Claims, error) {
	data, err := unwrap(text)
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

// unwrap gives the bytes of a code of this version, all of them and no more.
func unwrap(text string) ([]byte, error) {
	coded, has := strings.CutPrefix(strings.TrimSpace(text), codePrefix)
	if !has {
		return nil, ErrUnreadable
	}
	data, err := decode45(coded)
	switch {
	case errors.Is(err, errLetter):
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
		return nil, fault.New(fault.Invalid, "The ticket has no day.", fault.Field{Name: "day", Code: fault.Format})
	}
	start := uint64(0)
	if c.StartTime != "" {
		at, err := time.Parse("15:04", c.StartTime)
		if err != nil || len(c.StartTime) != len("15:04") {
			return nil, fault.New(fault.Invalid, "The ticket has no such start.", fault.Field{Name: "startTime", Code: fault.Format})
		}
		start = uint64(at.Hour()*60+at.Minute()) + 1
	}
	if c.Reference == "" || c.Line < 0 || c.Seats < 0 || len(c.Reference)+len(c.Product) > longestBody-keyIDSize-20 {
		return nil, fault.New(fault.Invalid, "The ticket's claims are not those of a booking.")
	}
	body := appendText(appendText(id, c.Reference), c.Product)
	for _, n := range []uint64{uint64(c.Line), uint64(day.Sub(codeEpoch) / dayLength), start, uint64(c.Seats)} {
		body = binary.AppendUvarint(body, n)
	}
	if (headSize+len(body)+ed25519.SignatureSize)%2 == 0 {
		body = append(body, 0) // an odd number of bytes ends in a digit: scanners trim spaces, and a space is a letter here
	}
	return body, nil
}

func appendText(out []byte, text string) []byte {
	return append(append(out, byte(len(text))), text...)
}

// decodeClaims reads what was signed. That it cannot be read means that a later program signed it as this version.
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
