package source

import (
	"path"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/core/payload"
	"storefront/internal/lib/suggest"
)

// ProductSlugs lists the products.
func (r *Reader) ProductSlugs(out *[]diag.Diagnostic) []string { return r.listFolders("products", out) }

// Product reads one product whole. known are the slugs of all products.
func (r *Reader) Product(slug string, lib *catalog.Library,
	known map[string]bool) (*catalog.Product, []diag.Diagnostic) {
	var out []diag.Diagnostic
	folder := path.Join("products", slug)
	p := &catalog.Product{Slug: slug, Weight: DefaultWeight, Status: payload.Available, PricingPer: payload.PerUnit}
	f, ok := r.readYAML(path.Join(folder, "product.yaml"), p, &out)
	if slug == "page" {
		f.report(1, 1, false, "the slug page clashes with the addresses of further pages (/page/2)")
	}
	r.warnStrayFiles(folder, lib, &out)
	var files map[string]*file
	p.Texts, files = readTexts[catalog.ProductText](r, lib.Languages, RequiredLanguagesOf(p, lib), folder, &out)
	defer removeDrafts(r, p.Texts)
	if r.exists(path.Join(folder, "reviews.yaml")) {
		r.readReviews(folder, p, &out)
	}
	if !ok || f.root == nil {
		return p, out
	}
	setDefaults(p)
	c := &productChecker{file: f, product: p, lib: lib, productSlugs: known}
	c.checkReferences()
	c.checkFacts()
	c.checkPrices()
	c.checkSchedules()
	for language, t := range p.Texts {
		c.checkTexts(files[language], t)
		checkSlug(files[language], t.Slug, t.Aliases, nil)
		checkPublishedText(files[language], p.Draft || t.Draft, language, t.Body, &out)
	}
	return p, out
}

// RequiredLanguagesOf returns the languages in which a product's texts are required: those of the storefronts that sell
// it, or of all storefronts if they all require everything or if none sells it.
func RequiredLanguagesOf(p *catalog.Product, lib *catalog.Library) []string {
	sells := func(d *catalog.Deployment) bool {
		return d.SellsProduct(p.Slug, p.City, p.Supplier, p.Currency, p.Categories)
	}
	if !lib.AllowsUntranslated() || !slices.ContainsFunc(lib.Deployments, sells) {
		return lib.RequiredLanguages(nil)
	}
	return lib.RequiredLanguages(sells)
}

func setDefaults(p *catalog.Product) {
	for i := range p.Options {
		o := &p.Options[i]
		if o.MaxTravellers == 0 {
			o.MaxTravellers = o.Capacity
		}
		for j := range o.Units {
			u := &o.Units[j]
			if u.ID == "" {
				u.ID = strings.ToLower(string(u.Type))
			}
			if u.PricedBy == "" {
				u.PricedBy = payload.ByPerson
			}
			if u.PaxCount == 0 {
				u.PaxCount = 1
			}
		}
	}
	for i := range p.Extras {
		if p.Extras[i].PricingPer == "" {
			p.Extras[i].PricingPer = payload.PerUnit
		}
	}
}

func (r *Reader) readReviews(folder string, p *catalog.Product, out *[]diag.Diagnostic) {
	f, ok := r.readYAML(path.Join(folder, "reviews.yaml"), &p.Reviews, out)
	if !ok {
		return
	}
	for i, review := range p.Reviews {
		checkReview(f, []any{i}, review.Rating, review.Date, review.Language)
		checkCountry(f, []any{i, "country"}, review.Country)
	}
}

type productChecker struct {
	*file
	product      *catalog.Product
	lib          *catalog.Library
	productSlugs map[string]bool
}

