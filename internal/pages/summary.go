package pages

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"math"
	"path"
	"slices"
	"strings"

	"storefront/internal/catalog"
	"storefront/internal/markdown"
	"storefront/internal/money"
)

// Key identifies what a page is made of: equal keys, equal pages.
type Key [16]byte

// MarshalBinary makes gob store a key in one piece, not as sixteen numbers, which would take ten times as long.
func (k Key) MarshalBinary() ([]byte, error) { return k[:], nil }

// UnmarshalBinary reads what MarshalBinary has written.
func (k *Key) UnmarshalBinary(data []byte) error {
	if len(data) != len(k) {
		return errors.New("a key has 16 bytes")
	}
	copy(k[:], data)
	return nil
}

// keyOf hashes parts so that no two different lists of parts give the same key by chance of concatenation.
func keyOf(parts ...[]byte) Key {
	h := sha256.New()
	var size [4]byte
	for _, p := range parts {
		size = [4]byte{byte(len(p)), byte(len(p) >> 8), byte(len(p) >> 16), byte(len(p) >> 24)}
		h.Write(size[:])
		h.Write(p)
	}
	var k Key
	copy(k[:], h.Sum(nil))
	return k
}

// KeyOf is the key of some bytes.
func KeyOf(parts ...[]byte) Key { return keyOf(parts...) }

// Summary is what a build has to know of every product at once. It is kept between builds, the rest is read again.
type Summary struct {
	Slug       string
	City       string
	Categories []string
	Supplier   string
	Currency   string
	Weight     int
	Draft      bool
	Image      string
	Related    []string
	Average    float64
	Reviews    int
	// Offer is what visitors filter and order by.
	Offer Offer
	// Texts follow the order of the reader's languages.
	Texts []SummaryText
	// Deployment is the one that this is of, and its reviews; empty where every deployment shows the same.
	Deployment string
	// Own are the summaries of deployments that have reviews of their own, by deployment.
	Own map[string]*Summary
}

// In is the product as a deployment shows it.
func (s *Summary) In(deployment string) *Summary {
	if own := s.Own[deployment]; own != nil {
		return own
	}
	return s
}

// Offer is what a product's card and page tell of it in numbers, whatever the language.
type Offer struct {
	Price            *Price // nil where there is no fixed price
	Duration         Duration
	GuideLanguages   []string
	FreeCancellation bool
	Pickup           bool
	Available        bool
}

// SummaryText is the part of a Summary that differs by language.
type SummaryText struct {
	Title       string
	SEOTitle    string
	Description string
	// Card is the JSON of a ProductCard.
	Card    []byte
	CardKey Key
	// Detail is the key of the JSON of the ProductDetail.
	Detail Key
	// Words is the key of the words by which the product is found.
	Words Key
	// Links are those of the overview, to pages of the site.
	Links []markdown.Link
	// File is where the overview is written, for diagnostics.
	File string
}

// Remark is something in prose that does not reach the page, with its file.
type Remark struct {
	File string
	markdown.Remark
}

// Remarks are those of a text, for content that is not shown.
func (m *Maker) Remarks(text catalog.Prose, language string) []Remark {
	return inFile(text.File, markdown.Render(text, m.picture(language)).Remarks)
}

func inFile(file string, remarks []markdown.Remark) []Remark {
	var out []Remark
	for _, r := range remarks {
		out = append(out, Remark{file, r})
	}
	return out
}

// Maker turns products and posts into what pages show. It is safe for concurrent use.
type Maker struct {
	lib        *catalog.Library
	languages  []string
	cities     map[string]*catalog.City
	categories map[string]*catalog.Category
}

// NewMaker makes for the languages of lib's deployments, in order.
func NewMaker(lib *catalog.Library, languages []string) *Maker {
	m := &Maker{lib: lib, languages: languages, cities: map[string]*catalog.City{}, categories: map[string]*catalog.Category{}}
	for _, c := range lib.Cities {
		m.cities[c.Slug] = c
	}
	for _, c := range lib.Categories {
		m.categories[c.Slug] = c
	}
	return m
}

