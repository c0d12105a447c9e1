package octo

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"sync"

	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

// productContent is the content of a product and of its options.
type productContent struct {
	product *content
	options map[string]*content
}

// contentCache caches the content of products, since the payload of a page is large.
type contentCache struct {
	mu      sync.Mutex
	entries map[contentKey]cachedContent
}

type contentKey struct{ deployment, language, slug, origin string }

type cachedContent struct {
	product *booking.Product // of the catalogue, which a new build replaces if the page has changed
	*productContent
}

// describe returns the content of a product in the language of a request.
func (s *Server) describe(r *request, p *booking.Product) (*productContent, error) {
	key := contentKey{r.deployment.ID, r.deployment.Language, p.Slug, r.origin}
	product, err := s.Catalog.Product(key.deployment, key.language, p.Slug)
	if err != nil {
		return nil, err
	}
	s.contentCache.mu.Lock()
	cached := s.contentCache.entries[key]
	s.contentCache.mu.Unlock()
	if cached.product == product {
		return cached.productContent, nil
	}
	page, err := s.Catalog.Page(key.deployment, key.language, p.Slug)
	if err != nil {
		return nil, err
	}
	d := &productContent{product: contentOf(r, page.Title, &page.Product, page.City.Name, page.Categories),
		options: map[string]*content{}}
	for i := range page.Product.Options {
		o := &page.Product.Options[i]
		d.options[o.ID] = contentOfOption(d.product, o, &page.Product)
	}
	s.contentCache.mu.Lock()
	defer s.contentCache.mu.Unlock()
	if s.contentCache.entries == nil || len(s.contentCache.entries) >= maxCachedContents {
		s.contentCache.entries = map[contentKey]cachedContent{}
	}
	s.contentCache.entries[key] = cachedContent{product, d}
	return d, nil
}

// maxCachedContents bounds the cache, which is cleared when it is full.
const maxCachedContents = 20_000

func contentOf(r *request, title string, d *payload.ProductDetail, city string, categories []payload.Named) *content {
	c := &content{
		Title: title, ShortDescription: orNull(d.Summary), Description: orNull(textOf(d.Overview)),
		Features: []feature{}, FAQs: []struct{}{}, Media: []media{}, Locations: []location{},
		CategoryLabels: labelsOf(d, categories), DurationMinutesFrom: minutesOf(&d.Duration),
		Commentary: []commentary{},
	}
	if d.MinimumDuration != nil && minutesOf(d.MinimumDuration) < c.DurationMinutesFrom {
		longest := c.DurationMinutesFrom
		c.DurationMinutesFrom, c.DurationMinutesTo = minutesOf(d.MinimumDuration), &longest
	}
	for _, list := range []struct {
		kind  string
		texts []string
	}{
		{"HIGHLIGHT", d.Highlights}, {"INCLUSION", d.Includes}, {"EXCLUSION", d.Excludes},
		{"PREBOOKING_INFORMATION", d.KnowBeforeYouGo}, {"PREARRIVAL_INFORMATION", d.WhatToBring},
	} {
		for _, text := range list.texts {
			c.Features = append(c.Features, feature{text, list.kind})
		}
	}
	for i := range d.Images {
		c.Media = append(c.Media, pictureOf(r.origin, &d.Images[i], i))
	}
	for _, step := range d.Itinerary {
		text := strings.TrimSuffix(step.Title+": "+step.Text, ": ")
		c.Features = append(c.Features, feature{text, "ADDITIONAL_INFORMATION"})
	}
	c.Locations = append(c.Locations, startLocation(d, city))
	for _, language := range d.GuideLanguages {
		c.Commentary = append(c.Commentary, commentary{"IN_PERSON", language})
	}
	return c
}

// contentOfOption describes an option: its own title, description and terms. Pictures and places are the product's.
func contentOfOption(product *content, o *payload.Option, d *payload.ProductDetail) *content {
	c := &content{
		Title: o.Title, ShortDescription: orNull(o.Description), Features: []feature{}, FAQs: []struct{}{},
		Media: []media{}, Locations: []location{}, CategoryLabels: product.CategoryLabels,
		DurationMinutesFrom: product.DurationMinutesFrom, DurationMinutesTo: product.DurationMinutesTo,
		Commentary: product.Commentary,
	}
	if o.Duration != nil && d.MinimumDuration == nil {
		c.DurationMinutesFrom = minutesOf(o.Duration)
	}
	return c
}

