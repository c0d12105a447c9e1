package sandbox

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"time"

	"storefront/internal/lib/clientgone"
	"storefront/internal/shop/payment"
	"storefront/internal/shop/wording"
)

//go:embed page.html
var pageSource string

var pageTemplate = template.Must(template.New("page").Parse(pageSource))

// page is the part of a request that the payment page shows. It omits the e-mail address, which it does not need.
type page struct {
	Seller, Reference, Language, Currency string
	Exponent                              int
	Total                                 int64
	Lines                                 []payment.Line
	ReturnURL, CancelURL                  string
}

func pageOf(r payment.Request) page {
	return page{r.Seller, r.Reference, r.Language, r.Currency, r.Exponent, r.Total, r.Lines, r.ReturnURL, r.CancelURL}
}

// view is the data of the template.
type view struct {
	*wording.PaymentPage
	Labels        *wording.Labels
	Language, Dir string
	Base, Version string
	Show          string // pay, bank or notice
	Page          page
	Path, Token   string
	Form          form
	Mistakes      map[string]string
	IsDeclined    bool
	Minutes       int
	LastFour      string
	// A notice is a page with one message and one link.
	Title, Text, LinkURL, LinkText string
}

// Money formats an amount of the page's currency.
func (v view) Money(minor int64) string {
	return wording.In(v.Language).Money(minor, v.Page.Currency, v.Page.Exponent)
}

// fieldError is the message beside a field; First marks the field to focus.
type fieldError struct {
	Name, Text string
	First      bool
}

// FieldError returns the mistake in a field, if there is one.
func (v view) FieldError(name string) fieldError {
	first := slices.IndexFunc(fields, func(f string) bool { return v.Mistakes[f] != "" })
	return fieldError{Name: name, Text: v.Mistakes[name], First: first >= 0 && fields[first] == name}
}

// Handler serves the payment pages below Path. They need no script, and have a content policy of their own.
func (p *Provider) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+Path+"{asset}", p.asset)
	mux.HandleFunc("GET "+Path+"pay/{session}", p.showPay)
	mux.HandleFunc("POST "+Path+"pay/{session}", p.rejectForgedForms(p.pay))
	mux.HandleFunc("POST "+Path+"pay/{session}/cancel", p.rejectForgedForms(p.cancel))
	mux.HandleFunc("GET "+Path+"pay/{session}/bank", p.showBank)
	mux.HandleFunc("POST "+Path+"pay/{session}/bank", p.rejectForgedForms(p.answerBank))
	mux.HandleFunc(Path, func(w http.ResponseWriter, r *http.Request) {
		p.renderError(w, r, viewIn(""), payment.ErrUnknown)
	})
	return withSecurityHeaders(withTimeout(mux))
}

// responseTimeout bounds how long a visitor waits for a page while its database does not respond.
const responseTimeout = 4 * time.Second

func withTimeout(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), responseTimeout)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

func withSecurityHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; "+
			"form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
		h.Set("X-Frame-Options", "DENY")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Robots-Tag", "noindex")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		// The address of a payment page is the permission to pay. It may be sent to the same host: otherwise a form's
		// Origin would be null.
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// rejectForgedForms rejects forms that do not come from the session's own page.
func (p *Provider) rejectForgedForms(next http.HandlerFunc) http.HandlerFunc {
	protection := http.NewCrossOriginProtection()
	return func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, 16<<10)
		genuine := hmac.Equal([]byte(r.PostFormValue("token")), []byte(p.token(r.PathValue("session"))))
		if protection.Check(r) != nil || !genuine {
			v, _, err := p.load(r.Context(), r.PathValue("session"))
			if err != nil {
				p.renderError(w, r, v, err)
				return
			}
			p.renderNotice(w, r, http.StatusForbidden, v, v.StaleTitle, v.StaleText, v.Path, v.Again)
			return
		}
		next(w, r)
	}
}

