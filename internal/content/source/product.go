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

// Slugs lists the products.
func (r *Reader) Slugs(out *[]diag.Diagnostic) []string { return r.folders("products", out) }

// Product reads one product whole. known are the slugs of all products.
func (r *Reader) Product(slug string, lib *catalog.Library,
	known map[string]bool) (*catalog.Product, []diag.Diagnostic) {
	var out []diag.Diagnostic
	folder := path.Join("products", slug)
	p := &catalog.Product{Slug: slug, Weight: DefaultWeight, Status: payload.Available, PricingPer: payload.PerUnit}
	f, ok := r.yaml(path.Join(folder, "product.yaml"), p, &out)
	if slug == "page" {
		f.at(1, 1, false, "the slug page clashes with the addresses of further pages (/page/2)")
	}
	r.strays(folder, lib, &out)
	var files map[string]*file
	p.Texts, files = texts[catalog.ProductText](r, lib.Languages, NeededOf(p, lib), folder, &out)
	defer withoutDrafts(r, p.Texts)
	if r.exists(path.Join(folder, "reviews.yaml")) {
		r.reviews(folder, p, &out)
	}
	if !ok || f.root == nil {
		return p, out
	}
	defaults(p)
	c := &productCheck{file: f, p: p, lib: lib, known: known}
	c.references()
	c.facts()
	c.prices()
	c.schedules()
	for language, t := range p.Texts {
		c.texts(files[language], t)
		checkAddress(files[language], t.Slug, t.Aliases, nil)
		unwritten(files[language], p.Draft || t.Draft, language, t.Body, &out)
	}
	return p, out
}

// NeededOf returns the languages in which a product's texts are required: those of the storefronts that sell it, or of
// all storefronts if they all require everything or if none sells it.
func NeededOf(p *catalog.Product, lib *catalog.Library) []string {
	sells := func(d *catalog.Deployment) bool {
		return d.Offers(p.Slug, p.City, p.Supplier, p.Currency, p.Categories)
	}
	if !lib.Lenient() || !slices.ContainsFunc(lib.Deployments, sells) {
		return lib.Needed(nil)
	}
	return lib.Needed(sells)
}

