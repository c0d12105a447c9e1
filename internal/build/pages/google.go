package pages

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"storefront/internal/lib/digest"
)

// GoogleFolder is where a tree has Google's feed, in files of up to so many bytes; Google takes 50 MB.
const (
	GoogleFolder = "feeds/google/"
	googleShard  = 40 << 20
)

// GoogleFeed is what a deployment offers in Google's feed.
type GoogleFeed struct {
	// Key changes with any of it.
	Key    digest.Digest
	site   *Site
	prices googleCurrencies
	offers []googleOffer
}

type googleOffer struct {
	product   *Summary
	page      string // its address, as Google opens it
	languages []googleLanguage
	key       digest.Digest
}

type googleLanguage struct {
	code string
	view int
}

// FeedShard is a file of a feed. Lines has the keys of its products, one a line, between its first and its last line.
type FeedShard struct {
	WebFile
	Lines []digest.Digest
}

// GoogleFeed returns the products that can be booked at a fixed price, in the order of the site. Each is in the
// languages that its page is written in; its address is that of the first.
func (s *Site) GoogleFeed() *GoogleFeed {
	f := &GoogleFeed{site: s, prices: googleCurrenciesOf(s.deployment)}
	var all []byte
	for _, p := range s.products {
		if p.Offer == (digest.Digest{}) {
			continue
		}
		o := googleOffer{product: p}
		made := [][]byte{p.Offer[:]}
		for _, code := range s.deployment.Languages {
			in, view := s.of(code), s.language(code)
			if q := in.product(p.Slug); q != nil && q.shownIn(view) && q.Texts[view].WrittenIn == nil {
				o.languages = append(o.languages, googleLanguage{code, view})
				made = append(made, []byte(code), []byte{byte(view)})
			}
		}
		if len(o.languages) == 0 {
			continue
		}
		first := o.languages[0].code
		o.page = f.prices.landing(s.address(s.productPath(p, first), first))
		o.key = digest.Of(append(made, []byte(o.page), []byte(s.deployment.BaseURL), f.prices.key())...)
		f.offers = append(f.offers, o)
		all = append(all, o.key[:]...)
	}
	f.Key = digest.Of(all)
	return f
}

// Shards returns the files of the feed. known returns the line of a product in the last build's feed, or nil.
func (f *GoogleFeed) Shards(fetch Fetch, known func(digest.Digest) []byte) ([]FeedShard, error) {
	return f.shards(fetch, known, googleShard)
}

func (f *GoogleFeed) shards(fetch Fetch, known func(digest.Digest) []byte, limit int) (all []FeedShard, err error) {
	next := func() {
		name := fmt.Sprintf("%s%d.json", GoogleFolder, len(all))
		all = append(all, FeedShard{WebFile: WebFile{name, bytes.Repeat([]byte(" "), googleHead)}})
	}
	next()
	for i := range f.offers {
		o := &f.offers[i]
		line := known(o.key)
		if line == nil {
			stored, err := fetch(o.product.offer())
			if err != nil {
				return nil, err
			}
			line = o.line(stored, f)
		}
		last := &all[len(all)-1]
		if len(last.Lines) > 0 && len(last.Data)+len(line) > limit {
			next()
			last = &all[len(all)-1]
		}
		if len(last.Lines) > 0 {
			last.Data = append(last.Data, ',')
		}
		last.Data, last.Lines = append(append(last.Data, '\n'), line...), append(last.Lines, o.key)
	}
	for i := range all {
		f.begin(all[i].Data, i, len(all))
		all[i].Data = append(all[i].Data, "\n]}\n"...)
	}
	return all, nil
}

// googleHead is the length of a shard's first line, which is filled up with spaces.
const googleHead = 192

// begin writes the first line of a shard. The nonce is made of all offers, so that the shards of one feed have the same
// and those of another have another; it is below 2^53, so that every reader of JSON has it exactly.
func (f *GoogleFeed) begin(data []byte, shard, count int) {
	nonce := binary.BigEndian.Uint64(f.Key[:8])>>11 | 1
	head := fmt.Sprintf(`{"feed_metadata":{"shard_id":%d,"total_shards_count":%d,"nonce":%d,`+
		`"processing_instruction":"PROCESS_AS_SNAPSHOT"},"products":[`, shard, count, nonce)
	copy(data, head)
}

// FeedLines returns the lines of a shard by the keys of its products.
func FeedLines(shard FeedShard) map[digest.Digest][]byte {
	lines := bytes.Split(shard.Data, []byte("\n"))
	if len(lines) != len(shard.Lines)+3 { // the first, the last, and what follows the last end
		return nil
	}
	all := make(map[digest.Digest][]byte, len(shard.Lines))
	for i, key := range shard.Lines {
		all[key] = bytes.TrimSuffix(lines[i+1], []byte(","))
	}
	return all
}

// line returns the offer as a deployment has it.
func (o *googleOffer) line(stored []byte, f *GoogleFeed) []byte {
	lines := bytes.Split(stored, []byte("\n"))
	body, texts := lines[0], make([][]byte, len(o.languages))
	for i, language := range o.languages {
		texts[i] = lines[1+language.view]
	}
	next := func() [][]byte {
		all := make([][]byte, len(texts))
		for i := range texts {
			all[i], texts[i], _ = bytes.Cut(texts[i], []byte{textEnd})
		}
		return all
	}
	out := make([]byte, 0, 2*len(body)+len(stored))
	for len(body) > 0 {
		i := slices.IndexFunc(body, func(c byte) bool { return c <= markPrice })
		if i < 0 {
			return append(out, body...)
		}
		mark := body[i]
		out, body = append(out, body[:i]...), body[i+1:]
		switch mark {
		case markTexts:
			var name []byte
			name, body, _ = bytes.Cut(body, []byte{markTexts})
			out = o.appendTexts(out, name, next())
			if body[0] == '}' {
				out = bytes.TrimSuffix(out, []byte(","))
			}
		case markText:
			out = append(out, firstOf(next())...)
		case markPage:
			out = append(out, o.page...)
		case markBase:
			out = append(out, f.site.deployment.BaseURL...)
		case markPrice:
			var price []byte
			price, body, _ = bytes.Cut(body, []byte{markPrice})
			out = f.prices.appendPrices(out, price, firstOf(next()))
		}
	}
	return out
}

// appendTexts appends a member with a text in the languages that have it, and a comma.
func (o *googleOffer) appendTexts(out, name []byte, texts [][]byte) []byte {
	begun := false
	for i, text := range texts {
		if len(text) == 0 {
			continue
		}
		if !begun {
			out = append(append(append(out, '"'), name...), `":{"localized_texts":[`...)
		} else {
			out = append(out, ',')
		}
		begun = true
		out = append(append(out, `{"language_code":"`...), o.languages[i].code...)
		out = append(append(append(out, `","text":`...), text...), '}')
	}
	if begun {
		out = append(out, "]},"...)
	}
	return out
}

// firstOf returns the first of some JSON strings that is not empty.
func firstOf(texts [][]byte) []byte {
	for _, text := range texts {
		if len(text) > 0 {
			return text
		}
	}
	return []byte(`""`)
}

// IsGoogleFeed reports whether a file of a tree is a shard of Google's feed.
func IsGoogleFeed(rel string) bool { return strings.HasPrefix(rel, GoogleFolder) }
