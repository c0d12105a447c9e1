package pages

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"

	"storefront/internal/core/payload"
)

// An offer is a product in Google's feed, https://developers.google.com/actions-center/verticals/things-to-do. It is
// written when the product is read and stored like a detail: first the JSON on one line, with marks where deployments
// differ, then a line of texts for each view, which the marks take in turn.
const (
	// A member with the next text in all languages, and a comma; its name follows, up to another such mark.
	markTexts = '\x01'
	markText  = '\x02' // the next text in the first language that has it
	markPage  = '\x03' // the address of the product's page
	markBase  = '\x04' // the deployment's base URL
	markPrice = '\x05' // a price with the next text as its title; it follows, up to another such mark
	textEnd   = '\x00'
)

// maxTitleLength is Google's limit, in characters.
const maxTitleLength = 150

// offerView is a product as one view shows it; without a detail the view does not show it.
type offerView struct {
	title  string
	detail *payload.ProductDetail
	words  *offerWords
}

type offerWriter struct {
	body      []byte
	textFuncs []func(offerView) string
}

// encodeOffer returns the stored offer of a product; nil if it cannot be booked at a price.
func encodeOffer(slug string, categories []string, views []offerView) []byte {
	shown := slices.IndexFunc(views, func(v offerView) bool { return v.detail != nil })
	if shown < 0 || !isBookable(views[shown].detail.Status) {
		return nil
	}
	if price := views[shown].detail.Price; price == nil || price.Amount == 0 {
		return nil
	}
	w := &offerWriter{body: make([]byte, 0, 4<<10)}
	w.product(slug, categories, views[shown].detail)
	out := w.body
	for _, v := range views {
		out = append(out, '\n')
		if v.detail == nil {
			continue
		}
		for _, of := range w.textFuncs {
			if text := of(v); text != "" {
				out = appendQuoted(out, text)
			}
			out = append(out, textEnd)
		}
	}
	return out
}

func isBookable(s payload.ProductStatus) bool { return s == "" || s == payload.Available }

func (w *offerWriter) raw(parts ...string) {
	for _, part := range parts {
		w.body = append(w.body, part...)
	}
}

func (w *offerWriter) quoted(text string) { w.body = appendQuoted(w.body, text) }

func (w *offerWriter) number(n int64) { w.body = strconv.AppendInt(w.body, n, 10) }

func (w *offerWriter) decimal(f float64) { w.body = strconv.AppendFloat(w.body, f, 'f', -1, 64) }

// member writes a member with a text in all languages, unless no language has it. It is not the last of several.
func (w *offerWriter) member(name string, of func(offerView) string) {
	w.raw(string(markTexts), name, string(markTexts))
	w.textFuncs = append(w.textFuncs, of)
}

// text writes a text in one language as a JSON string.
func (w *offerWriter) text(of func(offerView) string) {
	w.raw(string(markText))
	w.textFuncs = append(w.textFuncs, of)
}

func (w *offerWriter) product(slug string, categories []string, d *payload.ProductDetail) {
	w.raw("{")
	w.member("title", func(v offerView) string { return truncateTitle(v.title) })
	w.member("description", func(v offerView) string { return v.detail.Summary })
	if d.Rating != nil {
		w.raw(`"rating":{"average_value":`)
		w.decimal(d.Rating.Average)
		w.raw(`,"rating_count":`)
		w.number(int64(d.Rating.Count))
		w.raw("},")
	}
	w.raw(`"related_media":[`)
	for i, picture := range d.Images {
		if i > 0 {
			w.raw(",")
		}
		w.picture(picture.Src)
	}
	w.raw(`],"options":[`)
	first := true
	for i := range d.Options {
		if prices := sellingPrices(d, &d.Options[i]); len(prices) > 0 {
			if !first {
				w.raw(",")
			}
			first = false
			w.option(i, categories, d, prices)
		}
	}
	w.raw(`],"operator":{`)
	w.member("google_business_profile_name", func(v offerView) string { return v.detail.Supplier.Name })
	w.raw("},")
	confirmed := "CONFIRMATION_TYPE_INSTANT"
	if d.Supplier.Confirmation == payload.OnRequest {
		confirmed = "CONFIRMATION_TYPE_PENDING"
	}
	w.raw(`"confirmation_type":"`, confirmed, `","fulfillment_type":{"mobile":true,"print_at_home":true,`,
		`"pickup":false},"id":`)
	w.quoted(slug)
	w.raw("}")
}

