package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"storefront/api"
	"storefront/internal/channel/agent"
	"storefront/internal/shop/booking"
)

// assistant is a client of the official SDK, which knows only the host.
type assistant struct {
	*shop
	session *mcp.ClientSession
}

// atHost sends requests to the test's server under the name of another host, as a resolver would.
type atHost struct{ host string }

func (a atHost) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Host = a.host
	return http.DefaultTransport.RoundTrip(r)
}

func (s *shop) assistant() *assistant {
	s.t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "assistant", Version: "1"}, nil)
	session, err := client.Connect(s.t.Context(), &mcp.StreamableClientTransport{
		Endpoint: s.server.URL + agent.Path, HTTPClient: &http.Client{Transport: atHost{"www.wayfare.example"}},
	}, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = session.Close() })
	tools, err := session.ListTools(s.t.Context(), nil)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, tool := range tools.Tools {
		s.checkSchema(tool.Name+" takes", tool.InputSchema)
		s.checkSchema(tool.Name+" returns", tool.OutputSchema)
	}
	if session.InitializeResult().Capabilities.Tools.ListChanged {
		s.t.Error("a server without sessions promises to report changes of its tools")
	}
	return &assistant{s, session}
}

// checkSchema reports parts of a tool's schema that some models' APIs refuse: several types for one value, and objects
// with keys that the schema does not name.
func (s *shop) checkSchema(name string, schema any) {
	node, is := schema.(map[string]any)
	if !is {
		return
	}
	if _, is := node["type"].(string); !is {
		s.t.Errorf("%s is of the type %v", name, node["type"])
	}
	if node["type"] == "object" && node["additionalProperties"] != false {
		s.t.Errorf("%s may have any key", name)
	}
	properties, _ := node["properties"].(map[string]any)
	for key, property := range properties {
		s.checkSchema(name+" "+key, property)
	}
	s.checkSchema(name+" []", node["items"])
}

// call calls a tool and returns what went wrong, if anything did.
func (a *assistant) call(tool string, arguments, out any) (problem string) {
	a.t.Helper()
	result, err := a.session.CallTool(a.t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		a.t.Fatal(tool, err)
	}
	if result.IsError {
		return result.Content[0].(*mcp.TextContent).Text
	}
	data, err := json.Marshal(result.StructuredContent)
	if err == nil {
		err = json.Unmarshal(data, out)
	}
	// Models read the text, and copy links out of it.
	if text := result.Content[0].(*mcp.TextContent).Text; strings.Contains(text, `\u0026`) || !json.Valid([]byte(text)) {
		a.t.Errorf("%s returns the text %s", tool, text)
	}
	if err != nil {
		a.t.Fatal(tool, err)
	}
	return ""
}

func of(id string, quantity int) []booking.Quantity {
	return []booking.Quantity{{ID: id, Quantity: quantity}}
}

// must calls a tool that must succeed.
func (a *assistant) must(tool string, arguments, out any) {
	a.t.Helper()
	if problem := a.call(tool, arguments, out); problem != "" {
		a.t.Fatal(tool, problem)
	}
}

// get requests a path of the site as a browser does that follows no redirects.
func (v *visitor) get(path string, header ...string) *http.Response {
	v.t.Helper()
	r, err := http.NewRequestWithContext(v.t.Context(), "GET", v.server.URL+path, nil)
	if err != nil {
		v.t.Fatal(err)
	}
	r.Host = v.host
	r.Header.Set("Cookie", v.cookie)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		v.t.Fatal(err)
	}
	_ = response.Body.Close()
	for _, c := range response.Cookies() {
		v.storeCookie(c)
	}
	return response
}