// Vocabulary is a key of everything that products' cards and details take from elsewhere: names, pictures, suppliers.
// Where it changes, every product is read again.
func (m *Maker) Vocabulary() Key {
	b, err := marshal(struct {
		Languages  []string
		Cities     []*catalog.City
		Categories []*catalog.Category
		Suppliers  map[string]*catalog.Supplier
		Labels     map[string]catalog.Localized
		Occasions  map[string]catalog.Localized
		Pictures   map[string]*catalog.Picture
	}{m.languages, m.lib.Cities, m.lib.Categories, m.lib.Suppliers, m.lib.Labels, m.lib.Occasions, m.lib.Pictures})
	if err != nil {
		panic(err)
	}
	return keyOf(b)
}

// Product makes the summary of a checked product, and the JSON of its ProductDetail in every language.
func (m *Maker) Product(p *catalog.Product) (*Summary, [][]byte, []Remark) {
	s := &Summary{
		Slug: p.Slug, City: own(p.City), Categories: ownAll(p.Categories), Supplier: own(p.Supplier), Currency: own(p.Currency),
		Weight: p.Weight, Draft: p.Draft, Image: own(p.Images[0]), Related: ownAll(p.Related), Reviews: len(p.Reviews),
	}
	f := factsOf(p)
	if f.rating != nil {
		s.Average = f.rating.Average
	}
	s.Offer = Offer{
		Price: f.price, Duration: Duration(p.Duration), GuideLanguages: ownAll(p.GuideLanguages),
		FreeCancellation: f.free > 0, Pickup: p.Pickup != nil && p.Pickup.Included, Available: p.Status == "" || p.Status == "AVAILABLE",
	}
	if f.price != nil {
		s.Offer.Price.Currency, s.Offer.Price.Per = own(f.price.Currency), own(f.price.Per)
	}
	var details [][]byte
	var remarks []Remark
	for _, language := range m.languages {
		t := p.Texts[language]
		doc := markdown.Render(t.Body, m.picture(language))
		remarks = append(remarks, inFile(t.Body.File, doc.Remarks)...)
		card := mustMarshal(m.card(p, f, t, language))
		detail := mustMarshal(m.detail(p, f, t, language, doc.HTML))
		details = append(details, detail)
		s.Texts = append(s.Texts, SummaryText{
			Title: own(t.Title), SEOTitle: own(t.SEOTitle), Description: own(first(t.SEODescription, t.Summary)),
			Card: card, CardKey: keyOf(card), Detail: keyOf(detail), Links: doc.Links, File: t.Body.File,
		})
	}
	return s, details, remarks
}

// own takes a text out of the file that it was read from: a summary outlives the file, and a part of a string keeps the
// whole in memory.
func own(text string) string { return strings.Clone(text) }

func ownAll(texts []string) []string {
	out := slices.Clone(texts)
	for i := range out {
		out[i] = own(out[i])
	}
	return out
}

// facts are what is computed once of a product, whatever the language.
type facts struct {
	exponent int
	price    *Price
	rating   *Rating
	stars    []int
	starts   []string
	free     int
}

func factsOf(p *catalog.Product) facts {
	f := facts{price: lowestPrice(p), free: freeCancellation(p)}
	f.exponent, _ = money.Exponent(p.Currency)
	if n := len(p.Reviews); n > 0 {
		f.stars = make([]int, 5)
		sum := 0
		for _, r := range p.Reviews {
			f.stars[r.Rating-1]++
			sum += r.Rating
		}
		f.rating = &Rating{Average: math.Round(float64(sum)*10/float64(n)) / 10, Count: n}
	}
	for _, o := range p.Options {
		for _, season := range schedule(p, o).Seasons {
			if len(f.starts) == 0 {
				f.starts = season.StartTimes
			}
		}
	}
	return f
}