func (w *offerWriter) picture(src string) {
	w.raw(`{"type":"MEDIA_TYPE_PHOTO","url":"`)
	if bytes.HasPrefix([]byte(src), []byte("/")) {
		w.raw(string(markBase))
	}
	w.body = append(w.body, bytes.Trim(appendQuoted(nil, src), `"`)...)
	w.raw(`"}`)
}

// option writes the option with an index.
func (w *offerWriter) option(at int, categories []string, d *payload.ProductDetail, prices []sellingPrice) {
	o := &d.Options[at]
	w.raw("{")
	w.member("title", func(v offerView) string { return truncateTitle(v.detail.Options[at].Title) })
	w.member("description", func(v offerView) string { return v.detail.Options[at].Description })
	w.raw(`"landing_page":{"url":"`, string(markPage), `"},`)
	length := cmp.Or(o.Duration, d.MinimumDuration, &d.Duration)
	if minutes := length.Minutes + length.Nights*24*60; minutes > 0 {
		w.raw(`"duration_sec":`)
		w.number(int64(minutes) * 60)
		w.raw(",")
	}
	if len(o.Cancellation) > 0 {
		w.raw(`"cancellation_policy":{"refund_conditions":[`)
		for i, tier := range o.Cancellation {
			if i > 0 {
				w.raw(",")
			}
			w.raw(`{"min_duration_before_start_time_sec":`)
			w.number(int64(tier.Before) * 60)
			w.raw(`,"refund_percent":`)
			w.number(int64(tier.Refund))
			w.raw("}")
		}
		w.raw("]},")
	}
	w.features(at, d)
	w.raw(`"option_categories":[`)
	for i, category := range categories {
		if i > 0 {
			w.raw(",")
		}
		w.raw(`{"label":`)
		w.quoted(category)
		w.raw("}")
	}
	w.raw(`],"price_options":[`)
	for i, price := range prices {
		if i > 0 {
			w.raw(",")
		}
		w.price(at, price, d)
	}
	w.raw(`],"meeting_point":{`)
	w.meetingPoint(&d.Location)
	w.raw(`},"id":`)
	w.quoted(o.ID)
	w.raw("}")
}

func (w *offerWriter) price(option int, price sellingPrice, d *payload.ProductDetail) {
	w.raw(string(markPrice), price.encode(d.Currency), string(markPrice))
	w.textFuncs = append(w.textFuncs, func(v offerView) string {
		return price.title(&v.detail.Options[option],
			v.words)
	})
}

func (w *offerWriter) meetingPoint(at *payload.Location) {
	w.member("description", func(v offerView) string { return v.detail.Location.Place })
	w.raw(`"location":{"place_info":{"name":`)
	w.text(func(v offerView) string { return v.detail.Location.Place })
	if at.Address != "" {
		w.raw(`,"unstructured_address":`)
		w.text(func(v offerView) string { return v.detail.Location.Address })
	}
	w.raw(`,"coordinates":{"latitude":`)
	w.decimal(at.Latitude)
	w.raw(`,"longitude":`)
	w.decimal(at.Longitude)
	w.raw("}}}")
}

// truncateTitle returns a title of at most the longest length.
func truncateTitle(title string) string {
	if len(title) <= maxTitleLength {
		return title
	}
	characters := []rune(title)
	return string(characters[:min(len(characters), maxTitleLength)])
}

// appendQuoted appends a text as a JSON string.
func appendQuoted(out []byte, text string) []byte {
	const digits = "0123456789abcdef"
	out = append(out, '"')
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"', c == '\\':
			out = append(out, '\\', c)
		case c < ' ':
			out = append(out, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		default:
			out = append(out, c)
		}
	}
	return append(out, '"')
}
