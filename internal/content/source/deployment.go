package source

import (
	"cmp"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/core/locale"
	"storefront/internal/core/money"
	"storefront/internal/core/payload"
	"storefront/internal/lib/suggest"
)

// untranslatedModes are the ways to handle content that lacks a language.
var untranslatedModes = []string{catalog.Fallback, catalog.Omit}

// layoutTypes are those that site/layouts holds.
var layoutTypes = []string{"default", "supplier-classic", "supplier-editorial", "supplier-compact", "template-two",
	"template-four", "transparent"}

// videoProviders are those that deployments may play videos of.
var videoProviders = []string{string(payload.YouTube), string(payload.Vimeo)}

// mapProviders are those that deployments may show maps of.
var mapProviders = []string{string(payload.OpenStreetMap)}

// LayoutTypes lists the layout types that a deployment can choose from.
func LayoutTypes() []string { return slices.Clone(layoutTypes) }

// Deployments reads the deployments alone, for their names, without reporting mistakes.
func (r *Reader) Deployments() []*catalog.Deployment {
	l := &loader{Reader: r, lib: &catalog.Library{}, out: &[]diag.Diagnostic{}, files: map[string]*file{}}
	l.loadDeployments()
	return l.lib.Deployments
}

func (l *loader) loadDeployments() {
	hosts := map[string]string{}
	ids := l.listIDs("deployments", l.out)
	for _, id := range ids {
		d := &catalog.Deployment{ID: id, PageSize: 24, Weight: DefaultWeight, PictureProvider: payload.ProxiedPictures,
			Payments: []string{catalog.PayByCard}}
		f, ok := l.readYAML("deployments/"+id+".yaml", d, l.out)
		if !ok {
			l.lib.DeploymentsIncomplete = true
			continue
		}
		l.checkDeployment(f, d)
		l.lib.DeploymentsIncomplete = l.lib.DeploymentsIncomplete || len(d.Languages) == 0
		for i, h := range d.Hosts {
			if !hostRule.Pattern.MatchString(h) {
				f.errorAt([]any{"hosts", i},
					"%q is not a host such as www.wayfare.example, in small letters and without a port", h)
			}
			if other, taken := hosts[h]; other == id {
				f.errorAt([]any{"hosts", i}, "the host %s appears twice", h)
			} else if taken {
				f.errorAt([]any{"hosts", i}, "the host %s belongs to the deployment %q already", h, other)
				if of := l.files[other]; of != nil {
					of.errorAt([]any{"hosts"}, "the deployment %q claims the host %s too", id, h)
				}
			}
			hosts[h] = id
		}
		for _, language := range d.Languages {
			if !slices.Contains(l.lib.Languages, language) {
				l.lib.Languages = append(l.lib.Languages, language)
			}
		}
		l.lib.Deployments, l.files[id] = append(l.lib.Deployments, d), f
	}
	slices.SortStableFunc(l.lib.Deployments, func(a,
		b *catalog.Deployment) int {
		return cmp.Compare(a.Weight, b.Weight)
	})
	sort.Strings(l.lib.Languages)
	if len(ids) == 0 {
		l.lib.DeploymentsIncomplete = true
		f := &file{path: filepath.Join(l.root, "deployments"), out: l.out}
		f.report(1, 1, false, "no deployment: content/deployments/<id>.yaml is needed for each storefront")
	}
}

