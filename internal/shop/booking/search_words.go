package booking

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// maxWord is where words are truncated, in bytes.
const maxWord = 64

// SearchWords returns the words that an order is found by: its reference, the names, addresses and phone numbers of
// buyer and guest, its reseller, and its products and suppliers, in lower case and without accents.
func (o *Order) SearchWords() []string {
	b := &o.Buyer
	texts := []string{o.Reference, b.FirstName, b.LastName, b.Email}
	phones := []string{b.Phone, PhoneE164(b.Phone, b.PhoneCountry)}
	if g := o.Guest; g != nil {
		texts = append(texts, g.Name, g.Email)
		phones = append(phones, g.Phone)
	}
	if r := o.Resale; r != nil {
		texts = append(texts, r.Name, r.Reference)
	}
	for i := range o.Bookings {
		k := &o.Bookings[i]
		texts = append(texts, k.Choice.Product, k.Detail.ProductTitle, k.Detail.Supplier.ID, k.Detail.Supplier.Name)
	}
	var words []string
	for _, text := range texts {
		words = append(words, splitWords(text)...)
	}
	words = append(words, strings.ToLower(b.Email))
	for _, phone := range phones {
		if number := digits(phone); number != "" {
			words = append(words, number, strings.TrimLeft(number, "0"))
		}
	}
	slices.Sort(words)
	return slices.Compact(slices.DeleteFunc(words, func(w string) bool { return w == "" }))
}

// ParseSearchWords returns the word prefixes of a query, which must all match. A phone number and an e-mail address
// are one word each.
func ParseSearchWords(text string) (words []string) {
	if isPhone(text) {
		text = digits(text) // one number, however it is grouped
	}
	for field := range strings.FieldsSeq(text) {
		switch {
		case isPhone(field):
			words = append(words, strings.TrimLeft(digits(field), "0"))
		case strings.Contains(field, "@"):
			words = append(words, strings.ToLower(field))
		default:
			words = append(words, splitWords(field)...)
		}
	}
	return slices.DeleteFunc(words, func(w string) bool { return w == "" })
}

// isPhone reports whether a text has only characters of phone numbers.
func isPhone(text string) bool { return strings.Trim(text, "+0123456789 ()-./") == "" }

// splitWords returns the normalised words of a text.
func splitWords(text string) []string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r), r == '\u0640': // accents, vowel signs and the Arabic tatweel
			return -1
		case unicode.IsLetter(r), unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return ' '
	}, norm.NFKD.String(text))
	words := strings.Fields(plain)
	for i, w := range words {
		if len(w) > maxWord {
			words[i] = strings.ToValidUTF8(w[:maxWord], "")
		}
	}
	return words
}

// digits returns the ASCII digits of a text.
func digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}