func (p *Provider) token(id string) string {
	mac := hmac.New(sha256.New, []byte(p.db.secret))
	mac.Write([]byte("form of " + id))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// load returns the view of a session; without one, a view for an error page.
func (p *Provider) load(ctx context.Context, id string) (view, *session, error) {
	v := viewIn("")
	s, err := readSession(ctx, p.db, id)
	if err != nil {
		return v, nil, err
	}
	content, err := p.db.pageContent(ctx, id)
	if err != nil {
		return v, nil, err
	}
	var shown page
	if err := json.Unmarshal(content, &shown); err != nil {
		return v, nil, err
	}
	now := p.now()
	s.settle(now, p.config.LapseAfter)
	v = viewIn(shown.Language)
	v.Page, v.Path, v.Token = shown, Path+"pay/"+id, p.token(id)
	v.IsDeclined, v.LastFour = s.declined, s.card
	v.Minutes = int((s.expiresAt.Sub(now) + time.Minute - 1) / time.Minute)
	return v, s, nil
}

func viewIn(language string) view {
	w := wording.In(language)
	return view{
		PaymentPage: &w.PaymentPage, Labels: &w.Labels, Language: w.Code, Dir: w.Direction(), Base: Path,
		Version: version,
	}
}

func (p *Provider) showPay(w http.ResponseWriter, r *http.Request) {
	v, s, err := p.load(r.Context(), r.PathValue("session"))
	switch {
	case err != nil:
		p.renderError(w, r, v, err)
	case s.status != payment.Open:
		p.renderClosed(w, r, v, s)
	default:
		v.Show = "pay"
		p.render(w, r, http.StatusOK, v)
	}
}

func (p *Provider) showBank(w http.ResponseWriter, r *http.Request) {
	v, s, err := p.load(r.Context(), r.PathValue("session"))
	switch {
	case err != nil:
		p.renderError(w, r, v, err)
	case !s.challenged:
		http.Redirect(w, r, v.Path, http.StatusSeeOther)
	default:
		v.Show = "bank"
		p.render(w, r, http.StatusOK, v)
	}
}

// renderClosed responds for a session that can no longer be paid: it redirects, or explains.
func (p *Provider) renderClosed(w http.ResponseWriter, r *http.Request, v view, s *session) {
	switch {
	case s.isPaid() && r.Method == http.MethodPost:
		http.Redirect(w, r, v.Page.ReturnURL, http.StatusSeeOther)
	case s.isPaid():
		p.renderNotice(w, r, http.StatusOK, v, v.PaidTitle, v.PaidText, v.Page.ReturnURL, v.Return)
	default:
		p.renderNotice(w, r, http.StatusGone, v, v.EndedTitle, v.EndedText, v.Page.CancelURL, v.Return)
	}
}

func (p *Provider) pay(w http.ResponseWriter, r *http.Request) {
	v, s, err := p.load(r.Context(), r.PathValue("session"))
	switch {
	case err != nil:
		p.renderError(w, r, v, err)
		return
	case s.status != payment.Open:
		// The second click on the button continues like the first.
		p.renderClosed(w, r, v, s)
		return
	}
	v.Show, v.Form, v.IsDeclined = "pay", readForm(r.PostForm), false
	if invalid := v.Form.mistakes(p.now()); len(invalid) > 0 {
		v.Mistakes = map[string]string{}
		for field, key := range invalid {
			v.Mistakes[field] = v.Errors[key]
		}
		p.render(w, r, http.StatusUnprocessableEntity, v)
		return
	}
	outcome, err := p.Pay(r.Context(), r.PathValue("session"), v.Form.Number)
	if outcome == Declined {
		v.IsDeclined = true
		p.render(w, r, http.StatusPaymentRequired, v)
		return
	}
	p.redirectByOutcome(w, r, v, outcome, err)
}

func (p *Provider) answerBank(w http.ResponseWriter, r *http.Request) {
	v, _, err := p.load(r.Context(), r.PathValue("session"))
	if err != nil {
		p.renderError(w, r, v, err)
		return
	}
	outcome, err := p.Answer(r.Context(), r.PathValue("session"), r.PostForm.Get("answer") == "approve")
	p.redirectByOutcome(w, r, v, outcome, err)
}

func (p *Provider) cancel(w http.ResponseWriter, r *http.Request) {
	v, _, err := p.load(r.Context(), r.PathValue("session"))
	if err == nil {
		err = p.GiveUp(r.Context(), r.PathValue("session"))
	}
	if err != nil {
		p.redirectByOutcome(w, r, v, "", err)
		return
	}
	http.Redirect(w, r, v.Page.CancelURL, http.StatusSeeOther)
}

// redirectByOutcome redirects the visitor to the page that follows an outcome or an error.
func (p *Provider) redirectByOutcome(w http.ResponseWriter, r *http.Request, v view, outcome Outcome, err error) {
	switch {
	case errors.Is(err, payment.ErrRefused):
		http.Redirect(w, r, v.Path, http.StatusSeeOther)
	case err != nil:
		p.renderError(w, r, v, err)
	case outcome == Accepted:
		http.Redirect(w, r, v.Page.ReturnURL, http.StatusSeeOther)
	case outcome == Challenged:
		http.Redirect(w, r, v.Path+"/bank", http.StatusSeeOther)
	default:
		http.Redirect(w, r, v.Path, http.StatusSeeOther)
	}
}

func (p *Provider) renderError(w http.ResponseWriter, r *http.Request, v view, err error) {
	if clientgone.Is(r.Context(), err) {
		w.WriteHeader(clientgone.Status)
		return
	}
	if v.Path == "" {
		v = viewIn(preferredLanguage(r))
	}
	if errors.Is(err, payment.ErrUnknown) {
		p.renderNotice(w, r, http.StatusNotFound, v, v.UnknownTitle, v.UnknownText, "/", v.Return)
		return
	}
	p.config.Log.ErrorContext(r.Context(), "payment page failed", "error", err)
	w.Header().Set("Retry-After", "5")
	p.renderNotice(w, r, http.StatusServiceUnavailable, v, v.BrokenTitle, v.BrokenText,
		Path+"pay/"+r.PathValue("session"), v.Again)
}

// preferredLanguage returns the first language that a browser accepts.
func preferredLanguage(r *http.Request) string {
	first, _, _ := strings.Cut(r.Header.Get("Accept-Language"), ",")
	code, _, _ := strings.Cut(first, "-")
	return strings.ToLower(strings.TrimSpace(code))
}

func (p *Provider) renderNotice(w http.ResponseWriter, r *http.Request, status int, v view, title, text, linkURL,
	linkText string) {
	v.Show, v.Title, v.Text, v.LinkURL, v.LinkText = "notice", title, text, linkURL, linkText
	p.render(w, r, status, v)
}

func (p *Provider) render(w http.ResponseWriter, r *http.Request, status int, v view) {
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, v); err != nil {
		p.config.Log.ErrorContext(r.Context(), "payment page failed", "error", err)
		http.Error(w, v.BrokenTitle, http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Language", v.Language)
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}
