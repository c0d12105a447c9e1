package api

import (
	"log/slog"

	"storefront/internal/shop/booking"
)

// StrictOptions returns the options of every route of the contract.
func StrictOptions(log *slog.Logger) StrictHTTPServerOptions { return problems{log}.strictOptions() }

// NetworkOf returns the network of a request.
var NetworkOf = networkOf

// DayJSON returns the response about the slots of a day.
func DayJSON(day *booking.DaySlots, date string) []byte { return dayResponse{day, date}.json() }
