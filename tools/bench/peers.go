package main

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// The sites of the peers, each in its own idiom, and the files that they share.
//
//go:embed all:hugo all:astro all:eleventy shared
var sites embed.FS

// peer is another generator with its site. All peers read the same Markdown and have the same pages.
type peer struct {
	id, title            string
	data, static, output string   // folders of its site; shared files are written to the first two
	caches               []string // its caches beside the output
	command              []string // below the folder of its installation
	install              func(p peer, tools string) error

	tools, dir string // the folders of its installation and its site
	env        []string
}

var knownPeers = []peer{{
	id: "hugo", title: "Hugo", data: "data", static: "static", output: "public",
	caches:  []string{"resources", "cache", ".hugo_build.lock"},
	command: []string{"hugo-" + hugoVersion}, install: installHugo,
}, {
	id: "astro", title: "Astro", data: "src/data", static: "public", output: "dist",
	caches:  []string{".cache", ".astro"},
	command: []string{"astro/node_modules/.bin/astro", "build", "--silent"}, install: installNode,
}, {
	id: "eleventy", title: "Eleventy", data: "_data", static: "static", output: "_site", caches: []string{".cache"},
	command: []string{"eleventy/node_modules/.bin/eleventy", "--quiet"}, install: installNode,
}}

// installPeers installs the peers of a list, and returns messages about those that cannot be installed.
func installPeers(list, tools, work string, n int) (peers []peer, missing []string, err error) {
	for id := range strings.SplitSeq(list, ",") {
		at := slices.IndexFunc(knownPeers, func(p peer) bool { return p.id == id })
		if at < 0 {
			return nil, nil, fmt.Errorf("%q is not a peer; the peers are hugo, astro and eleventy", id)
		}
		p := knownPeers[at]
		p.tools, p.dir = tools, filepath.Join(work, id)
		p.env = []string{"HUGO_CACHEDIR=" + filepath.Join(p.dir, "cache"), "ASTRO_TELEMETRY_DISABLED=1",
			"NODE_ENV=production", nodeOptions(n)}
		if err := p.install(p, tools); err != nil {
			missing = append(missing, fmt.Sprintf("%s is left out, it could not be installed: %v", p.title, err))
			logLine("%s", missing[len(missing)-1])
			continue
		}
		peers = append(peers, p)
	}
	return peers, missing, nil
}

// nodeOptions raises Node's heap limit of about 4 GB where Astro needs more.
func nodeOptions(n int) string {
	if n < 5000 {
		return "NODE_OPTIONS="
	}
	return "NODE_OPTIONS=--max-old-space-size=12288"
}

func (p peer) name() string   { return p.title }
func (p peer) public() string { return filepath.Join(p.dir, p.output) }
func (p peer) folder() string { return p.dir }
func (p peer) clean() error   { return moveAside(p.dir, append(p.caches, p.output)...) }

func (p peer) write(n int) error {
	f := &siteFolder{root: p.dir}
	if err := f.copy(p.id, ""); err != nil {
		return err
	}
	for to, names := range map[string][]string{p.data: {"ui.json"}, p.static: {"style.css", "booking.js"}} {
		for _, name := range names {
			if err := f.copy("shared/"+name, to+"/"+name); err != nil {
				return err
			}
		}
	}
	f.write(p.data+"/places.json", placesJSON())
	f.pictures(p.static + "/media")
	writeMarkdown(f, n)
	if f.err != nil || !p.needsNode() {
		return f.err
	}
	modules := filepath.Join(p.dir, "node_modules")
	if err := os.Remove(modules); err != nil && !errors.Is(err, fs.ErrNotExist) { // of a smaller catalogue
		return err
	}
	return os.Symlink(filepath.Join(p.tools, p.id, "node_modules"), modules)
}

// copy writes a file or folder of the embedded sites.
func (f *siteFolder) copy(from, to string) error {
	return fs.WalkDir(sites, from, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := sites.ReadFile(name)
		f.write(to+strings.TrimPrefix(name, from), string(data))
		return err
	})
}

func (p peer) build() (cost, int, error) {
	c, _, err := run(p.dir, p.env, filepath.Join(p.tools, p.command[0]), p.command[1:]...)
	return c, 0, err
}

func (p peer) textFile(of *product) string {
	return filepath.Join(p.dir, "content", "en", "products", of.slug+".md")
}

func (p peer) pagesOf(of *product) (page, listing string) {
	return filepath.Join("products", of.slug), filepath.Join("cities", of.city.Slug, listingPage(of))
}

func (p peer) needsNode() bool { return p.id != "hugo" }

// version returns the version that its package.json pins.
func (p peer) version() string {
	if !p.needsNode() {
		return strings.TrimPrefix(hugoVersion, "v")
	}
	var pinned struct{ Dependencies map[string]string }
	data, err := sites.ReadFile(path.Join(p.id, "package.json"))
	if err != nil || json.Unmarshal(data, &pinned) != nil {
		return ""
	}
	for name, version := range pinned.Dependencies {
		if path.Base(name) == p.id {
			return version
		}
	}
	return ""
}
