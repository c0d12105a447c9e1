package pages

import (
	"bytes"
	"slices"
	"strconv"

	"storefront/internal/core/payload"
	"storefront/internal/lib/digest"
)

// mustJSON returns the JSON of one of our own types, which can always be encoded.
func mustJSON(v any) []byte {
	b, err := payload.JSON(v)
	if err != nil {
		panic(err)
	}
	return b
}

// Stored names content that is kept outside of the plan, because it is as large as the catalogue.
type Stored struct {
	Kind StoredKind
	Key  digest.Digest
	Of   string // the product's slug or the post's folder, from which it can be made again
}

// StoredKind is what stored content is.
type StoredKind string

const (
	StoredDetail StoredKind = "detail"
	StoredWords  StoredKind = "words"
	StoredOffer  StoredKind = "offer"
	StoredPost   StoredKind = "post"
)

// StoredContent is content to be stored.
type StoredContent struct {
	Stored
	Data []byte
}

// Fetch returns stored content.
type Fetch func(Stored) ([]byte, error)

// part is a large member of a payload: a list of cards, or stored content.
type part struct {
	name   string
	cards  []*Summary
	stored Stored
}

// key returns what the part's JSON depends on.
func (p *part) key(language int) []byte {
	if p.stored.Kind != "" {
		return p.stored.Key[:]
	}
	var key []byte
	for _, q := range p.cards {
		key = append(key, q.Texts[language].CardKey[:]...)
	}
	return key
}

// Payload returns the JSON of a page.
func (s *Site) Payload(item *Item, fetch Fetch) ([]byte, error) {
	planned := item.planned
	if planned == nil {
		planned = s.planOf(item)
	}
	out := slices.Clone(planned.head)
	for i := range planned.parts {
		p := &planned.parts[i]
		value, err := s.of(item.Language).valueOf(p, item.Language, fetch)
		if err != nil {
			return nil, err
		}
		out = strconv.AppendQuote(append(out[:len(out)-1], ','), p.name)
		out = append(append(append(out, ':'), value...), '}')
	}
	return out, nil
}

func (s *Site) valueOf(p *part, language string, fetch Fetch) ([]byte, error) {
	if p.stored.Kind == "" {
		return cardList(p.cards, s.language(language)), nil
	}
	data, err := fetch(p.stored)
	if err != nil {
		return nil, err
	}
	if p.stored.Kind == StoredPost {
		return mustJSON(s.placeLinks(string(data), language)), nil
	}
	return JoinDetail(data, func(html string) string { return s.placeLinks(html, language) }), nil
}

// cardList returns a JSON list of product cards.
func cardList(products []*Summary, language int) []byte {
	out := []byte{'['}
	for i, q := range products {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, q.Texts[language].Card...)
	}
	return append(out, ']')
}

// splitDetail returns a product's detail as it is stored, in three lines: the JSON of its summary, the JSON of what
// follows the overview, and the HTML of the overview, whose links differ by deployment.
func splitDetail(d *payload.ProductDetail) []byte {
	type omitted struct{}
	rest := mustJSON(struct {
		*payload.ProductDetail
		Summary  omitted `json:"summary,omitzero"`
		Overview omitted `json:"overview,omitzero"`
	}{ProductDetail: d})
	return bytes.Join([][]byte{mustJSON(d.Summary), rest, []byte(d.Overview)}, []byte("\n"))
}

// JoinDetail returns the JSON of a stored detail.
func JoinDetail(stored []byte, place func(html string) string) []byte {
	lines := bytes.SplitN(stored, []byte("\n"), 3)
	return slices.Concat([]byte(`{"summary":`), lines[0], []byte(`,"overview":`), mustJSON(place(string(lines[2]))),
		[]byte(","), lines[1][1:])
}
