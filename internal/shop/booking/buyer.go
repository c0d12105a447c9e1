package booking

import (
	"strings"

	"github.com/nyaruka/phonenumbers"

	"storefront/internal/core/fault"
	"storefront/internal/core/form"
	"storefront/internal/core/plaintext"
)

// check trims the fields and notes their mistakes.
func (b *Buyer) check(w *form.FieldErrors) {
	w.RequireText("buyer.firstName", &b.FirstName)
	w.RequireText("buyer.lastName", &b.LastName)
	w.RequireEmail("buyer.email", &b.Email)
	b.PhoneCountry = strings.ToUpper(strings.TrimSpace(b.PhoneCountry))
	if b.PhoneCountry == "" {
		w.Add("buyer.phoneCountry", fault.Required)
	} else if phonenumbers.GetCountryCodeForRegion(b.PhoneCountry) == 0 {
		w.Add("buyer.phoneCountry", fault.Unknown)
		return
	}
	if !w.RequireText("buyer.phone", &b.Phone) {
		return
	}
	number, err := phonenumbers.Parse(b.Phone, b.PhoneCountry)
	if err != nil || !phonenumbers.IsPossibleNumber(number) {
		w.Add("buyer.phone", fault.Format)
	}
}

// check trims the fields and notes their mistakes. A guest without a name is the buyer, who may add information.
func (g *Guest) check(w *form.FieldErrors) {
	g.Info = plaintext.CleanLines(g.Info)
	if strings.TrimSpace(g.Name+g.Email+g.Phone) == "" {
		g.Name, g.Email, g.Phone = "", "", ""
		return
	}
	w.RequireText("guest.name", &g.Name)
	w.RequireEmail("guest.email", &g.Email)
	checkPhone(w, "guest.phone", &g.Phone)
}

// checkPhone validates a number without a known country: only its characters are checked.
func checkPhone(w *form.FieldErrors, name string, phone *string) {
	if w.RequireText(name, phone) && !isPhone(*phone) {
		w.Add(name, fault.Format)
	}
}

// PhoneE164 returns a number in international form, "+971501234567"; empty if it has no calling code and the country is
// unknown.
func PhoneE164(phone, country string) string {
	number, err := phonenumbers.Parse(phone, country)
	if err != nil {
		return ""
	}
	return phonenumbers.Format(number, phonenumbers.E164)
}
