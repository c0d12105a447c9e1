package pages

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	"storefront/internal/lib/digest"
)

// GoogleFolder is where a tree has Google's feed, in files of up to so many bytes; Google takes 50 MB.
const (
	GoogleFolder  = "feeds/google/"
	maxShardBytes = 40 << 20
)

// GoogleFeed has the offers of a deployment in Google's feed.
type GoogleFeed struct {
	// Key changes if any offer changes.
	Key    digest.Digest
	site   *Site
	prices googleCurrencies
	offers []googleOffer
}

type googleOffer struct {
	product     *Summary
	landingPage string // its address, as Google opens it
	languages   []googleLanguage
	key         digest.Digest
}

type googleLanguage struct {
	code string
	view int
}

// FeedShard is a file of a feed, in parts. Lines has the keys of its products, one a line, between its first and its
// last line. Its first line is blank, as long as Head's.
type FeedShard struct {
	Path  string
	Parts [][]byte
	Lines []digest.Digest
	size  int
}

func newShard(n int) *FeedShard {
	s := &FeedShard{Path: GoogleShardPath(n)}
	s.add(slices.Clone(blankHead))
	return s
}

func (s *FeedShard) add(parts ...[]byte) {
	s.Parts = append(s.Parts, parts...)
	for _, p := range parts {
		s.size += len(p)
	}
}

// GoogleFeed returns the products that can be booked at a fixed price, in the order of the site. Each is in the
// languages that its page is written in; its address is that of the first.
func (s *Site) GoogleFeed() *GoogleFeed {
	f := &GoogleFeed{site: s, prices: googleCurrenciesOf(s.deployment)}
	var all []byte
	for _, p := range s.products {
		if p.OfferKey == (digest.Digest{}) {
			continue
		}
		o := googleOffer{product: p}
		keyParts := [][]byte{p.OfferKey[:]}
		for _, code := range s.deployment.Languages {
			languageSite, view := s.forLanguage(code), s.viewIndex(code)
			if q := languageSite.product(p.Slug); q != nil && q.isShownIn(view) && q.Texts[view].WrittenIn == nil {
				o.languages = append(o.languages, googleLanguage{code, view})
				keyParts = append(keyParts, []byte(code), []byte{byte(view)})
			}
		}
		if len(o.languages) == 0 {
			continue
		}
		first := o.languages[0].code
		o.landingPage = f.prices.landingPage(s.absoluteURL(s.productPath(p, first), first))
		o.key = digest.Of(append(keyParts, []byte(o.landingPage), []byte(s.deployment.BaseURL), f.prices.key())...)
		f.offers = append(f.offers, o)
		all = append(all, o.key[:]...)
	}
	f.Key = digest.Of(all)
	return f
}

// Shards makes the files of the feed and passes each to write before it makes the next: together they are as large as
// the catalogue. last are the lines of the last build's.
func (f *GoogleFeed) Shards(fetch Fetch, last *FeedLines, write func(*FeedShard) error) error {
	return f.shards(fetch, last, maxShardBytes, write)
}

func (f *GoogleFeed) shards(fetch Fetch, last *FeedLines, limit int, write func(*FeedShard) error) error {
	n, shard := 0, newShard(0)
	finishShard := func() error {
		shard.add([]byte("\n]}\n"))
		return write(shard)
	}
	for i := range f.offers {
		o := &f.offers[i]
		line := last.Find(o.key)
		if line == nil {
			stored, err := fetch(o.product.offerRef())
			if err != nil {
				return err
			}
			line = o.line(stored, f)
		}
		if len(shard.Lines) > 0 && shard.size+len(line) > limit {
			if err := finishShard(); err != nil {
				return err
			}
			n++
			shard = newShard(n)
		}
		separator := feedLineEnd
		if len(shard.Lines) == 0 {
			separator = feedLineEnd[1:]
		}
		shard.add(separator, line)
		shard.Lines = append(shard.Lines, o.key)
	}
	return finishShard()
}

var feedLineEnd = []byte(",\n")