func (l *loader) checkDeployment(f *file, d *catalog.Deployment) {
	l.checkLanguages(f, d)
	if d.Untranslated != "" &&
		!f.checkChoice(d.Untranslated, "a way to treat untranslated content", untranslatedModes, "untranslated") {
		d.Untranslated = ""
	}
	l.checkExchange(f, d)
	l.checkPictures(f, d)
	l.checkMenus(f, d)
	for i, provider := range d.Videos {
		f.checkChoice(provider, "a provider of videos", videoProviders, "videos", i)
	}
	if d.Maps != "" {
		f.checkChoice(d.Maps, "a provider of maps", mapProviders, "maps")
	}
	checkPayments(f, d.Payments)
	checkPayLater(f, d.PayLater)
	if d.PayLater != nil && !d.AcceptsPayment(catalog.PayLater) {
		f.errorAt([]any{"payLater"}, "payments has no pay_later, so nothing is paid later")
	}
	checkTheme(f, d.Theme, d.LayoutType)
	checkAnalytics(f, d.Analytics)
	if d.LayoutType != "" {
		f.checkChoice(d.LayoutType, "a layout type", layoutTypes, "layoutType")
	}
	if d.BaseURL != "" && !isBaseURL(d.BaseURL) {
		f.errorAt([]any{"baseUrl"},
			"%q is not an address such as https://www.wayfare.example, which ends with its host",
			d.BaseURL)
	}
	l.checkContact(f, d)
	if f.root.Get("pageSize") != nil && d.PageSize < 1 {
		f.errorAt([]any{"pageSize"}, "a page has at least 1 card")
	}
	if len(d.Languages) == 0 && f.root.Get("languages") != nil {
		d.Languages, l.lib.DeploymentsIncomplete = []string{"en"}, true
	}
	if len(d.Hosts) == 0 && f.root.Get("hosts") != nil && !f.hasErrorAt("hosts") {
		f.errorAt([]any{"hosts"}, "at least one host is needed")
	}
	if len(d.Currencies) == 0 && f.root.Get("currencies") != nil && !f.hasErrorAt("currencies") {
		f.errorAt([]any{"currencies"}, "at least one currency is needed")
	}
	for key, text := range map[string]catalog.Localized{"name": d.Name, "tagline": d.Tagline} {
		l.checkLocalized(f, []any{key}, text, d.Languages)
	}
}

func (l *loader) checkContact(f *file, d *catalog.Deployment) {
	checkMail(f, []any{"contact", "email"}, d.Contact.Email)
	if u, err := url.Parse(d.Contact.ChatURL); d.Contact.ChatURL != "" &&
		(err != nil || u.Scheme != "https" || u.Host == "") {
		f.errorAt([]any{"contact", "chatUrl"}, "%q is not an address such as https://wa.me/97145550142",
			d.Contact.ChatURL)
	}
	if d.Contact.Language != "" {
		l.checkLocale(f, d.Contact.Language, "contact", "language")
	}
	l.checkLocalized(f, []any{"contact", "address"}, d.Contact.Address, d.Languages)
	l.checkLocalized(f, []any{"contact", "hours"}, d.Contact.Hours, d.Languages)
}

// checkChoice reports whether the value at a path of keys is one of some choices, and reports the mistake if it is not.
func (f *file) checkChoice(value, noun string, choices []string, at ...any) bool {
	if slices.Contains(choices, value) {
		return true
	}
	list := "they are " + strings.Join(choices, ", ")
	if len(choices) == 1 {
		list = "that is " + choices[0]
	}
	f.errorAt(at, "%q is not %s; %s%s", value, noun, list, suggest.DidYouMean(value, choices))
	return false
}

// isBaseURL reports whether addresses can begin with a text: it is a scheme and a host, which may have a port.
func isBaseURL(text string) bool {
	scheme, origin, _ := strings.Cut(text, "://")
	name, port, hasPort := strings.Cut(origin, ":")
	if n, err := strconv.ParseUint(port, 10, 16); hasPort && (err != nil || n == 0) {
		return false
	}
	return (scheme == "https" || scheme == "http") && hostRule.Pattern.MatchString(strings.ToLower(name))
}

// checkLanguages reports unknown and repeated languages and currencies. It drops those languages: no text in them is
// missed.
func (l *loader) checkLanguages(f *file, d *catalog.Deployment) {
	for i, language := range d.Languages {
		l.checkLocale(f, language, "languages", i)
		if slices.Index(d.Languages, language) < i {
			f.errorAt([]any{"languages", i}, "the language %q appears twice", language)
		}
	}
	if len(d.Languages) == 0 && f.root.Get("languages") != nil && !f.hasErrorAt("languages") {
		f.errorAt([]any{"languages"}, "at least one language is needed")
	}
	var known []string
	for _, language := range d.Languages {
		if !locale.IsRecognised(language) {
			l.lib.DeploymentsIncomplete = true
		} else if !slices.Contains(known, language) {
			known = append(known, language)
		}
	}
	d.Languages = known
	for i, c := range d.Currencies {
		if slices.Index(d.Currencies, c) < i {
			f.errorAt([]any{"currencies", i}, "the currency %q appears twice", c)
		}
		if _, ok := money.Exponent(c); !ok {
			f.errorAt([]any{"currencies", i}, "%s", money.UnknownCurrencyMessage(c))
		}
	}
}

