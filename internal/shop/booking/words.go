package booking

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// longestWord is where words are cut off, in bytes.
const longestWord = 64

// Words returns what an order is found by: its reference, the names, addresses and phone numbers of who has ordered and who
// travels, its products and their suppliers, in small letters and without accents.
func (o *Order) Words() []string {
	b := &o.Buyer
	texts := []string{o.Reference, b.FirstName, b.LastName, b.Email}
	phones := []string{b.Phone, Dialled(b.Phone, b.PhoneCountry)}
	if g := o.Guest; g != nil {
		texts = append(texts, g.Name, g.Email)
		phones = append(phones, g.Phone)
	}
	for i := range o.Bookings {
		k := &o.Bookings[i]
		texts = append(texts, k.Wish.Product, k.Detail.ProductTitle, k.Detail.Supplier.ID, k.Detail.Supplier.Name)
	}
	var words []string
	for _, text := range texts {
		words = append(words, split(text)...)
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

// FindWords returns the beginnings of words that a text looks for: all of them have to be found. A number of a phone and an
// address of mail are one word each.
func FindWords(text string) (words []string) {
	if isPhone(text) {
		text = digits(text) // all of it is one number, however it is grouped
	}
	for field := range strings.FieldsSeq(text) {
		switch {
		case isPhone(field):
			words = append(words, strings.TrimLeft(digits(field), "0"))
		case strings.Contains(field, "@"):
			words = append(words, strings.ToLower(field))
		default:
			words = append(words, split(field)...)
		}
	}
	return slices.DeleteFunc(words, func(w string) bool { return w == "" })
}

// isPhone reports whether a text is written with what numbers of phones are.
func isPhone(text string) bool { return strings.Trim(text, "+0123456789 ()-./") == "" }

// split returns the words of a text as they are compared.
func split(text string) []string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r), r == '\u0640': // accents, vowel signs and the Arabic stroke that only stretches
			return -1
		case unicode.IsLetter(r), unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return ' '
	}, norm.NFKD.String(text))
	words := strings.Fields(plain)
	for i, w := range words {
		if len(w) > longestWord {
			words[i] = strings.ToValidUTF8(w[:longestWord], "")
		}
	}
	return words
}

// digits are the digits of a number in any writing.
func digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}
