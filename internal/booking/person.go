package booking

import (
	"strings"
	"unicode/utf8"

	"github.com/nyaruka/phonenumbers"

	"storefront/internal/fault"
	"storefront/internal/form"
)

// check trims what was typed and notes what is wrong with it.
func (b *Buyer) check(w *wrongs) {
	text(w, "buyer.firstName", &b.FirstName, 100)
	text(w, "buyer.lastName", &b.LastName, 100)
	address(w, "buyer.email", &b.Email)
	b.PhoneCountry = strings.ToUpper(strings.TrimSpace(b.PhoneCountry))
	if b.PhoneCountry == "" {
		w.add("buyer.phoneCountry", fault.Required)
	} else if phonenumbers.GetCountryCodeForRegion(b.PhoneCountry) == 0 {
		w.add("buyer.phoneCountry", fault.Unknown)
		return
	}
	if !text(w, "buyer.phone", &b.Phone, 40) {
		return
	}
	if number, err := phonenumbers.Parse(b.Phone, b.PhoneCountry); err != nil || !phonenumbers.IsPossibleNumber(number) {
		w.add("buyer.phone", fault.Format)
	}
}

// check lets a guest be nobody in particular: the buyer travels, and may have something to tell.
func (g *Guest) check(w *wrongs) {
	if g.Info = strings.TrimSpace(g.Info); utf8.RuneCountInString(g.Info) > longestInfo {
		w.add("guest.info", fault.Max)
	}
	if strings.TrimSpace(g.Name+g.Email+g.Phone) == "" {
		g.Name, g.Email, g.Phone = "", "", ""
		return
	}
	text(w, "guest.name", &g.Name, 200)
	address(w, "guest.email", &g.Email)
	if text(w, "guest.phone", &g.Phone, 40) && strings.Trim(g.Phone, phoneSigns) != "" {
		w.add("guest.phone", fault.Format)
	}
}

// phoneSigns are what a phone number is written with.
const phoneSigns = "+0123456789 ()-./"

// longestInfo is that of the contract, in characters.
const longestInfo = 1000

// text says that a required text is there and not too long, in characters.
func text(w *wrongs, name string, value *string, most int) bool {
	return right(w, name, form.Text(value, most))
}

func address(w *wrongs, name string, value *string) { right(w, name, form.Email(value)) }

func right(w *wrongs, name string, code fault.FieldCode) bool {
	if code != "" {
		w.add(name, code)
	}
	return code == ""
}
