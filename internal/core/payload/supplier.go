package payload

import "slices"

// SupplierContact is an entry of builds/meta/suppliers.json: how the shop reaches a supplier. It is private: no file of
// a web root has it.
type SupplierContact struct {
	ID string `json:"id"`
	// Name is the supplier's, by language.
	Name map[string]string `json:"name"`
	// Email receives the notifications; empty for suppliers that get none.
	Email string `json:"email,omitempty"`
	Phone string `json:"phone,omitempty"`
	// Language is that of the mails.
	Language string `json:"language,omitempty"`
	// Notify are the news that are mailed. Requests, which need an answer, always are.
	Notify []SupplierNews `json:"notify,omitempty"`
}

// SupplierNews is a kind of news for suppliers.
type SupplierNews string

// The kinds of news.
const (
	NewBookings       SupplierNews = "new"
	ChangedBookings   SupplierNews = "changed"
	CancelledBookings SupplierNews = "cancelled"
	DayLists          SupplierNews = "day" // the bookings of the next day, in the evening
)

// AllSupplierNews lists the kinds of news.
var AllSupplierNews = []SupplierNews{NewBookings, ChangedBookings, CancelledBookings, DayLists}

// ReceivesMail reports whether some news are mailed to the supplier.
func (s *SupplierContact) ReceivesMail(news SupplierNews) bool {
	return s.Email != "" && slices.Contains(s.Notify, news)
}

// NameIn returns the supplier's name in a language, or in any.
func (s *SupplierContact) NameIn(language string) string {
	if name := s.Name[language]; name != "" {
		return name
	}
	for _, name := range []string{s.Name[s.Language], s.Name["en"]} {
		if name != "" {
			return name
		}
	}
	return s.ID
}
