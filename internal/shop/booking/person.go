package booking

import (
	"strings"

	"github.com/nyaruka/phonenumbers"

	"storefront/internal/core/fault"
	"storefront/internal/core/form"
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
	w.Short("guest.info", &g.Info, longestInfo)
	if strings.TrimSpace(g.Name+g.Email+g.Phone) == "" {
		g.Name, g.Email, g.Phone = "", "", ""
		return
	}
	w.Text("guest.name", &g.Name, 200)
	w.Email("guest.email", &g.Email)
	checkPhone(w, "guest.phone", &g.Phone)
}

// checkPhone reads a number whose country is not known: it is only held to what numbers are written with.
func checkPhone(w *form.Wrongs, name string, phone *string) {
	if w.Text(name, phone, 40) && strings.Trim(*phone, "+0123456789 ()-./") != "" {
		w.Note(name, fault.Format)
	}
}

// Dialled is a number as one dials it from anywhere, "+971501234567"; empty where it has no calling code, and the country is
// not known either.
func Dialled(phone, country string) string {
	number, err := phonenumbers.Parse(phone, country)
	if err != nil {
		return ""
	}
	return phonenumbers.Format(number, phonenumbers.E164)
}

// longestInfo is that of the contract, in characters.
const longestInfo = 1000
