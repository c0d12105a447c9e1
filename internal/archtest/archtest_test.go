// Package archtest holds the rules of docs/architecture.md: which group of packages may import which, and what a
// package or program may not reach through any number of imports.
package archtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// mayImport lists, for each group of packages, the groups that it may import beside itself.
var mayImport = map[string][]string{
	"core":    {}, // the vocabulary of all
	"lib":     {}, // general code that could serve any program
	"search":  {"core", "lib"},
	"picture": {"core", "lib"},
	"content": {"core", "lib", "search", "picture"},
	"shop":    {"core", "lib"},
	"store":   {"core", "shop"},
	"channel": {"core", "lib", "search", "shop", "serve"},
	"serve":   {"core", "lib", "picture", "search", "shop", "store"},
	"build":   {"core", "lib", "picture", "search", "content", "serve"},
}

// mustNotReach lists what the packages below a path may not import, not even through others.
var mustNotReach = []struct {
	from string
	to   []string
	why  string
}{
	{"internal/build", []string{"internal/shop", "internal/store"}, "the generator writes files and sells nothing"},
	{"internal/shop", []string{"internal/build", "internal/content"}, "the shop knows a build by its payloads only"},
	{"cmd/generate", []string{"internal/shop", "internal/store", "database/sql", "github.com/stripe"},
		"the generator needs no database and takes no payments"},
	{"cmd/api", []string{"internal/build", "internal/content", "github.com/yuin/goldmark"},
		"the server reads builds and makes none"},
	{"internal/core", append([]string{"os/exec"}, edges...), "vocabulary does no input or output"},
	{"internal/content/catalog", edges, "the catalogue is plain data"},
	{"internal/build/pages", append([]string{"os/exec"}, edges...), "planning is a pure function of the catalogue"},
	{"internal/shop/account", edges, rules},
	{"internal/shop/booking", edges, rules},
	{"internal/shop/contact", edges, rules},
	{"internal/shop/limit", edges, rules},
	{"internal/shop/reseller", edges, rules},
	{"internal/shop/review", edges, rules},
}

const rules = "the server, commands and every store use the rules of selling"

// edges are the packages by which a program meets the outside.
var edges = []string{"net/http", "database/sql", "github.com/gorilla/mux", "github.com/spf13/cobra"}

// pkg is a package with its direct imports and, in Deps, all packages that it needs.
type pkg struct {
	ImportPath   string
	Imports      []string
	TestImports  []string // of tests in the package
	XTestImports []string // of tests beside it
	Deps         []string
}

// testsMayImport lists, for each group, the groups that its tests may import beside those that the group may import.
var testsMayImport = map[string][]string{
	"channel": {"store"}, // channels are tested with real databases
	"shop":    {"store"}, // rules are tested with a real database
	"content": {"build"}, // imported content is built
	"search":  {"serve"}, // an index is read as the server reads it
}

const module = "storefront/"

// groupOf returns the group of a package below internal.
func groupOf(path string) (group string, ok bool) {
	rest, ok := strings.CutPrefix(path, module+"internal/")
	group, _, _ = strings.Cut(rest, "/")
	return group, ok && group != "archtest"
}

// below reports whether a package is a path, or is below one of this module or of another. What is below a
// package of the standard library is a package of its own: database/sql/driver opens no database.
func below(path, folder string) bool {
	path = strings.TrimPrefix(path, module)
	standard := !strings.Contains(folder, ".") && !strings.HasPrefix(folder, "internal/") &&
		!strings.HasPrefix(folder, "cmd/")
	return path == folder || !standard && strings.HasPrefix(path, folder+"/")
}

// forbidden returns a sentence for each import of another group that is not among those allowed.
func forbidden(path, group string, imports, may []string) (all []string) {
	for _, i := range imports {
		if other, ok := groupOf(i); ok && other != group && !slices.Contains(may, other) {
			all = append(all, fmt.Sprintf("%s imports %s: %s may not import %s", path, i, group, other))
		}
	}
	return all
}

// broken returns a sentence for each rule that a package breaks.
func broken(p pkg) (all []string) {
	if group, ok := groupOf(p.ImportPath); ok {
		may, known := mayImport[group]
		if !known {
			all = append(all, fmt.Sprintf("%s is in no group; groups are those of mayImport", p.ImportPath))
		}
		all = append(all, forbidden(p.ImportPath, group, p.Imports, may)...)
		inTests := slices.DeleteFunc(slices.Concat(p.TestImports, p.XTestImports),
			func(i string) bool { return strings.HasSuffix(i, "test") })
		all = append(all, forbidden(p.ImportPath+" (test)", group, inTests, append(testsMayImport[group], may...))...)
	}
	for _, rule := range mustNotReach {
		if !below(p.ImportPath, rule.from) {
			continue
		}
		for _, to := range rule.to {
			if i := slices.IndexFunc(p.Deps, func(d string) bool { return below(d, to) }); i >= 0 {
				all = append(all, fmt.Sprintf("%s reaches %s: %s", p.ImportPath, p.Deps[i], rule.why))
			}
		}
	}
	return all
}

func TestImportsObeyTheArchitecture(t *testing.T) {
	const fields = "-json=ImportPath,Imports,TestImports,XTestImports,Deps"
	out, err := exec.CommandContext(t.Context(), "go", "list", fields, module+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		for _, sentence := range broken(p) {
			t.Error(sentence)
		}
	}
}

func TestBrokenReportsForbiddenImports(t *testing.T) {
	for name, p := range map[string]pkg{
		"a package outside all groups": {ImportPath: module + "internal/util"},
		"a forbidden group": {ImportPath: module + "internal/core/money",
			Imports: []string{module + "internal/lib/lru"}},
		"a forbidden group in tests": {ImportPath: module + "internal/core/money",
			XTestImports: []string{module + "internal/store/sqlite", module + "internal/lib/cli/clitest"}},
		"build reaches shop through another package": {
			ImportPath: module + "internal/build/engine",
			Deps:       []string{module + "internal/serve/livecatalog", module + "internal/shop/booking"},
		},
		"shop reaches build through another package": {ImportPath: module + "internal/shop/mail",
			Deps: []string{module + "internal/build/pages"}},
		"Markdown in the server": {ImportPath: module + "cmd/api",
			Deps: []string{"github.com/yuin/goldmark/ast"}},
		"a database in the generator":  {ImportPath: module + "cmd/generate", Deps: []string{"database/sql"}},
		"HTTP in the rules of booking": {ImportPath: module + "internal/shop/booking", Deps: []string{"net/http"}},
	} {
		if len(broken(p)) != 1 {
			t.Errorf("%s: %v", name, broken(p))
		}
	}
	fine := pkg{ImportPath: module + "cmd/generate",
		Deps: []string{module + "internal/build/engine", "database/sql/driver"}}
	if all := broken(fine); len(all) > 0 {
		t.Errorf("allowed imports are reported: %v", all)
	}
}