func (c *productChecker) checkReferences() {
	p := c.product
	var cities, categories []string
	for _, city := range c.lib.Cities {
		cities = append(cities, city.Slug)
	}
	for _, category := range c.lib.Categories {
		categories = append(categories, category.Slug)
	}
	c.checkOneOf([]any{"city"}, p.City, cities, "there is no city %q%s")
	for i, slug := range p.Categories {
		c.checkOneOf([]any{"categories", i}, slug, categories, "there is no category %q%s")
	}
	if len(p.Categories) == 0 && c.root.Get("categories") != nil && !c.hasErrorAt("categories") {
		c.errorAt([]any{"categories"}, "at least one category is needed")
	}
	checkKeyOf(c, []any{"supplier"}, p.Supplier, c.lib.Suppliers, "there is no supplier %q%s")
	for i, id := range p.Labels {
		if id == catalog.TopRated {
			c.errorAt([]any{"labels", i}, "reviews earn the label %q: the build adds it by itself", id)
			continue
		}
		checkKeyOf(c, []any{"labels", i}, id, c.lib.Labels, "there is no label %q in labels.yaml%s")
	}
	for i, id := range p.Occasions {
		checkKeyOf(c, []any{"occasions", i}, id, c.lib.Occasions, "there is no occasion %q in occasions.yaml%s")
	}
	checkAliases(c.file, p.Aliases)
	for i, slug := range p.Related {
		if slug == p.Slug {
			c.errorAt([]any{"related", i}, "this is the product itself: name others")
		} else if !c.productSlugs[slug] {
			others := slices.DeleteFunc(keys(c.productSlugs), func(other string) bool { return other == p.Slug })
			c.errorAt([]any{"related", i}, "there is no other product %q%s", slug, suggest.DidYouMean(slug, others))
		}
	}
	for i, name := range p.Images {
		checkPicture(c.file, []any{"images", i}, c.lib, name)
	}
	if len(p.Images) == 0 && c.root.Get("images") != nil && !c.hasErrorAt("images") {
		c.errorAt([]any{"images"}, "at least one picture is needed")
	}
}

// checkKeyOf reports a word that is not among the keys of a map.
func checkKeyOf[T any](c *productChecker, at []any, word string, allowed map[string]T, format string) {
	if _, ok := allowed[word]; word != "" && !ok {
		c.errorAt(at, format, word, suggest.DidYouMean(word, keys(allowed)))
	}
}

// checkOneOf reports a word that is not among the allowed.
func (c *productChecker) checkOneOf(at []any, word string, allowed []string, format string) {
	if word != "" && !slices.Contains(allowed, word) {
		c.errorAt(at, format, word, suggest.DidYouMean(word, allowed))
	}
}

func (c *productChecker) checkFacts() {
	p := c.product
	c.checkPlace([]any{"location"}, p.Location)
	checkRange(c.file, []any{"ages"}, p.Ages)
	for i, language := range p.GuideLanguages {
		checkLanguage(c.file, []any{"guideLanguages", i}, language)
	}
	if p.Duration.IsZero() && c.root.Get("duration") != nil && !c.hasErrorAt("duration") {
		c.errorAt([]any{"duration"}, "a duration must be more than zero")
	}
	c.checkTransfer("pickup", p.Pickup)
	c.checkTransfer("dropOff", p.DropOff)
	checkTiers(c.file, []any{"cancellation"}, p.Cancellation)
	options, extras, steps := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for i, o := range p.Options {
		c.checkID(options, []any{"options", i, "id"}, o.ID)
		c.checkOption(i, o)
	}
	if len(p.Options) == 0 && c.root.Get("options") != nil {
		c.errorAt([]any{"options"}, "at least one option is needed")
	}
	for i, e := range p.Extras {
		c.checkID(extras, []any{"extras", i, "id"}, e.ID)
	}
	for i, s := range p.Itinerary {
		c.checkID(steps, []any{"itinerary", i, "id"}, s.ID)
	}
}

// checkPlace reports coordinates beyond their bounds, and those that are near the product's city only when
// exchanged or with other signs.
func (c *productChecker) checkPlace(at []any, place catalog.Coordinates) {
	checkCoordinates(c.file, at, place.Latitude, place.Longitude)
	for _, city := range c.lib.Cities {
		if err := place.CheckNear(city); city.Slug == c.product.City && err != nil {
			c.errorAt(at, "%v", err)
		}
	}
}

