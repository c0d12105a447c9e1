package pages

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"

	"storefront/internal/core/money"
	"storefront/internal/core/payload"
	"storefront/internal/lib/flat"
)

// ChangesFile is the file of a tree that records the products that a deployment sells and their changes. A build reads
// that of the live build, compares it with the content, and writes its own, from which it makes the product feeds.
const ChangesFile = "feeds/changes.tsv"

// maxChanges is the number of changes in the feeds, and the number of removed products in the record.
const maxChanges = 100

// The changes of a product.
const (
	changeNew   = "new"
	changePrice = "price"
	changeGone  = "gone"
)

// productChange is a line of the record: a product, its last change with the day, and its price then, "350.00 AED", and
// before. An empty price is on request. Titles are the end of the line, with the title in each language.
type productChange struct {
	slug, change, date   string
	price, previousPrice string
	titles               string
}

// title returns the title in a language, or an empty string.
func (p *productChange) title(language string) string {
	for rest := p.titles; rest != ""; {
		var code, title string
		code, rest, _ = strings.Cut(rest, "\t")
		if title, rest, _ = strings.Cut(rest, "\t"); code == language {
			return title
		}
	}
	return ""
}

// ProductFeeds returns the record of a day and, in each language, a JSON Feed and an Atom feed of the latest changes.
// live is the record of the live build; without one every product is new. A build that includes drafts is a preview and
// leaves the record as it is, so that it never contains drafts, their translations or their places.
func (s *Site) ProductFeeds(live []byte, day time.Time) ([]WebFile, error) {
	var record []productChange
	if s.visibility.DraftVisible(true) {
		record = slices.SortedFunc(maps.Values(readChanges(live)), bySlug)
	} else {
		record = s.changesSince(readChanges(live), day.Format(time.DateOnly))
	}
	files := []WebFile{{ChangesFile, writeChanges(record)}}
	latest := slices.Clone(record)
	slices.SortStableFunc(latest, func(a, b productChange) int { return cmp.Compare(b.date, a.date) })
	latest = latest[:min(len(latest), maxChanges)]
	for _, language := range s.deployment.Languages {
		items := s.changedItems(latest, language)
		atom, err := s.changesAtom(items, language, day)
		if err != nil {
			return nil, err
		}
		files = append(files, s.changesJSON(items, language), atom)
	}
	return files, nil
}

// changesSince returns the record of the products that are sold now, in order of slugs; changed ones get the day.
func (s *Site) changesSince(previous map[string]productChange, day string) (record []productChange) {
	languages := slices.Sorted(slices.Values(s.deployment.Languages))
	var titles []byte
	for _, p := range s.products {
		if !p.Facts.Available {
			continue
		}
		now := productChange{slug: p.Slug, change: changeNew, date: day}
		if p.Facts.Price != nil {
			now.price = formatAmount(p.Facts.Price.Money)
		}
		titles = titles[:0]
		for _, language := range languages {
			languageSite, view := s.forLanguage(language), s.viewIndex(language)
			if q := languageSite.product(p.Slug); q != nil && q.isShownIn(view) && q.Texts[view].WrittenIn == nil {
				if len(titles) > 0 {
					titles = append(titles, '\t')
				}
				titles = append(append(append(titles, language...), '\t'), oneLine(q.Texts[view].Title)...)
			}
		}
		now.titles = string(titles)
		if old, known := previous[p.Slug]; known && old.change != changeGone {
			now.change, now.date, now.previousPrice = old.change, old.date, old.previousPrice
			if old.price != now.price {
				now.change, now.date, now.previousPrice = changePrice, day, old.price
			}
		}
		record = append(record, now)
		delete(previous, p.Slug)
	}
	var gone []productChange
	for _, old := range previous {
		if old.change != changeGone {
			old.change, old.date, old.previousPrice = changeGone, day, ""
		}
		gone = append(gone, old)
	}
	slices.SortFunc(gone, func(a, b productChange) int {
		return cmp.Or(cmp.Compare(b.date, a.date), cmp.Compare(a.slug, b.slug))
	})
	record = append(record, gone[:min(len(gone), maxChanges)]...)
	slices.SortFunc(record, bySlug)
	return record
}

