package source

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/core/payload"
	"storefront/internal/core/redirect"
	"storefront/internal/core/route"
	"storefront/internal/lib/suggest"
)

// loadRedirects reads those of every deployment, and checks each deployment's own with them.
func (l *loader) loadRedirects() {
	shared := map[string]string{}
	var sharedFile *file
	if l.exists("redirects.yaml") {
		sharedFile, _ = l.readYAML("redirects.yaml", &l.lib.Redirects, l.out)
		checkRedirects(sharedFile, nil, l.lib.Redirects, l.lib.Deployments, shared, nil)
	}
	for _, d := range l.lib.Deployments {
		checkRedirects(l.files[d.ID], []any{"redirects"}, d.Redirects, []*catalog.Deployment{d}, map[string]string{},
			shared)
	}
	reported := map[string]bool{}
	for _, d := range l.lib.Deployments {
		for _, r := range l.findRedirectLoops(d, sharedFile) {
			if place := fmt.Sprint(r.file.path, r.at); !reported[place] {
				reported[place] = true
				r.file.errorAt(r.at, "%s", r.message)
			}
		}
	}
}

// redirectLoop reports the last redirect of a loop.
type redirectLoop struct {
	file    *file
	at      []any
	message string
}

// findRedirectLoops finds loops among the redirects of a deployment, its own and the shared ones.
func (l *loader) findRedirectLoops(d *catalog.Deployment, shared *file) (all []redirectLoop) {
	rules := redirect.Config{Supplier: d.Supplier, Locales: d.Languages}
	place := map[string]int{}
	var targets []redirectLoop
	add := func(f *file, list []any, redirects []payload.Redirect) {
		for i, r := range redirects {
			if !strings.HasPrefix(r.From, "/") || r.To == "" {
				continue // which is reported already
			}
			if _, taken := place[r.From]; !taken {
				place[r.From] = len(targets)
			}
			rules.Redirects = append(rules.Redirects, r)
			targets = append(targets, redirectLoop{file: f, at: childPath(list, i, "to")})
		}
	}
	add(shared, nil, l.lib.Redirects)
	add(l.files[d.ID], []any{"redirects"}, d.Redirects)
	known := redirect.New(rules)
	for i, r := range rules.Redirects {
		loop := known.FindLoop(r.From)
		later := slices.ContainsFunc(loop, func(path string) bool { at, own := place[path]; return own && at > i })
		if len(loop) == 0 || later || place[r.From] != i {
			continue
		}
		targets[i].message = "this redirect leads to itself"
		if len(loop) > 1 {
			targets[i].message = "this redirect leads round in a circle: " +
				route.Unescape(strings.Join(append(loop, r.From), " → "))
		}
		all = append(all, targets[i])
	}
	return all
}

// checkRedirects checks a list of redirects that some deployments have, and gives their addresses the form in which
// browsers request them. It notes where each path is, and reports those that are there or among the others already: one
// path leads to one place.
func checkRedirects(f *file, list []any, redirects []payload.Redirect, of []*catalog.Deployment, ownPaths,
	sharedPaths map[string]string) {
	for i := range redirects {
		r, at := &redirects[i], childPath(list, i)
		if r.From == "" || r.To == "" {
			continue // which is reported already
		}
		if !strings.HasPrefix(r.From, "/") || strings.HasPrefix(r.From, "//") || strings.ContainsAny(r.From, "?#\\ ") {
			f.errorAt(childPath(at, "from"), "%q is not a path such as /offers", r.From)
		} else if redirect.IsDangerous(r.From) {
			f.errorAt(childPath(at, "from"), controlCharacter, r.From)
		} else if bare := canonicalPath(r.From); bare != r.From {
			f.errorAt(childPath(at, "from"), "paths are looked up without language and final slash: write %s", bare)
		}
		written := r.From
		if r.From = route.Escape(written); strings.HasPrefix(r.To, "/") {
			r.To = route.EscapeAddress(r.To)
		}
		for _, known := range []map[string]string{sharedPaths, ownPaths} {
			if place, taken := known[r.From]; taken {
				f.errorAt(childPath(at, "from"), "%s is redirected already, at %s", written, place)
			}
		}
		if _, taken := ownPaths[r.From]; !taken {
			n := f.root.At(childPath(at, "from")...)
			ownPaths[r.From] = fmt.Sprintf("%s:%d:%d", f.path, n.Line, n.Col)
		}
		if r.Status == 0 {
			r.Status = movedPermanently
		} else if r.Status != movedPermanently && r.Status != permanentRedirect {
			f.errorAt(childPath(at, "status"), "the status of a redirect is 301 or 308, not %d", r.Status)
		}
		checkRedirectTarget(f, childPath(at, "to"), r, of)
	}
}

const controlCharacter = "%q has a line break or another control character, which no address has"

// canonicalPath is a path as redirects look it up.
func canonicalPath(path string) string {
	path = cmp.Or(strings.TrimRight(path, "/"), "/")
	for {
		code, rest := route.SplitLanguage(path)
		if code == "" {
			return path
		}
		path = rest
	}
}

// checkRedirectTarget reports a target that redirects may not lead to.
func checkRedirectTarget(f *file, at []any, r *payload.Redirect, of []*catalog.Deployment) {
	if strings.HasPrefix(r.To, "/") && !strings.HasPrefix(r.To, "//") && !strings.Contains(r.To, "\\") {
		if redirect.IsDangerous(r.To) {
			f.errorAt(at, controlCharacter, route.Unescape(r.To))
		}
		return
	}
	u, err := url.Parse(r.To)
	if err != nil || u.Scheme != "https" || u.Host == "" {
		f.errorAt(at, "%q is neither a path such as /blog nor an address that begins with https://", r.To)
		return
	}
	for _, d := range of {
		if !slices.Contains(d.RedirectHosts, u.Host) {
			f.errorAt(at, "the host %s is not among the redirectHosts of the deployment %q%s", u.Host, d.ID,
				suggest.DidYouMean(u.Host, d.RedirectHosts))
		}
	}
}
