package booking

import (
	"strings"
	"unicode/utf8"

	"github.com/nyaruka/phonenumbers"

	"storefront/internal/fault"
	"storefront/internal/form"
)

// check trims what was typed and notes what is wrong with it.
func (b *Buyer) check(w *form.Wrongs) {
	w.Text("buyer.firstName", &b.FirstName, 100)
	w.Text("buyer.lastName", &b.LastName, 100)
	w.Email("buyer.email", &b.Email)
	b.PhoneCountry = strings.ToUpper(strings.TrimSpace(b.PhoneCountry))
	if b.PhoneCountry == "" {
		w.Note("buyer.phoneCountry", fault.Required)
	} else if phonenumbers.GetCountryCodeForRegion(b.PhoneCountry) == 0 {
		w.Note("buyer.phoneCountry", fault.Unknown)
		return
	}
	if !w.Text("buyer.phone", &b.Phone, 40) {
		return
	}
	if number, err := phonenumbers.Parse(b.Phone, b.PhoneCountry); err != nil || !phonenumbers.IsPossibleNumber(number) {
		w.Note("buyer.phone", fault.Format)
	}
}

// check lets a guest be nobody in particular: the buyer travels, and may have something to tell.
func (g *Guest) check(w *form.Wrongs) {
	if g.Info = strings.TrimSpace(g.Info); utf8.RuneCountInString(g.Info) > longestInfo {
		w.Note("guest.info", fault.Max)
	}
	if strings.TrimSpace(g.Name+g.Email+g.Phone) == "" {
		g.Name, g.Email, g.Phone = "", "", ""
		return
	}
	w.Text("guest.name", &g.Name, 200)
	w.Email("guest.email", &g.Email)
	if w.Text("guest.phone", &g.Phone, 40) && strings.Trim(g.Phone, phoneSigns) != "" {
		w.Note("guest.phone", fault.Format)
	}
}

// phoneSigns are what a phone number is written with.
const phoneSigns = "+0123456789 ()-./"

// longestInfo is that of the contract, in characters.
const longestInfo = 1000
