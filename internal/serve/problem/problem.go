// Package problem maps failures to HTTP: the status of each code, and problem documents (RFC 9457). Servers of the shop
// and of the generator use it.
package problem

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"

	"storefront/internal/core/fault"
)

// statuses has the status and the title of each code.
var statuses = map[fault.Code]struct {
	status int
	title  string
}{
	fault.Invalid:          {http.StatusBadRequest, "Invalid request"},
	fault.NotFound:         {http.StatusNotFound, "Not found"},
	fault.MethodNotAllowed: {http.StatusMethodNotAllowed, "Method not allowed"},
	fault.TooLarge:         {http.StatusRequestEntityTooLarge, "Request too large"},
	fault.Misdirected:      {http.StatusMisdirectedRequest, "Misdirected request"},
	fault.Unavailable:      {http.StatusServiceUnavailable, "Unavailable for a moment"},
	fault.Internal:         {http.StatusInternalServerError, "Internal error"},

	fault.Forbidden:         {http.StatusForbidden, "Forbidden"},
	fault.SoldOut:           {http.StatusConflict, "Sold out"},
	fault.CartEmpty:         {http.StatusConflict, "Cart empty"},
	fault.CartChanged:       {http.StatusConflict, "Cart changed"},
	fault.CartFull:          {http.StatusConflict, "Cart full"},
	fault.CurrencyMismatch:  {http.StatusConflict, "Another currency"},
	fault.PriceChanged:      {http.StatusConflict, "Price changed"},
	fault.HoldExpired:       {http.StatusConflict, "Hold expired"},
	fault.InFlight:          {http.StatusConflict, "Under way"},
	fault.NotPossible:       {http.StatusConflict, "Not possible"},
	fault.MethodUnavailable: {http.StatusConflict, "Payment method unavailable"},
	fault.PayLaterTooNear:   {http.StatusConflict, "Too near the start to pay later"},
	fault.NotFull:           {http.StatusConflict, "Enough seats"},
	fault.WaitingListFull:   {http.StatusConflict, "Waiting list full"},
	fault.KeyReused:         {http.StatusUnprocessableEntity, "Key reused"},

	fault.SignedOut:     {http.StatusUnauthorized, "Signed out"},
	fault.WrongPassword: {http.StatusForbidden, "Wrong password"},
	fault.TooManyTries:  {http.StatusTooManyRequests, "Too many tries"},
	fault.TooManyUnpaid: {http.StatusTooManyRequests, "Too many unpaid seats"},
	fault.LinkExpired:   {http.StatusGone, "Link expired"},

	fault.PromoUnknown:       {http.StatusUnprocessableEntity, "Promo code unknown"},
	fault.PromoNotStarted:    {http.StatusUnprocessableEntity, "Promo code not valid yet"},
	fault.PromoExpired:       {http.StatusUnprocessableEntity, "Promo code expired"},
	fault.PromoMinimum:       {http.StatusUnprocessableEntity, "Minimum not reached"},
	fault.PromoUsedUp:        {http.StatusConflict, "Promo code used up"},
	fault.PromoNotApplicable: {http.StatusUnprocessableEntity, "Promo code not applicable"},
}

// Codes returns the codes that have a status, in no order.
func Codes() []fault.Code { return slices.Collect(maps.Keys(statuses)) }

// document is a Problem of api/openapi.yaml.
type document struct {
	Code     fault.Code `json:"code"`
	Detail   string     `json:"detail"`
	Fields   []field    `json:"fields,omitempty"`
	Instance string     `json:"instance,omitempty"`
	Status   int        `json:"status"`
	Title    string     `json:"title"`
	Type     string     `json:"type"`
}

type field struct {
	Code fault.FieldCode `json:"code"`
	Name string          `json:"name"`
}

// Status returns the status of a code.
func Status(code fault.Code) int { return statuses[code].status }

// WithKnownCode returns err, or an Internal failure for the log if the code of err has no status.
func WithKnownCode(err error) error {
	if code := fault.Of(err).Code; Status(code) == 0 {
		return fmt.Errorf("the code %q has no status: %v", code, err)
	}
	return err
}

// Write answers a request with a problem document. The instance is a URI that identifies this occurrence; it can be
// empty.
func Write(w http.ResponseWriter, err error, instance string) {
	e := fault.Of(WithKnownCode(err))
	known := statuses[e.Code]
	body := document{
		Code: e.Code, Detail: e.Message, Instance: instance, Status: known.status, Title: known.title,
		Type: "urn:problem-type:storefront:" + string(e.Code),
	}
	for _, f := range e.Fields {
		body.Fields = append(body.Fields, field{f.Code, f.Name})
	}
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	h.Set("Cache-Control", "no-store")
	if e.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(e.RetryAfter.Seconds()))))
	}
	w.WriteHeader(known.status)
	_ = json.NewEncoder(w).Encode(body) // it fails if the client has gone
}
