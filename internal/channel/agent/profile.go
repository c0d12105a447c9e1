package agent

import (
	"encoding/json"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// ProfilePath is the path of a shop's profile for assistants that use the Universal Commerce Protocol (ucp.dev).
const ProfilePath = "/.well-known/ucp"

// schemaPath is the path of the schema of the profile's capability.
const schemaPath = ProfilePath + "/cart_link.json"

// Versions of the protocol, and of the capability below.
const (
	protocolVersion   = "2026-04-08"
	capabilityVersion = "2026-11-27"
)

// entity is a service or a capability of a profile.
type entity struct {
	Version   string `json:"version"`
	Spec      string `json:"spec"`
	Schema    string `json:"schema"`
	Transport string `json:"transport,omitempty"`
	Endpoint  string `json:"endpoint,omitempty"`
}

type profile struct {
	UCP struct {
		Version      string              `json:"version"`
		Services     map[string][]entity `json:"services"`
		Capabilities map[string][]entity `json:"capabilities"`
		Payment      struct{}            `json:"payment_handlers"`
	} `json:"ucp"`
}

// Profile returns the handler of ProfilePath and what is below it. The profile names what the tools of Path do by names
// of the host's own: the shop takes no payment of an assistant, so that it does not claim the protocol's checkout.
func Profile(deployment func(r *http.Request, language string) (Shop, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		shop, err := deployment(r, "")
		if err != nil {
			http.Error(w, "This host is not served here.", http.StatusMisdirectedRequest)
			return
		}
		switch r.URL.Path {
		case ProfilePath:
			writeJSON(w, newProfile(origin(&shop), serviceName(r.Host, shop.Site.BaseURL)))
		case schemaPath:
			writeJSON(w, cartLinkSchema(origin(&shop)))
		default:
			http.NotFound(w, r)
		}
	})
}

func newProfile(origin, name string) (p profile) {
	capability := entity{Version: capabilityVersion, Spec: origin + "/llms.txt", Schema: origin + schemaPath}
	service := capability
	service.Transport, service.Endpoint = "mcp", origin+Path
	p.UCP.Version = protocolVersion
	p.UCP.Services = map[string][]entity{name: {service}}
	p.UCP.Capabilities = map[string][]entity{name + ".cart_link": {capability}}
	return p
}

// serviceName returns the name of a storefront's service: the labels of its host from the last to the first. At an
// address without a name it is that of the storefront's own URL.
func serviceName(host, baseURL string) string {
	u := &url.URL{Host: strings.ToLower(host)}
	if _, err := netip.ParseAddr(u.Hostname()); err == nil {
		if base, err := url.Parse(baseURL); err == nil && base.Host != "" {
			u = base
		}
	}
	labels := strings.Split(u.Hostname(), ".")
	slices.Reverse(labels)
	return strings.Join(append(labels, "tours"), ".")
}

// cartLinkSchema describes what prepare_cart takes and returns.
func cartLinkSchema(origin string) *jsonschema.Schema {
	return &jsonschema.Schema{
		Schema: "https://json-schema.org/draft/2020-12/schema", ID: origin + schemaPath, Title: "A link to a cart",
		Defs: map[string]*jsonschema.Schema{"input": schemaOf[ChoiceInput](), "output": schemaOf[CartOutput]()},
	}
}

func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "public, max-age=300")
	_ = json.NewEncoder(w).Encode(v) // it fails if the client has gone
}
