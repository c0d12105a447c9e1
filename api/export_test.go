package api

import (
	"log/slog"

	"storefront/internal/shop/booking"
)

// StrictOptions are those that every route of the contract is made with.
func StrictOptions(log *slog.Logger) StrictHTTPServerOptions { return problems{log}.strictOptions() }

// NetworkOf returns the network of a request.
var NetworkOf = networkOf

// SchemeOf is how the visitor sees the site: http or https.
var SchemeOf = schemeOf

// DayJSON is the response about the slots of a day.
func DayJSON(day *booking.DaySlots, date string) []byte { return dayResponse{day, date}.json() }