// minutesOf returns a duration in minutes; a night is a day of them.
func minutesOf(d *payload.Duration) int {
	const day = 24 * 60
	return d.Minutes + d.Nights*day
}

// pictureOf returns a picture as JPEG, which the standard allows and content has not.
func pictureOf(origin string, i *payload.Image, index int) media {
	m := media{Src: i.Src, Type: "image/jpeg", Rel: "GALLERY", Caption: orNull(i.Alt)}
	if strings.HasPrefix(m.Src, "/") {
		m.Src = origin + "/_ipx/f_jpeg,w_1200" + m.Src
	}
	if index == 0 {
		m.Rel = "COVER"
	}
	return m
}

// startLocation returns where a product starts. The stops of its itinerary have no places of their own: they are
// features.
func startLocation(d *payload.ProductDetail, city string) location {
	return location{Title: orNull(d.Location.Place), Types: []string{"START", "REDEMPTION"}, Place: place{
		Latitude: d.Location.Latitude, Longitude: d.Location.Longitude, SameAs: []string{},
		PostalAddress: postalAddress{StreetAddress: orNull(d.Location.Address), AddressLocality: orNull(city)},
		Identifiers: map[string]*string{
			"googlePlaceId": nil, "applePlaceId": nil, "tripadvisorLocationId": nil, "yelpPlaceId": nil,
			"facebookPlaceId": nil, "foursquarePlaceId": nil, "baiduPlaceId": nil, "amapPlaceId": nil,
		},
	}}
}

// standardLabels are the standard's labels of categories that content may have under the same name.
var standardLabels = []string{
	"multi-day", "city-cards", "adults-only", "animals", "audio-guide", "beaches", "bike-tours", "boat-tours",
	"classes",
	"day-trips", "family-friendly", "fast-track", "food", "guided-tours", "history", "hop-on-hop-off", "literature",
	"live-music", "museums", "nightlife", "outdoors", "private-tours", "romantic", "recurring-events", "self-guided",
	"small-group-tours", "sports", "theme-parks", "walking-tours", "wheelchair-accessible", "accommodation-included",
	"trip-difficulty-easy", "trip-difficulty-medium", "trip-difficulty-hard",
}

// labelAliases has the standard's label for ids of content with other names.
var labelAliases = map[string]string{
	"boat-trips": "boat-tours", "family-days": "family-friendly", "family-favourite": "family-friendly",
	"families": "family-friendly", "food-and-cooking": "food", "museums-and-monuments": "museums",
	"hiking-and-nature": "outdoors", "water-sports": "sports", "overnight-stays": "accommodation-included",
	"private-drivers": "private-tours", "private": "private-tours", "small-group": "small-group-tours",
	"couples": "romantic",
}

// labelsOf returns the standard's labels for the categories, labels and occasions of a product.
func labelsOf(d *payload.ProductDetail, categories []payload.Named) []string {
	labels := []string{}
	for _, named := range slices.Concat(categories, d.Labels, d.Occasions) {
		label := named.ID
		if alias := labelAliases[label]; alias != "" {
			label = alias
		}
		if slices.Contains(standardLabels, label) && !slices.Contains(labels, label) {
			labels = append(labels, label)
		}
	}
	return labels
}

var (
	blockEnd = regexp.MustCompile(`(?i)<br\s*/?>|</(?:p|div|ul|ol|table|h[1-6]|blockquote)>`)
	itemTag  = regexp.MustCompile(`(?i)<li[^>]*>`)
	anyTag   = regexp.MustCompile(`<[^>]*>`)
)

// textOf returns the text of a page's prose, with an empty line between paragraphs.
func textOf(prose string) string {
	text := itemTag.ReplaceAllString(blockEnd.ReplaceAllString(prose, "\n\n"), "\n- ")
	text = html.UnescapeString(anyTag.ReplaceAllString(text, ""))
	var paragraphs []string
	for part := range strings.SplitSeq(text, "\n\n") {
		if part = strings.TrimSpace(part); part != "" {
			paragraphs = append(paragraphs, part)
		}
	}
	return strings.Join(paragraphs, "\n\n")
}