// lowestPrice is the "from" price: the cheapest unit that pays at all, or the cheapest option of a product priced per booking.
func lowestPrice(p *catalog.Product) *Price {
	if p.NoFixedPrice {
		return nil
	}
	exponent, _ := money.Exponent(p.Currency)
	var lowest *Price
	consider := func(price, original catalog.Decimal, per string) {
		amount, err := money.Parse(string(price), p.Currency)
		if err != nil || amount == 0 || lowest != nil && lowest.Amount <= amount {
			return
		}
		before, _ := money.Parse(string(original), p.Currency)
		lowest = &Price{Money: Money{Amount: amount, Currency: p.Currency, Exponent: exponent}, Original: before, Per: per}
	}
	for _, o := range p.Options {
		if p.PricingPer == "BOOKING" {
			consider(o.Price, o.OriginalPrice, "BOOKING")
			continue
		}
		for _, u := range o.Units {
			if u.Type == "ADULT" || u.Type == "OTHER" || u.Type == "FAMILY" {
				consider(u.Price, u.OriginalPrice, string(u.PricedBy))
			}
		}
	}
	if lowest == nil && p.PricingPer == "UNIT" {
		for _, o := range p.Options {
			for _, u := range o.Units {
				consider(u.Price, u.OriginalPrice, string(u.PricedBy))
			}
		}
	}
	return lowest
}

// freeCancellation is how many minutes before the start a full refund ends, if every option has one.
func freeCancellation(p *catalog.Product) int {
	longest := 0
	for _, o := range p.Options {
		tiers := o.Cancellation
		if tiers == nil {
			tiers = p.Cancellation
		}
		if len(tiers) == 0 || tiers[0].Refund != 100 {
			return 0
		}
		longest = max(longest, tiers[0].Before.Minutes, 1)
	}
	return longest
}

// PicturePath is where a picture is published: its content never changes there, so that it can be cached for ever. One of
// another host stays there.
func PicturePath(p *catalog.Picture) string {
	if p.Remote() {
		return p.File
	}
	ext := path.Ext(p.File)
	return "/media/" + strings.TrimSuffix(p.File, ext) + "." + p.Hash + ext
}

func (m *Maker) picture(language string) func(string) (string, int, int, string, bool) {
	return func(name string) (string, int, int, string, bool) {
		p := m.lib.Pictures[name]
		if p == nil {
			return "", 0, 0, "", false
		}
		return PicturePath(p), p.Width, p.Height, p.Alt[language], true
	}
}

func (m *Maker) image(name, language string) *Image {
	p := m.lib.Pictures[name]
	if p == nil {
		return nil
	}
	return &Image{Src: PicturePath(p), Width: p.Width, Height: p.Height, Alt: p.Alt[language]}
}

func (m *Maker) city(slug, language string) Named {
	if c := m.cities[slug]; c != nil && c.Texts[language] != nil {
		return Named{slug, c.Texts[language].Title}
	}
	return Named{ID: slug, Name: slug}
}

func (m *Maker) category(slug, language string) Named {
	if c := m.categories[slug]; c != nil && c.Texts[language] != nil {
		return Named{slug, c.Texts[language].Title}
	}
	return Named{ID: slug, Name: slug}
}

func named(ids []string, names map[string]catalog.Localized, language string) []Named {
	var out []Named
	for _, id := range ids {
		out = append(out, Named{id, names[id][language]})
	}
	return out
}

func (m *Maker) card(p *catalog.Product, f facts, t *catalog.ProductText, language string) *ProductCard {
	c := &ProductCard{
		Slug: p.Slug, Title: t.Title, City: m.city(p.City, language), Category: m.category(p.Categories[0], language),
		Duration: Duration(p.Duration), Pickup: p.Pickup != nil && p.Pickup.Included, FreeCancellation: f.free,
		Rating: f.rating, Price: f.price, Status: string(p.Status), Labels: named(p.Labels, m.lib.Labels, language),
		StartTimes: f.starts, Guides: p.GuideLanguages,
	}
	if i := m.image(p.Images[0], language); i != nil {
		c.Image = *i
	}
	return c
}

func first(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// marshal writes JSON without the escapes that HTML would want: the renderer puts it in place safely.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// mustMarshal is for our own shapes, which always can be written.
func mustMarshal(v any) []byte {
	b, err := marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

// excerpt shortens a text to whole words for a description.
func excerpt(text string, most int) string {
	text = strings.Join(strings.Fields(text), " ")
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	cut := string(runes[:most])
	if i := strings.LastIndexByte(cut, ' '); i > 0 {
		cut = cut[:i]
	}
	return cut + "…"
}
