// Package fault names the failures that a caller may act on. Every other error is a failure of the program itself: it
// is logged in full, and clients see no details.
package fault

import (
	"errors"
	"time"
)

// Code is permanent: the site translates it and clients branch on it.
type Code string

const (
	Invalid          Code = "invalid"
	NotFound         Code = "not_found"
	MethodNotAllowed Code = "method_not_allowed"
	TooLarge         Code = "too_large"
	Misdirected      Code = "misdirected"
	Unavailable      Code = "unavailable"
	Internal         Code = "internal"

	Forbidden         Code = "forbidden"
	SoldOut           Code = "sold_out"
	CartEmpty         Code = "cart_empty"
	CartChanged       Code = "cart_changed"
	CartFull          Code = "cart_full"
	CurrencyMismatch  Code = "currency_mismatch"
	PriceChanged      Code = "price_changed"
	HoldExpired       Code = "hold_expired"
	InFlight          Code = "in_flight"
	KeyReused         Code = "key_reused"
	NotPossible       Code = "not_possible"
	MethodUnavailable Code = "method_unavailable"
	PayLaterTooNear   Code = "pay_later_too_near"
	NotFull           Code = "not_full"
	WaitingListFull   Code = "waiting_list_full"

	SignedOut     Code = "signed_out"
	WrongPassword Code = "wrong_password"
	TooManyTries  Code = "too_many_tries"
	LinkExpired   Code = "link_expired"
	TooManyUnpaid Code = "too_many_unpaid"

	PromoUnknown       Code = "promo_unknown"
	PromoNotStarted    Code = "promo_not_started"
	PromoExpired       Code = "promo_expired"
	PromoMinimum       Code = "promo_minimum"
	PromoUsedUp        Code = "promo_used_up"
	PromoNotApplicable Code = "promo_not_applicable"
)

// FieldCode is the kind of mistake in one field of a request.
type FieldCode string

const (
	Required FieldCode = "required"
	Format   FieldCode = "format"
	Min      FieldCode = "min"
	Max      FieldCode = "max"
	Unknown  FieldCode = "unknown"
	Closed   FieldCode = "closed"

	// Accompanied is of a unit that cannot be booked by itself, such as infants.
	Accompanied FieldCode = "accompanied"
)

// Field is a field of a request with a mistake.
type Field struct {
	Name string
	Code FieldCode
}

// Error is a failure with a code. Message is English, for readers of logs and responses; the site shows its own words.
type Error struct {
	Code    Code
	Message string
	Fields  []Field
	// RetryAfter is how long a repeated request is pointless; zero if that is unknown.
	RetryAfter time.Duration
}

func (e *Error) Error() string { return e.Message }

// New makes a failure.
func New(code Code, message string, fields ...Field) *Error {
	return &Error{Code: code, Message: message, Fields: fields}
}

// Of returns the failure in a chain of errors. An error without one is Internal, without details.
func Of(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return New(Internal, "Something went wrong on our side.")
}

// Is reports whether a failure of this code is in a chain of errors.
func Is(err error, code Code) bool { return err != nil && Of(err).Code == code }
