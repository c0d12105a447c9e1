package document

import (
	"crypto/ed25519"
	"encoding/json"
	"reflect"

	"storefront/internal/shop/booking"
)

// Told is an order's money as its invoice tells it, by name; what is 0 is left out.
func Told(o *booking.Order) map[string]int64 {
	told := map[string]int64{}
	a := reflect.ValueOf(accountOf(o))
	for i := range a.NumField() {
		if n := a.Field(i).Int(); n != 0 {
			told[a.Type().Field(i).Name] = n
		}
	}
	return told
}

// AllWords are those of the languages, by code, as generic JSON.
func AllWords() map[string]map[string]any {
	all := map[string]map[string]any{}
	for _, w := range []*Words{&english, &arabic} {
		data, err := json.Marshal(w)
		if err != nil {
			panic(err)
		}
		words := map[string]any{}
		if err := json.Unmarshal(data, &words); err != nil {
			panic(err)
		}
		all[w.Code] = words
	}
	return all
}

// Lasts is how long a booking lasts, in words.
func Lasts(language string, d booking.Detail) string { return plain(wordsIn(language).lasts(&d)) }

// Money is an amount in words, without isolates.
func Money(language string, minor int64, o booking.Order) string {
	return plain(wordsIn(language).money(minor, &o))
}

// Colours are those that documents are printed in.
func Colours() map[string][3]byte {
	return map[string][3]byte{
		"ink": ink, "surface": surface, "accent": accent, "wash": wash, "muted": muted, "hairline": hairline,
		"error": alarm, "link": link,
	}
}

// QRModules is how many squares a code has along a side.
func QRModules(text string) int {
	image, err := encodeQR(text)
	if err != nil {
		panic(err)
	}
	return image.Bounds().Dx()
}

func mustDecode(text string) []byte {
	data, err := decode45(text[len(codePrefix):])
	if err != nil {
		panic(err)
	}
	return data
}

// Reversion gives a code another version.
func Reversion(text string, version byte) string {
	data := mustDecode(text)
	data[0] = version
	return codePrefix + encode45(data)
}

// Tamper changes a byte of a code, counted from its end.
func Tamper(text string, at int) string {
	data := mustDecode(text)
	data[len(data)+at] ^= 1
	return codePrefix + encode45(data)
}

// Parts are what a code's signature is over, but for its context, and the signature.
func Parts(text string) (message, signature []byte) {
	data := mustDecode(text)
	at := len(data) - ed25519.SignatureSize
	return data[:at], data[at:]
}