func TestAssistantFindsAvailabilityAndHandsOverCart(t *testing.T) {
	s := open(t)
	s.publish(experience("dunes", "Dunes", "dubai", 39500), experience("pearl", "Pearl diving", "dubai", 39500))
	a := s.assistant()
	var found agent.SearchOutput
	a.must("search_experiences", map[string]any{"query": "dunes", "city": "Dubai", "category": nil, "language": "ar"},
		&found)
	if len(found.Experiences) != 1 ||
		found.Experiences[0].URL != "http://www.wayfare.example/ar/things-to-do-in-dubai/dunes" {
		t.Fatalf("%+v", found)
	}
	product := found.Experiences[0].Product
	var about agent.ExperienceOutput
	a.must("get_experience", map[string]any{"product": product, "language": "ar"}, &about)
	adult := about.Options[0].Units[0]
	if about.Title != "الكثبان" || adult.Title != "بالغ" || adult.Price.Text != "395.00 AED" {
		t.Fatalf("%+v", about)
	}
	if tea := about.Extras[0]; tea.ID != "tea" || tea.Per != "BOOKING" || tea.Price.Text != "15.00 AED" ||
		about.Options[0].Length != nil {
		t.Errorf("%+v %+v", tea, about.Options[0].Length)
	}
	var nights agent.ExperienceOutput
	a.must("get_experience", map[string]any{"product": "pearl"}, &nights)
	if length := nights.Options[0].Length; length == nil || *length != (agent.Length{Unit: "NIGHT", Min: 1, Max: 30}) {
		t.Errorf("%+v", length)
	}
	var month, starts agent.AvailabilityOutput
	a.must("check_availability", map[string]any{"product": product, "month": day[:7]}, &month)
	a.must("check_availability", map[string]any{"product": product, "date": day}, &starts)
	if len(month.Days) == 0 || len(starts.Starts) != 1 || starts.Starts[0].Vacancies != 4 {
		t.Fatalf("%+v %+v", month, starts)
	}
	var none agent.AvailabilityOutput
	a.must("check_availability", map[string]any{"product": product, "date": "2040-01-01"}, &none)
	if none.Starts == nil || len(none.Starts) > 0 || none.Days != nil {
		t.Errorf("of a day without starts: %+v", none)
	}
	choice := map[string]any{"product": product, "option": about.Options[0].ID, "date": day,
		"startTime": starts.Starts[0].StartTime, "units": of("adult", 2), "language": "ar"}
	var quote agent.QuoteOutput
	a.must("quote", choice, &quote)
	var prepared agent.CartOutput
	a.must("prepare_cart", choice, &prepared)
	if !quote.Available || quote.Total.Amount != 79000 || quote.Lines[0].Title != adult.Title ||
		prepared.Total != quote.Total {
		t.Fatalf("%+v %+v", quote, prepared)
	}
	v := s.visitor()
	link := strings.TrimPrefix(prepared.URL, "http://www.wayfare.example")
	for range 2 { // a link may be opened again
		if r := v.get(link); r.StatusCode != http.StatusSeeOther ||
			r.Header.Get("Location") != "http://www.wayfare.example/ar/cart" ||
			r.Header.Get("Cache-Control") != "no-store" {
			t.Fatalf("%d %v", r.StatusCode, r.Header)
		}
	}
	cart := mustSend[api.Cart](v, "GET", "/cart", "")
	if len(cart.Items) != 1 || cart.Total != quote.Total.Amount || cart.Items[0].PriceChanged ||
		!cart.HeldUntil.IsZero() {
		t.Fatalf("%+v", cart)
	}
	after := mustSend[api.DayAvailability](v, "GET", "/availability?product=dunes&option=shared&date="+day, "")
	if after.Slots[0].Vacancies != 4 {
		t.Error("a link took seats")
	}
}

func TestOutdatedBuyLinkLeadsToProductOrChangedPrice(t *testing.T) {
	s := open(t)
	const good = "/buy/dunes?option=shared&start=15:00&units=adult:2&currency=AED&date="
	for _, c := range []struct{ name, link, to string }{
		{"a price that has risen", good + day + "&total=70000", "/cart"},
		{"too many seats", "/buy/dunes?option=shared&start=15:00&units=adult:5&date=" + day,
			"/things-to-do-in-dubai/dunes#ticket"},
		{"a past day", good + "2020-01-01", "/things-to-do-in-dubai/dunes#ticket"},
		{"a missing option", "/buy/dunes?units=adult:2&date=" + day, "/things-to-do-in-dubai/dunes#ticket"},
		{"an invalid total", good + day + "&total=many", "/things-to-do-in-dubai/dunes#ticket"},
		{"a product not on sale", "/buy/camels?option=shared&units=adult:2&date=" + day, "/unavailable"},
		{"a negative quantity", "/buy/dunes?option=shared&start=15:00&units=adult:-1&date=" + day,
			"/things-to-do-in-dubai/dunes#ticket"},
		{"a large quantity", "/buy/dunes?option=shared&start=15:00&units=adult:99999999999999999999&date=" + day,
			"/things-to-do-in-dubai/dunes#ticket"},
		{"a path to another site", "/buy//evil.example?option=shared&units=adult:1&date=" + day, "/unavailable"},
		{"a path out of /buy", "/buy/..%2f..%2fdunes?option=shared&units=adult:1&date=" + day, "/unavailable"},
		{"a forged header", "/buy/x%0d%0aSet-Cookie:%20a=b?option=shared&units=adult:1&date=" + day, "/unavailable"},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := s.visitor()
			r := v.get(c.link)
			if got := strings.TrimPrefix(r.Header.Get("Location"), "http://www.wayfare.example"); r.StatusCode != 303 ||
				got != c.to {
				t.Fatalf("%d %q", r.StatusCode, got)
			}
			if c.to != "/cart" {
				return
			}
			cart := mustSend[api.Cart](v, "GET", "/cart", "")
			if !cart.Items[0].PriceChanged || cart.Items[0].Quoted != 70000 || cart.Total != 79000 {
				t.Fatalf("%+v", cart)
			}
		})
	}
	for _, c := range []struct {
		name, value string
		want        int
	}{
		{"Sec-Purpose", "prefetch;prerender", 503}, {"Purpose", "prefetch", 503}, {"Sec-Fetch-Dest", "image", 403},
		{"Sec-Fetch-Dest", "iframe", 403}, {"Sec-Fetch-Dest", "empty", 403},
	} {
		v := s.visitor()
		if r := v.get(good+day, c.name, c.value); r.StatusCode != c.want || v.cookie != "" {
			t.Errorf("%+v: %d %q", c, r.StatusCode, v.cookie)
		}
	}
	if r := s.visitor().get(good+day, "Sec-Fetch-Dest", "document"); r.StatusCode != 303 {
		t.Errorf("opened as a page: %d", r.StatusCode)
	}
}