// checkLocale reports a language that content has no texts of.
func (l *loader) checkLocale(f *file, code string, at ...any) {
	if _, ok := l.lib.Locale(code); ok {
		return
	}
	if locale.IsRecognised(code) {
		f.errorAt(at, "there is no content/texts/%s.yaml, which a storefront in %q needs", code, code)
		return
	}
	f.errorAt(at, "%q is not a language of storefronts; languages are %s, and with their texts in content/texts %s%s",
		code, l.lib.LocaleList(), strings.Join(l.otherLocales(), ", "), suggest.DidYouMean(code, locale.Recognised))
}

// otherLocales returns the recognised languages that content has no texts of.
func (l *loader) otherLocales() []string {
	return slices.DeleteFunc(slices.Clone(locale.Recognised), func(code string) bool {
		_, ok := l.lib.Locale(code)
		return ok
	})
}

// checkPayLater reports terms that contradict each other.
func checkPayLater(f *file, t *catalog.PayLaterTerms) {
	if t != nil && t.AtStart && (!t.BeforeStart.IsZero() || !t.AfterBooking.IsZero()) {
		f.errorAt([]any{"payLater", "atStart"}, "atStart replaces beforeStart and afterBooking")
	}
}

// paymentMethods are the ways to pay, the usual one first.
var paymentMethods = []string{catalog.PayByCard, catalog.PayLater}

func checkPayments(f *file, accepted []string) {
	if len(accepted) == 0 {
		f.errorAt([]any{"payments"}, "at least one way to pay is needed; they are %s",
			strings.Join(paymentMethods, ", "))
	}
	for i, method := range accepted {
		if f.checkChoice(method, "a way to pay", paymentMethods, "payments", i) && slices.Index(accepted, method) < i {
			f.errorAt([]any{"payments", i}, "%s appears twice", method)
		}
	}
}

// checkExchange reports rates that cannot convert anything, and a default currency that cannot be shown.
func (l *loader) checkExchange(f *file, d *catalog.Deployment) {
	if len(d.Currencies) == 0 {
		return
	}
	convertible := []string{d.Currencies[0]}
	if d.Exchange != nil {
		if d.Exchange.Date != "" && d.Exchange.Date.IsYearly() {
			f.errorAt([]any{"exchange", "date"}, "rates are of a day with its year, such as 2026-11-20")
		}
		for _, code := range slices.Sorted(maps.Keys(d.Exchange.Rates)) {
			at := []any{"exchange", "rates", code}
			if _, ok := money.Exponent(code); !ok {
				f.errorAtKey(at[:2], code, "%s", money.UnknownCurrencyMessage(code))
			} else if code == d.Currencies[0] {
				f.errorAtKey(at[:2], code, "rates are of one %s: it has none itself", code)
			}
			if _, err := money.ParseRate(string(d.Exchange.Rates[code])); err != nil {
				f.errorAt(at, "%s", err)
			}
			convertible = append(convertible, code)
		}
	}
	if d.DefaultCurrency != "" && !slices.Contains(convertible, d.DefaultCurrency) {
		f.errorAt([]any{"defaultCurrency"}, "%q has no rate in exchange, so prices cannot be shown in it%s",
			d.DefaultCurrency, suggest.DidYouMean(d.DefaultCurrency, convertible))
	}
}

// checkSelections checks what the deployments sell, once everything else is known.
func (l *loader) checkSelections() {
	known := map[string][]string{"suppliers": keys(l.lib.Suppliers)}
	if slices.ContainsFunc(l.lib.Deployments, func(d *catalog.Deployment) bool { return len(d.Sells.Products) > 0 }) {
		known["products"] = l.listFolders("products", &[]diag.Diagnostic{})
	}
	for _, c := range l.lib.Cities {
		known["cities"] = append(known["cities"], c.Slug)
	}
	for _, c := range l.lib.Categories {
		known["categories"] = append(known["categories"], c.Slug)
	}
	for _, d := range l.lib.Deployments {
		f := l.files[d.ID]
		l.checkOptionalPicture(f, []any{"heroImage"}, d.HeroImage)
		for key, chosen := range map[string][]string{"cities": d.Sells.Cities, "suppliers": d.Sells.Suppliers,
			"categories": d.Sells.Categories, "products": d.Sells.Products} {
			for i, slug := range chosen {
				if !slices.Contains(known[key], slug) {
					f.errorAt([]any{"sells", key, i}, "%q is not among the %s%s", slug, key,
						suggest.DidYouMean(slug, known[key]))
				}
			}
		}
	}
}
