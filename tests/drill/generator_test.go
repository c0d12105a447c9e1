package drill_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// generator generates requests from the API's contract, most of them nearly valid so that they reach the handlers.
type generator struct {
	*rand.Rand
	routes []operation
	known  map[string][]any // values that exist in the shop, by parameter or property
}

// generated is a generated request.
type generated struct {
	operation
	target string // path and query, escaped
	header http.Header
	body   []byte
}

func (g generated) String() string {
	body := g.body
	if len(body) > 400 {
		body = fmt.Appendf(slices.Clone(body[:400]), "… (%d bytes)", len(g.body))
	}
	return fmt.Sprintf("%s %.300s\n  %s", g.method, g.target, body)
}

// request returns a request of a random operation.
func (g *generator) request() generated {
	r := g.routes[g.IntN(len(g.routes))]
	out := generated{operation: r, target: r.path, header: http.Header{}}
	query := url.Values{}
	for _, ref := range r.Parameters {
		p := ref.Value
		if !p.Required && g.IntN(2) == 0 || g.IntN(40) == 0 && p.In != openapi3.ParameterInPath {
			continue
		}
		for range 1 + g.IntN(20)/19 {
			text := queryText(g.value(p.Name, p.Schema.Value, 0))
			switch p.In {
			case openapi3.ParameterInPath:
				out.target = strings.ReplaceAll(out.target, "{"+p.Name+"}", url.PathEscape(text))
			case openapi3.ParameterInQuery:
				query.Add(p.Name, text)
			case openapi3.ParameterInHeader:
				out.header.Set(p.Name, headerText(text))
			}
		}
	}
	if len(query) > 0 {
		out.target += "?" + query.Encode()
	}
	if g.IntN(50) == 0 {
		out.target += "?%zz=%" + "&;=&" // an invalid query
	}
	out.header.Set("Content-Type", "application/json")
	if r.RequestBody != nil {
		g.fillBody(&out, r.RequestBody.Value.Content)
	}
	if g.IntN(60) == 0 {
		g.useOtherMethod(&out)
	}
	return out
}

// useOtherMethod changes the method to a random one, which the path may not have.
func (g *generator) useOtherMethod(out *generated) {
	out.method = []string{"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"}[g.IntN(7)]
	for _, r := range g.routes {
		if r.path == out.path && (r.method == out.method || out.method == http.MethodHead &&
			r.method == http.MethodGet) {
			method := out.method
			out.operation, out.method = r, method
		}
	}
}

// fillBody sets a body and sometimes another content type.
func (g *generator) fillBody(out *generated, content openapi3.Content) {
	for _, kind := range content {
		value := g.value("", kind.Schema.Value, 0)
		out.body, _ = json.Marshal(value) // generated values can always be encoded
		break
	}
	if g.IntN(10) == 0 {
		out.body = g.brokenJSON(out.body)
	}
	if g.IntN(40) == 0 {
		out.header.Set("Content-Type", []string{"", "text/plain", "application/xml", "application/json; charset=utf-16",
			"multipart/form-data"}[g.IntN(5)])
	}
}

// brokenJSON returns a truncated, altered, deeply nested, repeated or empty body.
func (g *generator) brokenJSON(body []byte) []byte {
	switch g.IntN(8) {
	case 0:
		return body[:g.IntN(len(body)+1)]
	case 1:
		body = slices.Clone(body)
		for range 3 {
			if len(body) > 0 {
				body[g.IntN(len(body))] = byte(g.IntN(256))
			}
		}
		return body
	case 2:
		return []byte(strings.Repeat("[", 20_000))
	case 3:
		return []byte(strings.Repeat(`{"a":`, 9_000) + "1" + strings.Repeat("}", 9_000))
	case 4:
		return append([]byte("\xef\xbb\xbf"), body...)
	case 5:
		return bytes.Repeat(body, 2)
	case 6:
		return nil
	}
	return []byte(`null`)
}