func TestBuyLinkPreviewLeadsToProduct(t *testing.T) {
	s := open(t)
	const browser = "Mozilla/5.0 (Linux; Android 14; CUBOT P80) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131 "
	for agent, to := range map[string]string{
		"WhatsApp/2.24.6.77 A":              "/things-to-do-in-dubai/dunes#ticket",
		"facebookexternalhit/1.1":           "/things-to-do-in-dubai/dunes#ticket",
		"TelegramBot (like TwitterBot)":     "/things-to-do-in-dubai/dunes#ticket",
		"Slackbot-LinkExpanding 1.0":        "/things-to-do-in-dubai/dunes#ticket",
		browser + "SkypeUriPreview/0.5":     "/things-to-do-in-dubai/dunes#ticket",
		browser + "(compatible; Discordbot": "/things-to-do-in-dubai/dunes#ticket",
		browser + "Mobile Safari/537.36":    "/cart",
		browser + "Safari/604.1 FBAN/FBIOS": "/cart",
	} {
		v := s.visitor()
		r := v.get("/buy/dunes?option=shared&start=15:00&units=adult:2&date="+day, "User-Agent", agent)
		got := strings.TrimPrefix(r.Header.Get("Location"), "http://www.wayfare.example")
		if r.StatusCode != 303 || got != to || (v.cookie != "") != (to == "/cart") {
			t.Errorf("%s: %d %q, cookie %q", agent, r.StatusCode, got, v.cookie)
		}
	}
}

func TestToolErrorsNameTheArgument(t *testing.T) {
	s := open(t)
	s.publish(experience("dunes", "Dunes", "dubai", 39500))
	a := s.assistant()
	var many []booking.Quantity
	for i := range 51 {
		many = append(many, of(fmt.Sprint("u", i), 1)...)
	}
	bespoke := map[string]any{"product": "bespoke", "option": "shared", "date": day, "startTime": "15:00",
		"units": of("adult", 2)}
	var about agent.ExperienceOutput
	a.must("get_experience", map[string]any{"product": "bespoke"}, &about)
	if !about.PriceOnRequest || about.Options[0].Units[0].Price != nil {
		t.Errorf("a product without a fixed price has %+v", about)
	}
	for _, c := range []struct {
		tool string
		in   map[string]any
		want string
	}{
		{"search_experiences", map[string]any{"city": "atlantis"}, "There are dubai. (invalid) city: unknown"},
		{"search_experiences", map[string]any{"category": "atlantis"}, "category: unknown"},
		{"get_experience", map[string]any{"product": "camels"}, "not_found"},
		{"check_availability", map[string]any{"product": "dunes"}, "date: required"},
		{"check_availability", map[string]any{"product": "dunes", "date": "tomorrow"}, "date: format"},
		{"check_availability", map[string]any{"product": "dunes", "option": "private", "date": day}, "not_found"},
		{"quote", map[string]any{"product": "dunes", "option": "shared", "date": day, "startTime": "15:00",
			"units": of("child", 1)}, "units.child: unknown"},
		{"quote", map[string]any{"product": "dunes", "option": "shared", "date": day, "startTime": "16:00",
			"units": of("adult", 1)}, ""},
		{"prepare_cart", map[string]any{"product": "dunes", "option": "shared", "date": day, "startTime": "16:00",
			"units": of("adult", 1)}, "no such start. (invalid) startTime: unknown"},
		{"quote", map[string]any{"product": "dunes"}, "units"},
		{"quote", map[string]any{"product": "dunes", "option": "shared", "date": day, "startTime": "15:00",
			"units": many}, "units: max"},
		{"prepare_cart", map[string]any{"product": "dunes", "option": "shared", "date": day, "startTime": "15:00",
			"units": append(of("adult", 3), of("adult", -1)...)}, "units.adult: min"},
		{"quote", bespoke, "no fixed price"}, {"prepare_cart", bespoke, "requests one at http://www.wayfare.example/"},
	} {
		var out map[string]any
		if got := a.call(c.tool, c.in, &out); !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s %v: %q, want %q", c.tool, c.in, got, c.want)
		}
	}
}

