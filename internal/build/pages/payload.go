package pages

// The parts of a page's payload are planned in plan.go and joined here; engine/site.go writes the payload as
// _payload.json, beside the page's HTML.

import (
	"bytes"
	"sync"

	"storefront/internal/core/payload"
	"storefront/internal/lib/digest"
)

// mustJSON returns the JSON of one of our own types, which can always be encoded. Its capacity equals its length, since
// builds keep the JSON of each card and page.
func mustJSON(v any) []byte {
	b := jsonBuffers.Get().(*bytes.Buffer)
	defer jsonBuffers.Put(b)
	b.Reset()
	writeJSON(b, v)
	return bytes.Clone(b.Bytes())
}

var jsonBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// writeJSON appends the JSON of mustJSON to a buffer.
func writeJSON(b *bytes.Buffer, v any) {
	if err := payload.WriteJSON(b, v); err != nil {
		panic(err)
	}
}

// StoredRef identifies content that is stored outside the plan, because it is as large as the catalogue.
type StoredRef struct {
	Kind   StoredKind
	Key    digest.Digest
	Source string // the product's slug or the post's folder, from which it can be made again
}

// StoredKind is the kind of stored content.
type StoredKind string

const (
	StoredDetail StoredKind = "detail"
	StoredWords  StoredKind = "words"
	StoredOffer  StoredKind = "offer"
	StoredPost   StoredKind = "post"
	StoredHead   StoredKind = "head" // of a page's payload, from which parts are missing
)

// StoredContent is content to be stored.
type StoredContent struct {
	StoredRef
	Data []byte
}

// Fetch returns stored content.
type Fetch func(StoredRef) ([]byte, error)

// payloadPart is a large member of a payload: a list of cards, or stored content.
type payloadPart struct {
	name     string
	products []*Summary
	stored   StoredRef
}

// key returns the keys of the data that the part's JSON depends on.
func (p *payloadPart) key(language int) []byte {
	if p.stored.Kind != "" {
		return p.stored.Key[:]
	}
	var key []byte
	for _, q := range p.products {
		key = append(key, q.Texts[language].CardKey[:]...)
	}
	return key
}

// newPayload returns a planned payload, whose head is stored if possible.
func (c *Content) newPayload(head []byte, parts []payloadPart) *plannedPayload {
	key := digest.Of(head)
	if c.Store != nil && c.Store(StoredContent{StoredRef{Kind: StoredHead, Key: key}, head}) == nil {
		head = nil
	}
	return &plannedPayload{head, key, parts}
}

func (p *plannedPayload) fetchHead(fetch Fetch) ([]byte, error) {
	if p.head != nil {
		return p.head, nil
	}
	return fetch(StoredRef{Kind: StoredHead, Key: p.key})
}

// Payload returns the JSON of a page.
func (s *Site) Payload(item *Item, fetch Fetch) ([]byte, error) {
	planned := item.planned
	if planned == nil {
		planned = s.payloadOf(item)
	}
	head, err := planned.fetchHead(fetch)
	if err != nil {
		return nil, err
	}
	s = s.forLanguage(item.Language)
	language, size := s.viewIndex(item.Language), len(head)
	stored := make([][]byte, len(planned.parts))
	for i := range planned.parts {
		p := &planned.parts[i]
		if p.stored.Kind != "" {
			if stored[i], err = fetch(p.stored); err != nil {
				return nil, err
			}
		}
		size += len(p.name) + len(stored[i])*9/8 + 64 // prose has some more characters in JSON
		for _, q := range p.products {
			size += len(q.Texts[language].Card) + 1
		}
	}
	var out bytes.Buffer
	out.Grow(size)
	out.Write(head)
	for i := range planned.parts {
		p := &planned.parts[i]
		out.Truncate(out.Len() - 1)
		out.WriteString(`,"` + p.name + `":`)
		resolveLinks := func(html []byte) string { return s.resolveProseLinks(string(html), item.Language) }
		switch p.stored.Kind {
		case "":
			writeCards(&out, p.products, language)
		case StoredPost:
			writeJSON(&out, resolveLinks(stored[i]))
		default:
			JoinDetail(&out, stored[i], resolveLinks)
		}
		out.WriteByte('}')
	}
	return out.Bytes(), nil
}

// writeCards writes a JSON list of product cards.
func writeCards(out *bytes.Buffer, products []*Summary, language int) {
	out.WriteByte('[')
	for i, q := range products {
		if i > 0 {
			out.WriteByte(',')
		}
		out.Write(q.Texts[language].Card)
	}
	out.WriteByte(']')
}

// splitDetail returns the stored form of a product's detail, in three lines: the JSON of its summary, the JSON of the
// members after the overview, and the HTML of the overview, whose links differ by deployment.
func splitDetail(d *payload.ProductDetail) []byte {
	type omitted struct{}
	var out bytes.Buffer
	out.Grow(len(d.Overview) + typicalDetailBytes)
	writeJSON(&out, d.Summary)
	out.WriteByte('\n')
	writeJSON(&out, struct {
		*payload.ProductDetail
		Summary  omitted `json:"summary,omitzero"`
		Overview omitted `json:"overview,omitzero"`
	}{ProductDetail: d})
	out.WriteByte('\n')
	out.WriteString(d.Overview)
	return out.Bytes()
}

// typicalDetailBytes is more than the JSON of most details takes without their overview, in bytes.
const typicalDetailBytes = 12 << 10

// JoinDetail writes the JSON of a stored detail.
func JoinDetail(out *bytes.Buffer, stored []byte, resolveLinks func(html []byte) string) {
	lines := bytes.SplitN(stored, []byte("\n"), 3)
	out.WriteString(`{"summary":`)
	out.Write(lines[0])
	out.WriteString(`,"overview":`)
	writeJSON(out, resolveLinks(lines[2]))
	out.WriteByte(',')
	out.Write(lines[1][1:])
}