func bySlug(a, b productChange) int { return cmp.Compare(a.slug, b.slug) }

// A line of the record has a product's slug, change, day, price and earlier price, and for each language its code and
// the title.
const changeFieldCount = 5

func writeChanges(record []productChange) []byte {
	size := (changeFieldCount + 1) * len(record)
	for i := range record {
		p := &record[i]
		size += len(p.slug) + len(p.change) + len(p.date) + len(p.price) + len(p.previousPrice) + len(p.titles)
	}
	out := make([]byte, 0, size)
	for i := range record {
		p := &record[i]
		out = append(append(out, p.slug...), '\t')
		out = append(append(out, p.change...), '\t')
		out = append(append(out, p.date...), '\t')
		out = append(append(out, p.price...), '\t')
		out = append(out, p.previousPrice...)
		if p.titles != "" {
			out = append(append(out, '\t'), p.titles...)
		}
		out = append(out, '\n')
	}
	return out
}

// readChanges reads a record; the products refer to its texts.
func readChanges(data []byte) map[string]productChange {
	all := make(map[string]productChange, bytes.Count(data, []byte{'\n'}))
	for line := range strings.Lines(flat.UnsafeString(data)) {
		fields := [changeFieldCount + 1]string{}
		n, more := 0, true
		for rest := strings.TrimSuffix(line, "\n"); more && n < changeFieldCount; n++ {
			fields[n], rest, more = strings.Cut(rest, "\t")
			fields[changeFieldCount] = rest
		}
		if n == changeFieldCount {
			all[fields[0]] = productChange{slug: fields[0], change: fields[1], date: fields[2], price: fields[3],
				previousPrice: fields[4], titles: fields[changeFieldCount]}
		}
	}
	return all
}

// oneLine returns a text with one space between its words.
func oneLine(text string) string {
	last := ' '
	for _, c := range text {
		if c != ' ' && unicode.IsSpace(c) || c == ' ' && last == ' ' {
			last = ' '
			break
		}
		last = c
	}
	if last != ' ' {
		return text
	}
	return strings.Join(strings.Fields(text), " ")
}

// formatAmount writes an amount as "350.00 AED".
func formatAmount(m payload.Money) string {
	return money.Format(m.Amount, m.Currency) + " " + m.Currency
}

// parseAmount parses an amount of amountOf; nil for an empty text.
func parseAmount(text string) *payload.Money {
	amount, currency, _ := strings.Cut(text, " ")
	minor, err := money.Parse(amount, currency)
	if err != nil {
		return nil
	}
	exponent, _ := money.Exponent(currency)
	return &payload.Money{Amount: minor, Currency: currency, Exponent: exponent}
}

// changedItem is a change as the feed of a language has it.
type changedItem struct {
	productChange
	id, url, title, text string
}

// changedItems returns the changes of products that are written in a language.
func (s *Site) changedItems(latest []productChange, language string) (items []changedItem) {
	for i := range latest {
		p := &latest[i]
		item := changedItem{productChange: *p, title: p.title(language), text: p.price}
		if item.title == "" {
			continue
		}
		if p.previousPrice != "" {
			item.text = p.previousPrice + " → " + cmp.Or(item.text, "…")
		}
		item.id = s.deployment.BaseURL + s.feedPath(language, "xml") + "#" + p.slug + "-" + p.change + "-" + p.date
		if p.change == changePrice {
			item.id += "-" + strings.Join(strings.Fields(p.price), "")
		}
		if sold := s.forLanguage(language).product(p.slug); sold != nil && p.change != changeGone {
			item.url = s.absoluteURL(s.productPath(sold, language), language)
			text := &sold.Texts[s.viewIndex(language)]
			item.title, item.text = text.Title, strings.TrimPrefix(item.text+" · "+text.Description, " · ")
		}
		items = append(items, item)
	}
	return items
}