// checkID reports an id that is malformed or repeated.
func (c *productChecker) checkID(seen map[string]bool, at []any, id string) {
	if id == "" {
		return
	}
	if !slugForm.MatchString(id) {
		c.errorAt(at, "%q is not an id: lower-case a-z, 0-9 and single hyphens", id)
	}
	if seen[id] {
		c.errorAt(at, "the id %q appears twice", id)
	}
	seen[id] = true
}

func (c *productChecker) checkOption(i int, o catalog.Option) {
	here := []any{"options", i}
	if o.Capacity < 1 && c.root.At(here...).Get("capacity") != nil && !c.hasErrorAt(childPath(here, "capacity")...) {
		c.errorAt(childPath(here, "capacity"),
			"a slot has at least 1 seat; a product that cannot be booked has status: "+
				"SOLD_OUT or CLOSED")
	}
	checkTiers(c.file, childPath(here, "cancellation"), o.Cancellation)
	c.checkMinimum(here, o)
	ids := map[string]bool{}
	for j, u := range o.Units {
		at := childPath(here, "units", j)
		if ids[u.ID] {
			c.errorAt(at, "the unit %q appears twice; give one of them an id", u.ID)
		}
		ids[u.ID] = true
		checkRange(c.file, childPath(at, "ages"), u.Ages)
		if u.Max > 0 && u.Min > u.Max {
			c.errorAt(at, "at least %d and at most %d is impossible", u.Min, u.Max)
		}
		if u.Min*u.PaxCount > o.MaxTravellers && o.MaxTravellers > 0 {
			c.errorAt(childPath(at, "min"), "at least %d are more travellers than the option takes (%d)", u.Min,
				o.MaxTravellers)
		}
	}
	if len(o.Units) == 0 && c.root.At(here...).Get("units") != nil {
		c.errorAt(childPath(here, "units"), "at least one unit is needed")
	}
	c.checkCompanions(here, o)
}

// checkMinimum checks how many participants a departure needs.
func (c *productChecker) checkMinimum(option []any, o catalog.Option) {
	node := c.root.At(option...)
	least, before := childPath(option, "minimumParticipants"), childPath(option, "decideBefore")
	switch {
	case node.Get("minimumParticipants") == nil && node.Get("decideBefore") == nil:
	case node.Get("minimumParticipants") == nil:
		c.errorAt(before, "decideBefore belongs to minimumParticipants, which is missing")
	case c.product.PricingPer == payload.PerBooking:
		c.errorAt(least, "a product priced per BOOKING takes place with every booking")
	case o.MinimumParticipants < minMinimumParticipants:
		c.errorAt(least, "a minimum is 2 participants or more")
	case o.MinimumParticipants > o.Capacity && o.Capacity > 0:
		c.errorAt(least, "the option has %d seats, fewer than the minimum", o.Capacity)
	case node.Get("decideBefore") == nil:
		c.errorAt(least, "a minimum needs decideBefore: how long before the start it is decided, such as 24h")
	case o.DecideBefore.Minutes <= 0 || o.DecideBefore.Nights > 0:
		c.errorAt(before, "write how long before the start it is decided, in hours or days")
	}
}

// checkCompanions reports names in accompaniedBy that no other unit of the option has.
func (c *productChecker) checkCompanions(option []any, o catalog.Option) {
	for i, u := range o.Units {
		var others []string
		for _, other := range o.Units {
			if other.ID != u.ID {
				others = append(others, other.ID)
			}
		}
		for j, id := range u.AccompaniedBy {
			at := childPath(option, "units", i, "accompaniedBy", j)
			switch {
			case !slices.Contains(others, id):
				c.errorAt(at, "the option has no other unit %q%s", id, suggest.DidYouMean(id, others))
			case slices.Contains(u.AccompaniedBy[:j], id):
				c.errorAt(at, "the unit %q appears twice", id)
			}
		}
	}
}
