package pages

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"storefront/internal/content/catalog"
	"storefront/internal/core/locale"
	"storefront/internal/core/money"
	"storefront/internal/core/payload"
)

// Shells returns the data that the deployment's pages share: one shell for each of its languages, in order.
func (s *Site) Shells() []payload.Shell {
	d := s.deployment
	var out []payload.Shell
	for _, language := range d.Languages {
		p := s.planner(language)
		shell := payload.Shell{
			Deployment: d.ID, Name: d.Name[language], Tagline: d.Tagline[language],
			LayoutType: payload.LayoutType(d.LayoutType),
			Supplier:   d.Supplier, BaseURL: d.BaseURL, Locale: language, Locales: s.locales(),
			Currencies: d.Currencies,
			Currency:   currencyTableOf(d), Card: d.AcceptsPayment(catalog.PayByCard),
			PayLater: d.AcceptsPayment(catalog.PayLater),
			Cities:   p.cityNames(""), Categories: p.categoryNames(""),
			Contact: payload.Contact{
				Email: d.Contact.Email, Phone: d.Contact.Phone, Address: d.Contact.Address[language],
				Hours: d.Contact.Hours[language], ChatURL: d.Contact.ChatURL,
			},
			Claims: (*payload.Claims)(d.Claims), PictureProvider: d.PictureProvider, Logo: s.logo(d.Logo),
			ThemeColor: themeColorOf(d.Theme), Menu: p.menuLinks(d.Menu), Footer: p.footerGroups(),
			Videos: videosOf(d), Maps: payload.MapProvider(d.Maps), Analytics: d.Analytics,
		}
		if _, known := locale.BuiltIn[language]; !known {
			own, _ := s.content.Library.Locale(language)
			shell.Format = own.Format
		}
		shell.Texts = s.TextsPath(language)
		for _, page := range d.Social {
			shell.Social = append(shell.Social, payload.MenuLink{Path: page.To, Name: page.Name})
		}
		out = append(out, shell)
	}
	return out
}

// logo has the addresses of its drawings.
func (s *Site) logo(l *catalog.Logo) *payload.Logo {
	if l == nil {
		return nil
	}
	path := func(name string) string {
		if name == "" {
			return ""
		}
		return PicturePath(s.content.Library.Drawings[name])
	}
	image := s.content.Library.Drawings[l.Image]
	return &payload.Logo{Src: path(l.Image), Width: image.Width, Height: image.Height, Dark: path(l.Dark),
		Icon: path(l.Icon), Named: l.Named}
}

func themeColorOf(t *catalog.Theme) *payload.ThemeColor {
	if t == nil || t.Light == nil && t.Dark == nil {
		return nil
	}
	var c payload.ThemeColor
	if t.Light != nil {
		c.Light = string(t.Light.Paper)
	}
	if t.Dark != nil {
		c.Dark = string(t.Dark.Paper)
	}
	return &c
}

// currencyTableOf returns the currencies and rates of a deployment.
func currencyTableOf(d *catalog.Deployment) payload.CurrencyTable {
	t := payload.CurrencyTable{Default: cmp.Or(d.DefaultCurrency, d.Currencies[0]), Rates: map[string]string{}}
	if d.Exchange == nil {
		return t
	}
	t.Date = string(d.Exchange.Date)
	for code, text := range d.Exchange.Rates {
		if rate, err := money.ParseRate(string(text)); err == nil { // content with an invalid rate is not built
			t.Rates[code] = rate.String()
		}
	}
	return t
}

func (s *Site) locales() []payload.LocaleInfo {
	var out []payload.LocaleInfo
	for _, code := range s.deployment.Languages {
		l, _ := s.content.Library.Locale(code)
		out = append(out, payload.LocaleInfo{Code: l.Code, ISO: l.ISO, Name: l.Name, Dir: payload.Direction(l.Dir),
			Prefix: s.prefix(code)})
	}
	return out
}

// videoOrigins are the origins of the players of videos.
var videoOrigins = map[payload.VideoProvider]string{
	payload.YouTube: "https://www.youtube-nocookie.com", payload.Vimeo: "https://player.vimeo.com",
}

// mapOrigins are the origins of the frames of maps.
var mapOrigins = map[payload.MapProvider]string{payload.OpenStreetMap: "https://www.openstreetmap.org"}