func defaults(p *catalog.Product) {
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

func (r *Reader) reviews(folder string, p *catalog.Product, out *[]diag.Diagnostic) {
	f, ok := r.yaml(path.Join(folder, "reviews.yaml"), &p.Reviews, out)
	if !ok {
		return
	}
	for i, review := range p.Reviews {
		checkReview(f, []any{i}, review.Rating, review.Date, review.Language)
		checkCountry(f, []any{i, "country"}, review.Country)
	}
}

type productCheck struct {
	*file
	p     *catalog.Product
	lib   *catalog.Library
	known map[string]bool
}

func (c *productCheck) references() {
	p := c.p
	var cities, categories []string
	for _, city := range c.lib.Cities {
		cities = append(cities, city.Slug)
	}
	for _, category := range c.lib.Categories {
		categories = append(categories, category.Slug)
	}
	c.among([]any{"city"}, p.City, cities, "there is no city %q%s")
	for i, slug := range p.Categories {
		c.among([]any{"categories", i}, slug, categories, "there is no category %q%s")
	}
	if len(p.Categories) == 0 && c.root.Get("categories") != nil && !c.misread("categories") {
		c.wrong([]any{"categories"}, "at least one category is needed")
	}
	amongKeys(c, []any{"supplier"}, p.Supplier, c.lib.Suppliers, "there is no supplier %q%s")
	for i, id := range p.Labels {
		if id == catalog.TopRated {
			c.wrong([]any{"labels", i}, "reviews earn the label %q: the build adds it by itself", id)
			continue
		}
		amongKeys(c, []any{"labels", i}, id, c.lib.Labels, "there is no label %q in labels.yaml%s")
	}
	for i, id := range p.Occasions {
		amongKeys(c, []any{"occasions", i}, id, c.lib.Occasions, "there is no occasion %q in occasions.yaml%s")
	}
	checkAliases(c.file, p.Aliases)
	for i, slug := range p.Related {
		if slug == p.Slug {
			c.wrong([]any{"related", i}, "this is the product itself: name others")
		} else if !c.known[slug] {
			others := slices.DeleteFunc(keys(c.known), func(other string) bool { return other == p.Slug })
			c.wrong([]any{"related", i}, "there is no other product %q%s", slug, suggest.DidYouMean(slug, others))
		}
	}
	for i, name := range p.Images {
		checkPicture(c.file, []any{"images", i}, c.lib, name)
	}
	if len(p.Images) == 0 && c.root.Get("images") != nil && !c.misread("images") {
		c.wrong([]any{"images"}, "at least one picture is needed")
	}
}

// amongKeys reports a word that is not among the keys of a map.
func amongKeys[T any](c *productCheck, at []any, word string, allowed map[string]T, format string) {
	if _, ok := allowed[word]; word != "" && !ok {
		c.wrong(at, format, word, suggest.DidYouMean(word, keys(allowed)))
	}
}

// among reports a word that is not among the allowed.
func (c *productCheck) among(at []any, word string, allowed []string, format string) {
	if word != "" && !slices.Contains(allowed, word) {
		c.wrong(at, format, word, suggest.DidYouMean(word, allowed))
	}
}

func (c *productCheck) facts() {
	p := c.p
	c.place([]any{"location"}, p.Location)
	checkRange(c.file, []any{"ages"}, p.Ages)
	for i, language := range p.GuideLanguages {
		checkLanguage(c.file, []any{"guideLanguages", i}, language)
	}
	if p.Duration.IsZero() && c.root.Get("duration") != nil && !c.misread("duration") {
		c.wrong([]any{"duration"}, "a duration is longer than nothing")
	}
	c.transfer("pickup", p.Pickup)
	c.transfer("dropOff", p.DropOff)
	checkTiers(c.file, []any{"cancellation"}, p.Cancellation)
	options, extras, steps := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for i, o := range p.Options {
		c.id(options, []any{"options", i, "id"}, o.ID)
		c.option(i, o)
	}
	if len(p.Options) == 0 && c.root.Get("options") != nil {
		c.wrong([]any{"options"}, "at least one option is needed")
	}
	for i, e := range p.Extras {
		c.id(extras, []any{"extras", i, "id"}, e.ID)
	}
	for i, s := range p.Itinerary {
		c.id(steps, []any{"itinerary", i, "id"}, s.ID)
	}
}

// place reports coordinates beyond their bounds, and those that are near the product's city only when
// exchanged or with other signs.
func (c *productCheck) place(at []any, place catalog.Coordinates) {
	checkCoordinates(c.file, at, place.Latitude, place.Longitude)
	for _, city := range c.lib.Cities {
		if err := place.CheckNear(city); city.Slug == c.p.City && err != nil {
			c.wrong(at, "%v", err)
		}
	}
}

// id reports an id that is malformed or repeated.
func (c *productCheck) id(seen map[string]bool, at []any, id string) {
	if id == "" {
		return
	}
	if !slugForm.MatchString(id) {
		c.wrong(at, "%q is not an id: lower-case a-z, 0-9 and single hyphens", id)
	}
	if seen[id] {
		c.wrong(at, "the id %q stands twice", id)
	}
	seen[id] = true
}

func (c *productCheck) option(i int, o catalog.Option) {
	here := []any{"options", i}
	if o.Capacity < 1 && c.root.At(here...).Get("capacity") != nil && !c.misread(under(here, "capacity")...) {
		c.wrong(under(here, "capacity"), "a slot has at least 1 seat; a product that cannot be booked has status: "+
			"SOLD_OUT or CLOSED")
	}
	checkTiers(c.file, under(here, "cancellation"), o.Cancellation)
	c.minimum(here, o)
	ids := map[string]bool{}
	for j, u := range o.Units {
		at := under(here, "units", j)
		if ids[u.ID] {
			c.wrong(at, "the unit %q stands twice; give one of them an id", u.ID)
		}
		ids[u.ID] = true
		checkRange(c.file, under(at, "ages"), u.Ages)
		if u.Max > 0 && u.Min > u.Max {
			c.wrong(at, "at least %d and at most %d is impossible", u.Min, u.Max)
		}
		if u.Min*u.PaxCount > o.MaxTravellers && o.MaxTravellers > 0 {
			c.wrong(under(at, "min"), "at least %d are more travellers than the option takes (%d)", u.Min,
				o.MaxTravellers)
		}
	}
	if len(o.Units) == 0 && c.root.At(here...).Get("units") != nil {
		c.wrong(under(here, "units"), "at least one unit is needed")
	}
	c.companions(here, o)
}

// minimum checks how many participants a departure needs.
func (c *productCheck) minimum(option []any, o catalog.Option) {
	node := c.root.At(option...)
	least, before := under(option, "minimumParticipants"), under(option, "decideBefore")
	switch {
	case node.Get("minimumParticipants") == nil && node.Get("decideBefore") == nil:
	case node.Get("minimumParticipants") == nil:
		c.wrong(before, "decideBefore belongs to minimumParticipants, which is missing")
	case c.p.PricingPer == payload.PerBooking:
		c.wrong(least, "a product priced per BOOKING takes place with every booking")
	case o.MinimumParticipants < leastMinimum:
		c.wrong(least, "a minimum is 2 participants or more")
	case o.MinimumParticipants > o.Capacity:
		c.wrong(least, "the option has %d seats, fewer than the minimum", o.Capacity)
	case node.Get("decideBefore") == nil:
		c.wrong(least, "a minimum needs decideBefore: how long before the start it is decided, such as 24h")
	case o.DecideBefore.Minutes <= 0 || o.DecideBefore.Nights > 0:
		c.wrong(before, "write how long before the start it is decided, in hours or days")
	}
}

// companions reports names in accompaniedBy that no other unit of the option has.
func (c *productCheck) companions(option []any, o catalog.Option) {
	for i, u := range o.Units {
		var others []string
		for _, other := range o.Units {
			if other.ID != u.ID {
				others = append(others, other.ID)
			}
		}
		for j, id := range u.AccompaniedBy {
			at := under(option, "units", i, "accompaniedBy", j)
			switch {
			case !slices.Contains(others, id):
				c.wrong(at, "the option has no other unit %q%s", id, suggest.DidYouMean(id, others))
			case slices.Contains(u.AccompaniedBy[:j], id):
				c.wrong(at, "the unit %q stands twice", id)
			}
		}
	}
}
