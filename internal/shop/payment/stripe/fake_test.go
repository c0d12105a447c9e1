package stripe_test

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

//go:embed testdata/session.json
var sessionJSON []byte

type object = map[string]any

// newSession returns a Checkout Session as Stripe answers it, with its payment intent and charge expanded.
func newSession(t testing.TB) (session, intent, charge object) {
	if err := json.Unmarshal(sessionJSON, &session); err != nil {
		t.Fatal(err)
	}
	intent = session["payment_intent"].(object)
	return session, intent, intent["latest_charge"].(object)
}

// fake implements the part of Stripe that the provider needs. It passes each request to stripe-mock first, which knows
// Stripe's published API but has no state.
type fake struct {
	*httptest.Server
	t    testing.TB
	mock string

	mu       sync.Mutex
	sessions map[string]object
	refunds  []object
	events   []object
	answers  map[string]recorded
}

type recorded struct {
	request string
	status  int
	body    any
}

func newFake(t testing.TB) *fake {
	f := &fake{t: t, mock: stripeMock(t), sessions: map[string]object{}, answers: map[string]recorded{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/checkout/sessions", f.answer(f.create))
	mux.HandleFunc("GET /v1/checkout/sessions/{id}", f.answer(f.retrieve))
	mux.HandleFunc("POST /v1/checkout/sessions/{id}/expire", f.answer(f.expire))
	mux.HandleFunc("POST /v1/payment_intents/{id}/capture", f.answer(f.capture))
	mux.HandleFunc("POST /v1/payment_intents/{id}/cancel", f.answer(f.cancel))
	mux.HandleFunc("GET /v1/refunds", f.answer(f.listRefunds))
	mux.HandleFunc("POST /v1/refunds", f.answer(f.refund))
	mux.HandleFunc("GET /v1/checkout/sessions", f.answer(f.listSessions))
	mux.HandleFunc("GET /v1/disputes", f.answer(f.listDisputes))
	mux.HandleFunc("GET /v1/events", f.answer(f.listEvents))
	mux.HandleFunc("GET /v1/account", f.answer(func(*http.Request) (int, any) {
		return 200, object{"id": "acct_1Fake", "object": "account"}
	}))
	f.Server = httptest.NewServer(mux)
	t.Cleanup(f.Close)
	return f
}

// answer validates a request, and keeps Stripe's rules for idempotency keys.
func (f *fake) answer(do func(*http.Request) (int, any)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		content, _ := io.ReadAll(r.Body)
		f.validate(r, content)
		r.Body = io.NopCloser(bytes.NewReader(content))
		_ = r.ParseForm()
		key, request := r.Header.Get("Idempotency-Key"), r.URL.Path+"?"+r.Form.Encode()
		if r.Method == http.MethodPost && key == "" {
			f.t.Errorf("%s has no idempotency key", r.URL.Path)
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		before, repeated := f.answers[key]
		switch {
		case !repeated || r.Method != http.MethodPost:
			before = recorded{request: request}
			before.status, before.body = do(r)
			before.body = mustMarshal(before.body)
			f.answers[key] = before
		case before.request != request:
			before = recorded{status: 400, body: failure("idempotency_error", "",
				"Keys for idempotent requests can only be used with the same parameters they were first used with.")}
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Request-Id", "req_test")
		w.WriteHeader(before.status)
		_ = json.NewEncoder(w).Encode(before.body)
	}
}

func mustMarshal(body any) json.RawMessage {
	b, _ := json.Marshal(body)
	return b
}

func (f *fake) validate(r *http.Request, content []byte) {
	ask, _ := http.NewRequest(r.Method, f.mock+r.URL.RequestURI(), bytes.NewReader(content))
	ask.Header = r.Header.Clone()
	answer, err := http.DefaultClient.Do(ask)
	if err != nil {
		f.t.Errorf("stripe-mock: %v", err)
		return
	}
	defer answer.Body.Close()
	if why, _ := io.ReadAll(answer.Body); answer.StatusCode >= 400 {
		f.t.Errorf("%s %s is not Stripe's API: %s", r.Method, r.URL.Path, why)
	}
}

func failure(kind, code, message string) object {
	e := object{"type": kind, "message": message}
	if code != "" {
		e["code"] = code
	}
	return object{"error": e}
}

func invalid(code, message string) (int, any) {
	return 400, failure("invalid_request_error", code, message)
}

func missing(what, id string) (int, any) {
	return 404, failure("invalid_request_error", "resource_missing", "No such "+what+": '"+id+"'")
}

func number(r *http.Request, field string) float64 {
	n, _ := strconv.ParseInt(r.PostForm.Get(field), 10, 64)
	return float64(n)
}

func (f *fake) create(r *http.Request) (int, any) {
	session, _, _ := newSession(f.t)
	expires := time.Unix(int64(number(r, "expires_at")), 0)
	if ahead := time.Until(expires); ahead < 30*time.Minute || ahead > 24*time.Hour {
		return invalid("", "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.")
	}
	total := 0.0
	for i := 0; r.PostForm.Has(fmt.Sprintf("line_items[%d][quantity]", i)); i++ {
		total += number(r, fmt.Sprintf("line_items[%d][price_data][unit_amount]", i))
	}
	id := fmt.Sprintf("cs_test_%d", len(f.sessions))
	maps.Copy(session, object{
		"id": id, "status": "open", "url": "https://checkout.stripe.com/c/pay/" + id, "amount_total": total,
		"currency": r.PostForm.Get("line_items[0][price_data][currency]"), "expires_at": expires.Unix(),
		"payment_intent": nil,
	})
	f.sessions[id] = session
	return 200, session
}

func (f *fake) retrieve(r *http.Request) (int, any) {
	if s, ok := f.sessions[r.PathValue("id")]; ok {
		return 200, s
	}
	return missing("checkout.session", r.PathValue("id"))
}

func (f *fake) expire(r *http.Request) (int, any) {
	s := f.sessions[r.PathValue("id")]
	if s["status"] != "open" {
		return invalid("", "Only Checkout Sessions with a status in [\"open\"] can be expired.")
	}
	s["status"], s["url"] = "expired", nil
	return 200, s
}

// intent finds a payment intent and its charge.
func (f *fake) intent(id string) (intent, charge object) {
	for _, s := range f.sessions {
		if i, ok := s["payment_intent"].(object); ok && i["id"] == id {
			return i, i["latest_charge"].(object)
		}
	}
	f.t.Errorf("no payment intent %q", id)
	return object{}, object{}
}

func (f *fake) capture(r *http.Request) (int, any) {
	i, c := f.intent(r.PathValue("id"))
	defer func() {
		if c["disputed"] == true && c["captured"] == true {
			f.addEvent("charge.dispute.created", object{"id": "dp_1", "object": "dispute", "payment_intent": i["id"]})
		}
	}()
	amount := number(r, "amount_to_capture")
	if i["status"] != "requires_capture" {
		return invalid("payment_intent_unexpected_state",
			fmt.Sprintf("This PaymentIntent could not be captured because it has a status of %s.", i["status"]))
	}
	if amount > i["amount_capturable"].(float64) {
		return invalid("amount_too_large", "The amount_to_capture is greater than the amount_capturable.")
	}
	maps.Copy(i, object{"status": "succeeded", "amount_received": amount, "amount_capturable": 0.0})
	maps.Copy(c, object{"captured": true, "amount_captured": amount})
	for field, values := range r.PostForm {
		if name, is := strings.CutPrefix(field, "metadata["); is {
			i["metadata"].(object)[strings.TrimSuffix(name, "]")] = values[0]
		}
	}
	return 200, i
}

func (f *fake) cancel(r *http.Request) (int, any) {
	i, _ := f.intent(r.PathValue("id"))
	if i["status"] != "requires_capture" {
		return invalid("payment_intent_unexpected_state", "You cannot cancel this PaymentIntent.")
	}
	maps.Copy(i, object{"status": "canceled", "amount_capturable": 0.0})
	return 200, i
}

func (f *fake) listRefunds(r *http.Request) (int, any) {
	found := []object{}
	for _, refund := range slices.Backward(f.refunds) {
		if refund["payment_intent"] == r.Form.Get("payment_intent") {
			found = append(found, refund)
		}
	}
	return 200, object{"object": "list", "url": "/v1/refunds", "has_more": false, "data": found}
}

func (f *fake) refund(r *http.Request) (int, any) {
	_, c := f.intent(r.PostForm.Get("payment_intent"))
	amount, given := number(r, "amount"), c["amount_refunded"].(float64)
	if c["disputed"] == true {
		return invalid("charge_disputed", "This charge has been disputed.")
	}
	if amount > c["amount_captured"].(float64)-given {
		return invalid("", "Refund amount is greater than unrefunded amount on charge")
	}
	c["amount_refunded"] = given + amount
	refund := object{
		"id": fmt.Sprintf("re_%d", len(f.refunds)), "object": "refund", "amount": amount, "currency": c["currency"],
		"status":         "succeeded",
		"payment_intent": r.PostForm.Get("payment_intent"), "metadata": object{"key": r.PostForm.Get("metadata[key]")},
	}
	f.refunds = append(f.refunds, refund)
	f.addRefund(c, refund)
	f.addEvent("refund.created", refund)
	return 200, refund
}

// addRefund puts a refund into the list of its charge, which has the latest 10.
func (f *fake) addRefund(charge, refund object) {
	list, _ := charge["refunds"].(object)
	if list == nil {
		list = object{"object": "list", "has_more": false, "url": "/v1/refunds", "data": []object{}}
	}
	latest := append([]object{refund}, list["data"].([]object)...)
	list["data"], list["has_more"] = latest[:min(len(latest), 10)], len(latest) > 10 || list["has_more"] == true
	charge["refunds"] = list
}

func (f *fake) addEvent(kind string, about object) {
	f.events = append(f.events, object{
		"id": fmt.Sprintf("evt_%d", len(f.events)), "object": "event", "type": kind, "created": time.Now().Unix(),
		"data": object{"object": maps.Clone(about)},
	})
}

// failRefunds fails every refund of a session, as a bank does days later.
func (f *fake) failRefunds(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	i := f.sessions[id]["payment_intent"].(object)
	c := i["latest_charge"].(object)
	for _, refund := range f.refunds {
		if refund["payment_intent"] == i["id"] && refund["status"] != "failed" {
			refund["status"], refund["failure_reason"] = "failed", "expired_or_canceled_card"
			c["amount_refunded"] = c["amount_refunded"].(float64) - refund["amount"].(float64)
			f.addEvent("refund.failed", refund)
		}
	}
}

// dispute has the buyer claim a session's money back.
func (f *fake) dispute(id string) { f.setCharge(id, "disputed") }

// setCharge sets a property of a session's charge to true.
func (f *fake) setCharge(id, property string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.sessions[id]["payment_intent"].(object)["latest_charge"].(object)[property] = true
}

func list(url string, data []object) (int, any) {
	return 200, object{"object": "list", "url": url, "has_more": false, "data": data}
}

func (f *fake) listSessions(r *http.Request) (int, any) {
	found := []object{}
	for _, s := range f.sessions {
		if i, ok := s["payment_intent"].(object); ok && i["id"] == r.Form.Get("payment_intent") {
			found = append(found, s)
		}
	}
	return list("/v1/checkout/sessions", found)
}

func (f *fake) listDisputes(r *http.Request) (int, any) {
	i, c := f.intent(r.Form.Get("payment_intent"))
	return list("/v1/disputes", []object{{
		"id": "dp_1", "object": "dispute", "payment_intent": i["id"], "amount": c["amount_captured"],
		"currency": c["currency"], "status": "needs_response", "is_charge_refundable": c["inquiry"] == true,
	}})
}

func (f *fake) listEvents(r *http.Request) (int, any) {
	since, _ := strconv.ParseInt(r.Form.Get("created[gte]"), 10, 64)
	found := []object{}
	for _, e := range slices.Backward(f.events) {
		if e["created"].(int64) >= since {
			found = append(found, e)
		}
	}
	return list("/v1/events", found)
}

// payAs returns a function that pays on the page, with an outcome. It fails on a closed page.
func (f *fake) payAs(intentStatus, sessionStatus string, change object) func(string) error {
	return func(id string) error {
		f.mu.Lock()
		defer f.mu.Unlock()
		s := f.sessions[id]
		if s["status"] != "open" {
			return fmt.Errorf("the page is %v", s["status"])
		}
		_, i, c := newSession(f.t)
		i["id"], i["status"], i["amount"], i["currency"], i["metadata"] = "pi_of_"+id, intentStatus, s["amount_total"],
			s["currency"], object{}
		if intentStatus == "requires_capture" {
			i["amount_capturable"] = s["amount_total"]
		}
		c["amount"], c["currency"], c["payment_intent"] = s["amount_total"], s["currency"], i["id"]
		c["payment_method_details"].(object)["card"].(object)["capture_before"] = time.Now().Add(
			7 * 24 * time.Hour).Unix()
		maps.Copy(i, change)
		s["payment_intent"], s["status"] = i, sessionStatus
		return nil
	}
}

// changeLater returns a function that changes a session and its payment intent.
func (f *fake) changeLater(session, intent object) func(string) {
	return func(id string) {
		f.mu.Lock()
		defer f.mu.Unlock()
		s := f.sessions[id]
		maps.Copy(s, session)
		if i, ok := s["payment_intent"].(object); ok {
			maps.Copy(i, intent)
		}
	}
}