// feedPath returns the path of a language's product feed with an extension.
func (s *Site) feedPath(language, extension string) string {
	return s.prefix(language) + "/products." + extension
}

// changesJSON returns the changes as a JSON Feed, https://www.jsonfeed.org/version/1.1/.
func (s *Site) changesJSON(items []changedItem, language string) WebFile {
	type change struct {
		About   string         `json:"about"`
		Product string         `json:"product"`
		Change  string         `json:"change"`
		Price   *payload.Money `json:"price,omitempty"`
		Before  *payload.Money `json:"before,omitempty"`
	}
	type item struct {
		ID            string `json:"id"`
		URL           string `json:"url,omitempty"`
		Title         string `json:"title"`
		ContentText   string `json:"content_text"`
		DateModified  string `json:"date_modified"`
		ProductChange change `json:"_product"`
	}
	feed := struct {
		Version     string `json:"version"`
		Title       string `json:"title"`
		HomePageURL string `json:"home_page_url"`
		FeedURL     string `json:"feed_url"`
		Language    string `json:"language"`
		Items       []item `json:"items"`
	}{
		Version: "https://jsonfeed.org/version/1.1", Title: s.deployment.Name[language],
		HomePageURL: s.absoluteURL("/", language), FeedURL: s.deployment.BaseURL + s.feedPath(language, "json"),
		Language: language, Items: []item{},
	}
	for i := range items {
		p := &items[i]
		c := change{About: "a product: new, with another price, or gone", Product: p.slug, Change: p.change,
			Before: parseAmount(p.previousPrice)}
		if p.change != changeGone {
			c.Price = parseAmount(p.price)
		}
		feed.Items = append(feed.Items, item{p.id, p.url, p.title, cmp.Or(p.text, p.title), p.date + midnight, c})
	}
	return WebFile{strings.TrimPrefix(s.feedPath(language, "json"), "/"), append(mustJSON(feed), '\n')}
}

const midnight = "T00:00:00Z"

// changesAtom returns the changes as an Atom feed.
func (s *Site) changesAtom(items []changedItem, language string, day time.Time) (WebFile, error) {
	type category struct {
		Term string `xml:"term,attr"`
	}
	type entry struct {
		Title    string    `xml:"title"`
		ID       string    `xml:"id"`
		Link     *atomLink `xml:"link"`
		Updated  string    `xml:"updated"`
		Category category  `xml:"category"`
		Summary  string    `xml:"summary"`
	}
	path := s.feedPath(language, "xml")
	feed := struct {
		XMLName xml.Name   `xml:"http://www.w3.org/2005/Atom feed"`
		Lang    string     `xml:"xml:lang,attr"`
		Title   string     `xml:"title"`
		ID      string     `xml:"id"`
		Updated string     `xml:"updated"`
		Author  string     `xml:"author>name"`
		Links   []atomLink `xml:"link"`
		Entries []entry    `xml:"entry"`
	}{
		Lang: language, Title: s.deployment.Name[language], ID: s.deployment.BaseURL + path,
		Updated: day.Format(time.RFC3339), Author: s.deployment.Name[language],
		Links: []atomLink{{"self", s.deployment.BaseURL + path}, {"alternate", s.absoluteURL(s.listingPath(),
			language)}},
	}
	for i := range items {
		p := &items[i]
		if i == 0 {
			feed.Updated = p.date + midnight
		}
		e := entry{Title: p.title, ID: p.id, Updated: p.date + midnight, Category: category{p.change}, Summary: p.text}
		if p.url != "" {
			e.Link = &atomLink{"alternate", p.url}
		}
		feed.Entries = append(feed.Entries, e)
	}
	data, err := xml.MarshalIndent(feed, "", " ")
	if err != nil {
		return WebFile{}, err
	}
	return WebFile{strings.TrimPrefix(path, "/"), slices.Concat([]byte(xml.Header), data, []byte("\n"))}, nil
}
