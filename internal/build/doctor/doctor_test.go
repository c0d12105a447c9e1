package doctor_test

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"storefront/internal/build/doctor"
	"storefront/internal/content/contenttest"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

// checkout returns the options of a valid checkout, with a worker that greets like the real one.
func checkout(t *testing.T) doctor.Options {
	root := t.TempDir()
	site := filepath.Join(root, "site", "dist")
	write(t, filepath.Join(root, "site", "page.tsx"), "")
	past := time.Now().Add(-time.Hour)
	if err := os.Chtimes(filepath.Join(root, "site", "page.tsx"), past, past); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(site, "bundle.json"), `{"hash": "abc", "assets": ["assets/a.js"]}`)
	write(t, filepath.Join(site, "client", "assets", "a.js"), "")
	write(t, filepath.Join(site, "server", "worker.mjs"), `
const hello = '{"protocol":2}'
const size = Buffer.alloc(4)
size.writeUInt32LE(hello.length)
process.stdin.once('data', () => { process.stdout.write(size); process.stdout.write(hello) })
process.stdin.on('end', () => process.exit(0))
`)
	return doctor.Options{Content: contenttest.Copy(t), Builds: filepath.Join(root, "builds"), Site: site,
		Address: "127.0.0.1:0"}
}

func TestOldestNodeMatchesPackageJSON(t *testing.T) {
	data, err := os.ReadFile("../../../package.json")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), `"node": "`+doctor.OldestNode+`"`) {
		t.Errorf("package.json wants another Node than %s", doctor.OldestNode)
	}
}

func find(t *testing.T, all []doctor.Finding, name string) doctor.Finding {
	t.Helper()
	for _, f := range all {
		if f.Name == name {
			return f
		}
	}
	t.Fatal("nothing was found of " + name)
	return doctor.Finding{}
}

func TestDoctorFindsNoProblemInAValidCheckout(t *testing.T) {
	for _, f := range doctor.Run(t.Context(), checkout(t)) {
		if f.State != doctor.OK && f.Name != "pictures" && f.Name != "free space" {
			t.Errorf("%+v", f)
		}
	}
}

func TestDoctorReportsEachProblemWithARemedy(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	for _, test := range []struct {
		name   string
		break_ func(*doctor.Options)
		state  doctor.State
		found  string
	}{
		{"content", func(o *doctor.Options) { o.Content = "nowhere" }, doctor.Failed, "there is no folder nowhere"},
		{"content", func(o *doctor.Options) { contenttest.Remove(t, o.Content, "deployments") }, doctor.Failed,
			"has no deployment"},
		{"site bundle", func(o *doctor.Options) { o.Site = "nowhere" }, doctor.Failed,
			"there is no nowhere/bundle.json"},
		{"site bundle", func(o *doctor.Options) { write(t, filepath.Join(o.Site, "bundle.json"), "{") }, doctor.Failed,
			"cannot be read"},
		{"site bundle", func(o *doctor.Options) { _ = os.Remove(filepath.Join(o.Site, "client/assets/a.js")) },
			doctor.Failed, "names assets/a.js, which is not there"},
		{"site bundle", func(o *doctor.Options) {
			later := time.Now().Add(time.Hour)
			_ = os.Chtimes(filepath.Join(o.Site, "..", "page.tsx"), later, later)
		}, doctor.Warning, "page.tsx has changed since the bundle was made"},
		{"rendering worker", func(o *doctor.Options) { o.Site = "nowhere" }, doctor.Failed, "worker.mjs"},
		{"rendering worker", func(o *doctor.Options) {
			write(t, filepath.Join(o.Site, "server", "worker.mjs"), "process.exit(3)")
		}, doctor.Failed, "it ended early"},
		{"node", func(*doctor.Options) { t.Setenv("PATH", t.TempDir()) }, doctor.Failed, "node does not start"},
		{"port", func(o *doctor.Options) { o.Address = taken.Addr().String() }, doctor.Warning, "is taken"},
		{"destination", func(o *doctor.Options) { o.Builds = "/proc/builds" }, doctor.Failed,
			"nothing can be written in /proc"},
	} {
		path := os.Getenv("PATH")
		o := checkout(t)
		test.break_(&o)
		f := find(t, doctor.Run(t.Context(), o), test.name)
		if f.State != test.state || !strings.Contains(f.Found, test.found) || f.Remedy == "" {
			t.Errorf("%s: %+v, want %s", test.name, f, test.found)
		}
		t.Setenv("PATH", path)
	}
}
