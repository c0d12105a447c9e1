package linkpage

import (
	"bytes"
	"context"
	"embed"
	"html/template"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/core/trail"
	"storefront/internal/lib/clientgone"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/wording"
)

// Config configures a Handler.
type Config struct {
	Links     Links
	Booking   *booking.Service
	Orders    Orders
	Suppliers booking.Suppliers
	// Deployments returns the deployments of the live build.
	Deployments func() []payload.Deployment
	Log         *slog.Logger
	Now         func() time.Time // nil: time.Now
}

// Orders returns the orders of links.
type Orders interface {
	Order(ctx context.Context, id string) (booking.Order, error)
}

//go:embed page.html style.css
var files embed.FS

var pages = template.Must(template.ParseFS(files, "page.html"))

type pageServer struct{ Config }

// Handler serves the pages and calendars below Path, with a content policy of their own.
func Handler(c Config) http.Handler {
	if c.Now == nil {
		c.Now = time.Now
	}
	s := &pageServer{c}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+Path+"style.css", s.serveStyle)
	mux.HandleFunc("GET "+answerPath+"{token}", s.showAnswer)
	mux.HandleFunc("POST "+answerPath+"{token}", s.rejectCrossOrigin(s.recordAnswer))
	mux.HandleFunc("GET "+paidPath+"{token}", s.showPaid)
	mux.HandleFunc("POST "+paidPath+"{token}", s.rejectCrossOrigin(s.recordPayment))
	mux.HandleFunc("GET "+choicePath+"{token}", s.showChoice)
	mux.HandleFunc("POST "+choicePath+"{token}", s.rejectCrossOrigin(s.choose))
	mux.HandleFunc("GET "+waitingPath+"{token}", s.showWaiting)
	mux.HandleFunc("POST "+waitingPath+"{token}", s.rejectCrossOrigin(s.changeWaiting))
	mux.HandleFunc("GET "+calendarPath+"{file}", s.serveCalendar)
	mux.HandleFunc(Path, func(w http.ResponseWriter, r *http.Request) { s.renderError(w, r, errLinkExpired) })
	return withTimeout(withSecurityHeaders(mux))
}

// responseTimeout bounds how long a reader waits while the database does not respond.
const responseTimeout = 10 * time.Second

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
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; form-action 'self'; "+
			"base-uri 'none'; frame-ancestors 'none'")
		h.Set("X-Robots-Tag", "noindex")
		// The address is a permission: no other site may learn it.
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// rejectCrossOrigin rejects forms that another site sends, and bounds their size.
func (s *pageServer) rejectCrossOrigin(next http.HandlerFunc) http.HandlerFunc {
	protection := http.NewCrossOriginProtection()
	return func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
		if protection.Check(r) != nil {
			s.renderError(w, r, errLinkExpired)
			return
		}
		next(w, r)
	}
}

func (s *pageServer) serveStyle(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "public, max-age=3600")
	http.ServeFileFS(w, r, files, "style.css")
}

// view is the data of a page.
type view struct {
	*wording.LinkPage
	Language, Dir, Base string
	Seller              string
	Title, Text         string
	IsError             bool // the text reports a mistake or the end of a link
	Facts               []fact
	Means               []choice // how something was paid; empty if the page does not ask
	Starts              []choice // to choose from; empty if the page does not ask
	Buttons             []choice
	Hint                string // below the buttons
	ProductPath         string // of the page of the experience; empty without a link to it
	ShownState          string // the state that the page shows; the buttons act only on this state
}

type fact struct{ Label, Text string }

// choice is a button, or an option of a list.
type choice struct {
	Value, Label string
	Main         bool
}

func viewIn(language string) view {
	w := wording.In(language)
	return view{LinkPage: &w.LinkPage, Language: w.Code, Dir: w.Direction(), Base: Path,
		Hint: w.LinkPage.OnceHint}
}

func (s *pageServer) render(w http.ResponseWriter, r *http.Request, status int, v view) {
	var b bytes.Buffer
	if err := pages.Execute(&b, v); err != nil {
		s.Log.ErrorContext(r.Context(), "a page of a link failed", "error", err)
		http.Error(w, v.BrokenTitle, http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Language", v.Language)
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

// renderError renders an error page, in the language that the browser prefers.
func (s *pageServer) renderError(w http.ResponseWriter, r *http.Request, err error) {
	if clientgone.Is(r.Context(), err) {
		w.WriteHeader(clientgone.Status)
		return
	}
	language := "en"
	if strings.HasPrefix(r.Header.Get("Accept-Language"), "ar") {
		language = "ar"
	}
	v := viewIn(language)
	v.IsError = true
	switch {
	case fault.Is(err, fault.LinkExpired), fault.Is(err, fault.NotFound):
		v.Title, v.Text = v.ExpiredTitle, v.ExpiredText
		s.render(w, r, http.StatusGone, v)
	default:
		s.Log.ErrorContext(r.Context(), "a page of a link failed", "error", err)
		v.Title, v.Text = v.BrokenTitle, v.BrokenText
		w.Header().Set("Retry-After", "5")
		s.render(w, r, http.StatusServiceUnavailable, v)
	}
}

// asSupplier returns the request's context with the supplier of a booking as the actor.
func asSupplier(r *http.Request, o *booking.Order, b *booking.Booking) context.Context {
	return trail.WithActor(trail.WithOrder(r.Context(), o.Deployment, o.Reference), b.Detail.Supplier.Actor())
}