func TestToolsAcceptOneCallPerRequestFromOwnHost(t *testing.T) {
	s := open(t)
	const ping, both = `{"jsonrpc":"2.0","id":1,"method":"ping"}`, "application/json, text/event-stream"
	for _, c := range []struct {
		host, origin, accept, body string
		want                       int
	}{
		{"www.wayfare.example", "", both, ping, 200}, {"www.wayfare.example", "", "", ping, 200},
		{"www.wayfare.example", "", "application/json; charset=utf-8", ping, 200},
		{"www.wayfare.example", "", "text/event-stream", ping, 400},
		{"www.wayfare.example", "https://www.wayfare.example", both, ping, 200},
		{"www.wayfare.example", "https://evil.example", both, ping, 403}, {unknownHost, "", both, ping, 403},
		{unknownHost, "https://" + unknownHost, both, ping, 403},
		{"www.wayfare.example", "", both, " \n[" + ping + "," + ping + "]", 400},
		{"www.wayfare.example", "", both, "", 400},
		{"www.wayfare.example", "", both, strings.Repeat(" ", 64<<10) + ping, 413},
	} {
		r, _ := http.NewRequestWithContext(context.Background(), "POST", s.server.URL+agent.Path,
			strings.NewReader(c.body))
		r.Host = c.host
		r.Header.Set("Content-Type", "application/json")
		if c.accept != "" {
			r.Header.Set("Accept", c.accept)
		}
		if c.origin != "" {
			r.Header.Set("Origin", c.origin)
		}
		response, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != c.want {
			t.Errorf("%s %s %s %.90s: %d, want %d", c.host, c.origin, c.accept, c.body, response.StatusCode, c.want)
		}
	}
}

func TestUCPProfileListsToolsWithoutCheckout(t *testing.T) {
	v := open(t).visitor()
	type entities = map[string][]struct{ Version, Spec, Schema, Transport, Endpoint string }
	var profile struct {
		UCP struct {
			Version                string
			Services, Capabilities entities
		}
	}
	before := v.host
	v.read("/.well-known/ucp", &profile)
	service := profile.UCP.Services["example.wayfare.www.tours"]
	if len(service) != 1 || service[0].Transport != "mcp" || service[0].Endpoint != "http://www.wayfare.example/mcp" ||
		len(profile.UCP.Capabilities) != 1 {
		t.Fatalf("%+v", profile)
	}
	v.host = "127.0.0.1" // an address is no name of the protocol
	address := profile
	address.UCP.Services = nil
	v.read("/.well-known/ucp", &address)
	if len(address.UCP.Services) != 1 || len(address.UCP.Services["example.wayfare.booking.tours"]) != 1 {
		t.Errorf("at an address the services are %v", address.UCP.Services)
	}
	v.host = before
	var schema struct {
		Defs map[string]struct{ Properties map[string]any } `json:"$defs"`
	}
	v.read(strings.TrimPrefix(service[0].Schema, "http://www.wayfare.example"), &schema)
	if schema.Defs["input"].Properties["units"] == nil || schema.Defs["output"].Properties["url"] == nil {
		t.Errorf("%+v", schema)
	}
}

// read reads the JSON of a path of the site.
func (v *visitor) read(path string, out any) {
	v.t.Helper()
	r, err := http.NewRequestWithContext(v.t.Context(), "GET", v.server.URL+path, nil)
	if err != nil {
		v.t.Fatal(err)
	}
	r.Host = v.host
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		v.t.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(out); err != nil || response.StatusCode != http.StatusOK {
		v.t.Fatal(path, response.StatusCode, err)
	}
}