func videosOf(d *catalog.Deployment) (all []payload.VideoProvider) {
	for _, provider := range d.Videos {
		all = append(all, payload.VideoProvider(provider))
	}
	return all
}

func frameOrigins(d *catalog.Deployment) (all []string) {
	for _, provider := range videosOf(d) {
		all = append(all, videoOrigins[provider])
	}
	if d.Maps != "" {
		all = append(all, mapOrigins[payload.MapProvider(d.Maps)])
	}
	return all
}

// ServerDeployment returns the description of a deployment for the server; its pages have the scripts of csp.
func ServerDeployment(lib *catalog.Library, d *catalog.Deployment, csp []string) payload.Deployment {
	analytics := ""
	if d.Analytics != nil {
		analytics = d.Analytics.Origin()
	}
	return payload.Deployment{
		ID: d.ID, Hosts: d.Hosts, Name: d.Name, Languages: d.Languages, Currencies: d.Currencies, CSP: csp,
		Frames: frameOrigins(d), Analytics: analytics,
		Card: d.AcceptsPayment(catalog.PayByCard), Cards: d.Cards, PayLater: d.AcceptsPayment(catalog.PayLater),
		Words: mailWordsOf(lib, d),
		Later: payLaterTermsOf(d.PayLater), TripMails: tripMailsOf(d.TripMails),
		BaseURL: strings.TrimSuffix(d.BaseURL, "/"), Currency: currencyTableOf(d),
		Contact: payload.DeploymentContact{
			Email: d.Contact.Email, Language: d.Contact.Language, Phone: d.Contact.Phone, Address: d.Contact.Address,
			ChatURL: d.Contact.ChatURL, TaxNumber: d.TaxNumber,
		},
	}
}

// SupplierContacts returns how suppliers are reached, sorted by id. It is for the server alone.
func SupplierContacts(lib *catalog.Library) []payload.SupplierContact {
	all := []payload.SupplierContact{}
	for _, id := range slices.Sorted(maps.Keys(lib.Suppliers)) {
		s := lib.Suppliers[id]
		language := s.Language
		if language == "" && len(lib.Languages) > 0 {
			language = mailLanguage(lib)
		}
		all = append(all, payload.SupplierContact{ID: id, Name: s.Name, Email: s.Email, Phone: s.Phone,
			Language: language, Notify: s.Notify})
	}
	return all
}

// mailLanguage returns the language of suppliers without one: the first language of the first deployment.
func mailLanguage(lib *catalog.Library) string {
	if len(lib.Deployments) > 0 {
		return lib.Deployments[0].DefaultLanguage()
	}
	return lib.Languages[0]
}

// Manifest describes a build to browsers.
func (s *Site) Manifest(id, bundle string, asOf time.Time) payload.Manifest {
	m := payload.Manifest{
		ID: id, Time: asOf.UTC().Format(time.RFC3339), Deployment: s.deployment.ID, Supplier: s.deployment.Supplier,
		Locales: s.locales(), Bundle: bundle, RedirectHosts: s.deployment.RedirectHosts, Redirects: s.redirects,
	}
	for _, what := range s.visibility.Include {
		m.Includes = append(m.Includes, string(what))
	}
	if m.RedirectHosts == nil {
		m.RedirectHosts = []string{}
	}
	if m.Redirects == nil {
		m.Redirects = []payload.Redirect{}
	}
	return m
}

// dayMinutes is the default time before and after a trip at which its mails are sent.
const dayMinutes = 24 * 60

func tripMailsOf(t *catalog.TripMails) payload.TripMails {
	if t == nil {
		return payload.TripMails{Reminder: dayMinutes, Review: dayMinutes}
	}
	return payload.TripMails{Reminder: t.Reminder.Minutes, Review: t.Review.Minutes}
}

// payLaterTermsOf converts the terms of content; nil if it has none.
func payLaterTermsOf(t *catalog.PayLaterTerms) *payload.PayLaterTerms {
	if t == nil {
		return nil
	}
	return &payload.PayLaterTerms{
		BeforeStart: t.BeforeStart.Minutes, AfterBooking: t.AfterBooking.Minutes, AtStart: t.AtStart,
		Minimum: t.Minimum.Minutes, Where: t.Where,
	}
}
