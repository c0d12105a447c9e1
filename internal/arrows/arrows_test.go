// Package arrows holds the direction of imports: a table that is the architecture's, and the check that the code obeys it.
package arrows

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// may lists what each package of this module may import of this module. What is not listed may be imported by nobody.
var may = map[string][]string{
	"internal/fault":               {},
	"internal/clock":               {},
	"internal/trail":               {},
	"internal/lru":                 {},
	"internal/address":             {},
	"internal/locale":              {},
	"internal/money":               {},
	"internal/yaml":                {},
	"internal/catalog":             {},
	"internal/contenttest":         {},
	"internal/redirect":            {"internal/address", "internal/fault", "internal/locale"},
	"internal/markdown":            {"internal/catalog"},
	"internal/plaintext":           {},
	"internal/source":              {"internal/catalog", "internal/locale", "internal/money", "internal/plaintext", "internal/redirect", "internal/search/analysis", "internal/yaml"},
	"internal/table":               {},
	"internal/media":               {"internal/catalog", "internal/source"},
	"internal/pages":               {"internal/address", "internal/catalog", "internal/locale", "internal/markdown", "internal/money"},
	"internal/render":              {"internal/pages"},
	"internal/search":              {"internal/fault", "internal/locale", "internal/money", "internal/search/analysis"},
	"internal/search/analysis":     {},
	"internal/manuscript":          {"internal/catalog", "internal/locale", "internal/media", "internal/source"},
	"internal/importer":            {"internal/catalog", "internal/locale", "internal/manuscript", "internal/markdown", "internal/media", "internal/money", "internal/reachable", "internal/source", "internal/yaml"},
	"internal/reachable":           {},
	"internal/proof":               {"internal/catalog", "internal/markdown", "internal/media", "internal/money", "internal/source"},
	"internal/doctor":              {"internal/picture/vips", "internal/render", "internal/source"},
	"internal/publish":             {"internal/builds", "internal/catalog", "internal/locale", "internal/media", "internal/pages", "internal/redirect", "internal/render", "internal/search", "internal/source"},
	"internal/payment":             {},
	"internal/wording":             {"internal/locale"},
	"internal/notice":              {},
	"internal/link":                {"internal/fault"},
	"internal/keyfile":             {},
	"internal/form":                {"internal/fault", "internal/plaintext"},
	"internal/secret":              {},
	"internal/limit":               {"internal/clock", "internal/fault", "internal/notice", "internal/secret"},
	"internal/account":             {"internal/clock", "internal/fault", "internal/form", "internal/limit", "internal/notice", "internal/secret"},
	"internal/review":              {"internal/clock", "internal/fault", "internal/form", "internal/plaintext"},
	"internal/contact":             {"internal/clock", "internal/fault", "internal/form", "internal/notice"},
	"internal/booking":             {"internal/clock", "internal/fault", "internal/form", "internal/locale", "internal/money", "internal/notice", "internal/pages", "internal/payment", "internal/secret", "internal/trail", "internal/wording"},
	"internal/onsale":              {"internal/address", "internal/booking", "internal/fault", "internal/pages"},
	"internal/ticket":              {"internal/booking", "internal/fault", "internal/keyfile", "internal/locale", "internal/money", "internal/ticket/typeset", "internal/wording"},
	"internal/ticket/typeset":      {},
	"internal/mail":                {"internal/account", "internal/booking", "internal/contact", "internal/fault", "internal/locale", "internal/notice", "internal/pages", "internal/ticket", "internal/ticket/typeset"},
	"internal/mail/mailtest":       {},
	"internal/ticket/tickettest":   {},
	"internal/payment/sandbox":     {"internal/locale", "internal/payment"},
	"internal/payment/stripe":      {"internal/money", "internal/payment"},
	"internal/payment/paymenttest": {"internal/payment"},
	"internal/store/sqlstore":      {"internal/account", "internal/booking", "internal/contact", "internal/fault", "internal/limit", "internal/notice", "internal/review", "internal/trail"},
	"internal/store/sqlite":        {"internal/store/sqlstore"},
	"internal/store/postgres":      {"internal/store/sqlstore"},
	"internal/store/storetest":     {"internal/account", "internal/booking", "internal/contact", "internal/fault", "internal/limit", "internal/notice", "internal/review", "internal/store/sqlstore"},
	"internal/store/pgtest":        {},
	"internal/accept":              {},
	"internal/preview":             {"internal/fault", "internal/webroot"},
	"internal/devserver":           {"internal/pages", "internal/publish", "internal/source", "internal/webroot"},
	"internal/webroot":             {"internal/accept", "internal/address", "internal/fault", "internal/locale", "internal/lru", "internal/pages", "internal/redirect", "internal/webfile"},
	"internal/webfile":             {},
	"internal/builds":              {"internal/source"},
	"internal/deploy":              {"internal/builds", "internal/source", "internal/webfile", "internal/yaml"},
	"internal/picture":             {"internal/fault"},
	"internal/picture/vips":        {"internal/fault", "internal/picture"},
	"internal/monitor":             {"internal/booking", "internal/imageproxy", "internal/mail", "internal/notice", "internal/payment", "internal/store/sqlstore", "internal/webroot"},
	"internal/tracing":             {"internal/payment", "internal/trail"},
	"internal/imageproxy":          {"internal/accept", "internal/fault", "internal/lru", "internal/picture", "internal/reachable"},
	"api": {
		"internal/account", "internal/booking", "internal/contact", "internal/fault", "internal/limit", "internal/link", "internal/locale", "internal/money", "internal/notice", "internal/pages", "internal/payment", "internal/redirect", "internal/review",
		"internal/search", "internal/secret", "internal/ticket", "internal/trail",
	},
	"cmd/generate": {"internal/builds", "internal/deploy", "internal/devserver", "internal/doctor", "internal/importer", "internal/manuscript", "internal/pages", "internal/picture", "internal/picture/vips", "internal/preview", "internal/proof", "internal/publish", "internal/source", "internal/table"},
	"cmd/api": {
		"api", "internal/account", "internal/booking", "internal/contact", "internal/fault", "internal/imageproxy", "internal/keyfile", "internal/limit", "internal/link", "internal/locale", "internal/mail", "internal/money", "internal/monitor", "internal/notice", "internal/onsale",
		"internal/pages", "internal/payment", "internal/payment/sandbox", "internal/payment/stripe", "internal/picture/vips", "internal/review", "internal/search", "internal/source",
		"internal/store/postgres", "internal/store/sqlite", "internal/store/sqlstore", "internal/table", "internal/ticket", "internal/tracing", "internal/trail", "internal/webroot",
	},
	"internal/drill":    {}, // tests only, of whatever they drill
	"docs":              {}, // tests only, of what the documents name
	"tools/payloadts":   {},
	"tools/gauge":       {},
	"tools/bench":       {"tools/gauge"},
	"tools/benchsearch": {"internal/search", "tools/gauge"},
	"tools/benchimages": {
		"internal/imageproxy", "internal/picture", "internal/picture/vips", "tools/gauge",
	},
	"tools/benchapi": {
		"api", "internal/account", "internal/booking", "internal/limit", "internal/notice", "internal/onsale", "internal/pages", "internal/payment", "internal/payment/sandbox", "internal/store/pgtest",
		"internal/store/postgres", "internal/store/sqlite", "internal/store/sqlstore", "internal/webroot", "tools/gauge",
	},
}