// blankHead is as long as a shard's first line, which is filled up with spaces.
var blankHead = bytes.Repeat([]byte(" "), 192)

// Head returns the first line of a shard, of so many. The nonce is made of all offers, so that the shards of one feed
// have the same and those of another have another; it is below 2^53, so that every reader of JSON has it exactly. All
// heads have the same length, so that one can overwrite another.
func (f *GoogleFeed) Head(shard, count int) []byte {
	nonce := binary.BigEndian.Uint64(f.Key[:8])>>11 | 1
	head := fmt.Appendf(nil, `{"feed_metadata":{"shard_id":%d,"total_shards_count":%d,"nonce":%d,`+
		`"processing_instruction":"PROCESS_AS_SNAPSHOT"},"products":[`, shard, count, nonce)
	return append(head, blankHead[len(head):]...)
}

// FeedLines are the lines of a feed by the keys of its products. Find looks at the next line first, since most products
// are searched in the order of the feed.
type FeedLines struct {
	keys  []digest.Digest
	lines [][]byte
	next  int
	index map[digest.Digest]int // nil until a line is not the next
}

// Add adds the lines of a shard by their keys. It ignores a shard whose number of lines does not match the keys.
func (l *FeedLines) Add(shard []byte, keys []digest.Digest) {
	lines := make([][]byte, 0, len(keys)+3)
	for line := range bytes.Lines(shard) {
		lines = append(lines, line)
	}
	if len(lines) != len(keys)+2 { // the first and the last
		return
	}
	for _, line := range lines[1 : len(lines)-1] {
		l.lines = append(l.lines, bytes.TrimSuffix(line[:len(line)-1], []byte(",")))
	}
	l.keys = append(l.keys, keys...)
}

// Find returns the line of a product, or nil.
func (l *FeedLines) Find(key digest.Digest) []byte {
	if l.next < len(l.keys) && l.keys[l.next] == key {
		l.next++
		return l.lines[l.next-1]
	}
	if l.index == nil {
		l.index = make(map[digest.Digest]int, len(l.keys))
		for i, k := range l.keys {
			l.index[k] = i
		}
	}
	i, found := l.index[key]
	if !found {
		l.next++ // the product may have replaced another
		return nil
	}
	l.next = i + 1
	return l.lines[i]
}

// line returns the offer as a deployment has it.
func (o *googleOffer) line(stored []byte, f *GoogleFeed) []byte {
	lines := bytes.Split(stored, []byte("\n"))
	body, texts := lines[0], make([][]byte, len(o.languages))
	for i, language := range o.languages {
		texts[i] = lines[1+language.view]
	}
	nextTexts := func() [][]byte {
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
			out = o.appendTexts(out, name, nextTexts())
			if body[0] == '}' {
				out = bytes.TrimSuffix(out, []byte(","))
			}
		case markText:
			out = append(out, firstOf(nextTexts())...)
		case markPage:
			out = append(out, o.landingPage...)
		case markBase:
			out = append(out, f.site.deployment.BaseURL...)
		case markPrice:
			var price []byte
			price, body, _ = bytes.Cut(body, []byte{markPrice})
			out = f.prices.appendPrices(out, price, firstOf(nextTexts()))
		}
	}
	return out
}

// appendTexts appends a member with a text in the languages that have it, and a comma.
func (o *googleOffer) appendTexts(out, name []byte, texts [][]byte) []byte {
	started := false
	for i, text := range texts {
		if len(text) == 0 {
			continue
		}
		if !started {
			out = append(append(append(out, '"'), name...), `":{"localized_texts":[`...)
		} else {
			out = append(out, ',')
		}
		started = true
		out = append(append(out, `{"language_code":"`...), o.languages[i].code...)
		out = append(append(append(out, `","text":`...), text...), '}')
	}
	if started {
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

// GoogleShardPath returns the file of a shard of Google's feed.
func GoogleShardPath(n int) string { return fmt.Sprintf("%s%d.json", GoogleFolder, n) }