// value returns a value for a schema, mostly one that it allows, and one time in eight a hostile value.
func (g *generator) value(name string, s *openapi3.Schema, depth int) any {
	if s == nil || g.IntN(8) == 0 {
		return g.hostileValue()
	}
	if known := g.known[name]; len(known) > 0 && g.IntN(8) > 0 {
		return known[g.IntN(len(known))]
	}
	switch {
	case len(s.AllOf) == 1:
		return g.value(name, s.AllOf[0].Value, depth)
	case len(s.OneOf) > 0:
		return g.value(name, s.OneOf[g.IntN(len(s.OneOf))].Value, depth)
	case len(s.Enum) > 0:
		return s.Enum[g.IntN(len(s.Enum))]
	case s.Example != nil && g.IntN(2) == 0:
		return s.Example
	case s.Type.Is(openapi3.TypeObject):
		return g.object(s, depth)
	case s.Type.Is(openapi3.TypeArray):
		all := []any{}
		for range g.IntN(4) {
			all = append(all, g.value(name, s.Items.Value, depth+1))
		}
		return all
	case s.Type.Is(openapi3.TypeInteger), s.Type.Is(openapi3.TypeNumber):
		return g.number(s)
	case s.Type.Is(openapi3.TypeBoolean):
		return g.IntN(2) == 0
	}
	return g.text(s)
}

// object returns an object with most required properties, some optional ones, and sometimes an unknown one.
func (g *generator) object(s *openapi3.Schema, depth int) any {
	out := map[string]any{}
	if depth > 6 {
		return out
	}
	for name, property := range s.Properties {
		required := slices.Contains(s.Required, name)
		if required && g.IntN(20) > 0 || !required && g.IntN(2) == 0 {
			out[name] = g.value(name, property.Value, depth+1)
		}
	}
	if g.IntN(20) == 0 {
		out[queryText(g.hostileValue())] = g.hostileValue()
	}
	return out
}

// number returns a number within the bounds of a schema, at them, or just outside.
func (g *generator) number(s *openapi3.Schema) any {
	low, high := 0.0, 40.0
	if s.Min != nil {
		low = *s.Min
	}
	if s.Max != nil {
		high = *s.Max
	}
	switch g.IntN(6) {
	case 0:
		return low
	case 1:
		return high
	case 2:
		return low - 1
	case 3:
		return high + 1
	}
	return int64(low) + g.Int64N(int64(min(high-low, 1000))+1)
}

// text returns a text of letters, spaces and symbols of several scripts.
func (g *generator) text(s *openapi3.Schema) any {
	length := int(s.MinLength) + g.IntN(12)
	if s.MaxLength != nil && g.IntN(8) == 0 {
		length = int(min(*s.MaxLength, 20_000)) + g.IntN(2) // at the limit, or just above it
	}
	const letters = "abc xyzABC09-_.@ابتé漢🙂"
	all := []rune(letters)
	var out strings.Builder
	for range length {
		out.WriteRune(all[g.IntN(len(all))])
	}
	return out.String()
}

// hostileValues are values of attackers: invalid encodings, injections, and extreme numbers, dates and lengths.
var hostileValues = []any{
	nil, true, "", " ", "\x00", "a\x00b", "\xff\xfe", "\u202egnp.exe", "../../etc/passwd", "%2e%2e%2f", "' OR 1=1 --",
	"$1; DROP TABLE orders",
	"<script>alert(1)</script>", "{{7*7}}", "javascript:alert(1)", "//evil.example", `\\evil.example`,
	"\r\nSet-Cookie: a=b", "٠١٢٣", "NaN",
	strings.Repeat("a", 5000), strings.Repeat("é\u0301", 3000), strings.Repeat("%", 300), "2026-02-30", "0000-00-00",
	"9999-12-31", "-0001-01-01",
	"2026-13-01T25:61:61Z", "24:00", "-1", "1e400", "0x10", "😀", "a@b", "@", "a@" + strings.Repeat("b", 300) +
		".example", -1, 0, 1 << 31, -1 << 63,
	1<<63 - 1, 1.5, 1e308, []any{}, []any{nil}, map[string]any{}, map[string]any{"$ne": nil},
	[]any{[]any{[]any{"deep"}}},
}

// hostileValue returns a random one of hostileValues.
func (g *generator) hostileValue() any { return hostileValues[g.IntN(len(hostileValues))] }

// queryText returns a value as text for a query.
func queryText(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case nil:
		return ""
	}
	return fmt.Sprint(value)
}

// headerText removes control characters, which clients cannot send in a header.
func headerText(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, text)
}