// pure packages hold rules, not machinery.
var pure = []string{"internal/fault", "internal/clock", "internal/trail", "internal/locale", "internal/money", "internal/catalog", "internal/pages", "internal/address", "internal/redirect", "internal/notice", "internal/link", "internal/form", "internal/secret", "internal/plaintext", "internal/limit", "internal/account", "internal/review", "internal/contact", "internal/booking", "internal/picture", "internal/search/analysis", "internal/ticket", "internal/ticket/typeset"}

var machinery = []string{"net/http", "database/sql", "os/exec", "github.com/gorilla/mux", "github.com/spf13/cobra"}

type goPackage struct {
	ImportPath string
	Imports    []string
}

func packages(t *testing.T) []goPackage {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports", "storefront/...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []goPackage
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

func TestImportsPointInward(t *testing.T) {
	for _, p := range packages(t) {
		name := strings.TrimPrefix(p.ImportPath, "storefront/")
		if name == "internal/arrows" {
			continue
		}
		allowed, known := may[name]
		if !known {
			t.Errorf("%s has no place in the table", name)
		}
		for _, own := range allowed {
			if !slices.Contains(p.Imports, "storefront/"+own) {
				t.Errorf("%s does not import %s: its row in the table is too long", name, own)
			}
		}
		for _, i := range p.Imports {
			own, isOwn := strings.CutPrefix(i, "storefront/")
			if isOwn && !slices.Contains(allowed, own) {
				t.Errorf("%s may not import %s", name, own)
			}
			if slices.Contains(pure, name) && slices.Contains(machinery, i) {
				t.Errorf("%s holds rules and may not import %s", name, i)
			}
		}
	}
}
