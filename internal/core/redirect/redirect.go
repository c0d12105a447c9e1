// Package redirect decides where a path leads instead. site/lib/navigation/redirects.ts has the same rules in the same
// order for the browser and lists them at its top; both pass the table of
// internal/core/redirect/testdata/redirects.json.
package redirect

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/core/route"
)

// Config is what the rules know of a deployment.
type Config struct {
	Supplier bool
	// Locales are the codes of the configured languages, the default first.
	Locales []string
	// Hosts are those that a redirect may lead to outside the site, with their port where it is not the scheme's own.
	Hosts []string
	// Redirects are the editors' own. If two have the same From and Locale, the first counts; one of all locales counts
	// before one of a single locale, and stands before it.
	Redirects []payload.Redirect
	// Moved are the pages with a slug of their own in some language.
	Moved []payload.MovedPage
}

// Target is where a path leads: a path of the site, beginning with one slash, or where External an address on one of
// Config.Hosts. It can be sent to a browser as it is.
type Target struct {
	To       string
	Status   int
	External bool
}

// ErrRefused reports a path that is dangerous to follow, or whose target is.
var ErrRefused = fault.New(fault.Invalid, "This path cannot be followed.",
	fault.Field{Name: "path", Code: fault.Format})

const permanently = 301

// notPages are first segments that are never redirected.
var notPages = []string{"builds", "assets", "media", "api", "_ipx"}

// knownSections are those of the specification, section 2.
var knownSections = []string{
	"blog", "experiences", "auth", "about", "cart", "checkout", "terms-and-conditions", "privacy-policy", "faq",
	"things-to-do", "search", "invoices",
}

var (
	// Browsers read a backslash as a slash, and skip tabs and line ends inside addresses.
	dangerous  = regexp.MustCompile(`(?i)[\x00-\x1f\x7f\\]|%(?:[01][0-9a-f]|7f)`)
	web        = regexp.MustCompile(`(?i)^https?://`)
	pageNumber = regexp.MustCompile(`/page/[0-9]+$`)
)

// Rules are the redirects of one build of a deployment.
type Rules struct {
	supplier bool
	locales  []string
	hosts    []string
	moves    []Move
	editors  map[from]payload.Redirect
}

// from is a path, and its locale where only that leads elsewhere.
type from struct{ path, locale string }

// New makes the rules of a deployment.
func New(c Config) *Rules {
	r := &Rules{supplier: c.Supplier, locales: c.Locales, hosts: c.Hosts, moves: movesOf(c.Moved, c.Locales),
		editors: map[from]payload.Redirect{}}
	for _, own := range c.Redirects {
		at := from{route.Escape(own.From), own.Locale}
		if _, ok := r.editors[at]; !ok {
			r.editors[at] = own
		}
	}
	return r
}

// OfBuild returns the rules of a build by its manifest and its moved pages.
func OfBuild(m payload.Manifest, moved []payload.MovedPage) *Rules {
	c := Config{Supplier: m.Supplier, Hosts: m.RedirectHosts, Redirects: m.Redirects, Moved: moved}
	for _, l := range m.Locales {
		c.Locales = append(c.Locales, l.Code)
	}
	return New(c)
}

// Dangerous reports whether a path contains characters that a browser or a header could interpret as something else.
func Dangerous(path string) bool { return dangerous.MatchString(path) }

// Lookup returns the one hop that a path leads to: nil if nowhere else, ErrRefused if it must not be followed. The path
// is that of the request, percent-encoded and with its query.
func (r *Rules) Lookup(path string) (*Target, error) {
	if Dangerous(path) {
		return nil, ErrRefused
	}
	bare, query := splitQuery(path)
	trimmed := strings.TrimRight(bare, "/")
	if !strings.HasPrefix(bare, "/") || strings.Contains(trimmed, "//") || trimmed == "" && bare != "/" {
		return nil, ErrRefused
	}
	first, _, _ := strings.Cut(bare[1:], "/")
	if slices.Contains(notPages, first) || strings.HasPrefix(first, ".") || strings.HasSuffix(bare, "/_payload.json") {
		return nil, nil
	}
	prefix, rest := r.splitLocale(orRoot(trimmed))
	target, err := r.editorsTarget(rest, prefix, query)
	if err != nil {
		return nil, err
	}
	if target == nil {
		to, found := r.ruleTarget(rest)
		if !found {
			to = rest
		}
		target = &Target{To: within(to, prefix, query), Status: permanently}
	}
	if target.To == path {
		return nil, nil
	}
	return target, nil
}

// mostHops is what browsers follow before they give up.
const mostHops = 20

// Resolve is Lookup where existing pages are known: another spelling of a page's path leads to that page, whatever the
// rules say, and what leads round in a circle without meeting a page leads nowhere.
func (r *Rules) Resolve(path string, exists func(path string) bool) (*Target, error) {
	first, err := r.Lookup(path)
	if first == nil || err != nil {
		return nil, err
	}
	bare, query := splitQuery(path)
	prefix, rest := r.splitLocale(orRoot(strings.TrimRight(bare, "/")))
	if page := route.Join(prefix, rest); page != bare && exists(page) {
		return &Target{To: page + query, Status: permanently}, nil
	}
	seen := map[string]bool{path: true}
	for at := first; at != nil && !at.External; {
		next, _, _ := strings.Cut(at.To, "#")
		if bare, _ := splitQuery(next); exists(bare) {
			break
		}
		if seen[next] || len(seen) > mostHops {
			return nil, nil
		}
		seen[next] = true
		if at, err = r.Lookup(next); err != nil {
			return nil, err
		}
	}
	return first, nil
}

// Ring returns the paths that the editors' redirect of a path leads round by, back to where it begins. There are none
// where it ends somewhere, or comes into a ring that it is not of itself.
func (r *Rules) Ring(begin string) []string {
	var ring []string
	begin = route.Escape(begin)
	for at := begin; !slices.Contains(ring, at); {
		ring = append(ring, at)
		to, ruled := r.ruleTarget(at)
		if own, ok := r.editors[from{path: at}]; ok {
			to, ruled = own.To, strings.HasPrefix(own.To, "/")
		}
		if !ruled {
			return nil
		}
		to, _, _ = strings.Cut(to, "#")
		to, _ = splitQuery(to)
		_, at = r.splitLocale(orRoot(strings.TrimRight(to, "/")))
		if at = route.Escape(at); at == begin {
			return ring
		}
	}
	return nil
}

func splitQuery(path string) (bare, query string) {
	if at := strings.IndexByte(path, '?'); at >= 0 {
		return path[:at], path[at:]
	}
	return path, ""
}

func orRoot(path string) string {
	if path == "" {
		return "/"
	}
	return path
}

// splitLocale takes the language off a path; languages that have no prefix of their own here leave none.
func (r *Rules) splitLocale(path string) (prefix, rest string) {
	for {
		code, rest := route.Split(path)
		if code == "" {
			return "", path
		}
		if slices.Index(r.locales, code) > 0 {
			return "/" + code, rest
		}
		path = rest
	}
}

func (r *Rules) editorsTarget(path, prefix, query string) (*Target, error) {
	path = route.Escape(path)
	own, ok := r.editors[from{path: path}]
	if !ok {
		own, ok = r.editors[from{path, r.localeOf(prefix)}]
	}
	if !ok {
		return nil, nil
	}
	return r.target(own, prefix, query)
}

// localeOf returns the locale of a prefix.
func (r *Rules) localeOf(prefix string) string {
	if prefix == "" && len(r.locales) > 0 {
		return r.locales[0]
	}
	return strings.TrimPrefix(prefix, "/")
}

// target returns where a redirect of the editors leads within a prefix.
func (r *Rules) target(own payload.Redirect, prefix, query string) (*Target, error) {
	to, external := r.safe(own.To)
	if to == "" {
		return nil, ErrRefused
	}
	if external {
		return &Target{To: to, Status: own.Status, External: true}, nil
	}
	bare, _ := splitQuery(to)
	if ownPrefix, _ := r.splitLocale(bare); ownPrefix != "" {
		prefix = ""
	}
	return &Target{To: within(to, prefix, query), Status: own.Status}, nil
}

// safe returns an editor's target in the form that can be navigated to, or "" if it is not allowed.
func (r *Rules) safe(to string) (target string, external bool) {
	if Dangerous(to) {
		return "", false
	}
	if strings.HasPrefix(to, "/") {
		if strings.HasPrefix(to, "//") {
			return "", false
		}
		return to, false
	}
	u, err := url.Parse(to)
	if err != nil || !web.MatchString(to) || u.User != nil {
		return "", false
	}
	u.Host = strings.ToLower(u.Host)
	u.Host = strings.TrimSuffix(u.Host, map[string]string{"http": ":80", "https": ":443"}[u.Scheme])
	if !slices.Contains(r.hosts, u.Host) {
		return "", false
	}
	if u.Path == "" {
		u.Path = "/"
	}
	return u.String(), true
}

func (r *Rules) ruleTarget(path string) (to string, found bool) {
	list, other := r.lists()
	if strings.HasPrefix(path, "/discover") || path == other {
		return list, true
	}
	first, tail, _ := strings.Cut(path[1:], "/")
	second, _, _ := strings.Cut(tail, "/")
	if second == "" || isKnownSection(first) || pageNumber.MatchString(path) {
		return "", false
	}
	return route.Product(r.supplier, first, second), true
}

// lists are the address of the list here, and the one that it has on deployments of the other type.
func (r *Rules) lists() (list, other string) {
	return route.List(r.supplier), route.List(!r.supplier)
}

func isKnownSection(segment string) bool {
	return slices.Contains(knownSections, segment) || strings.HasPrefix(segment, "things-to-do-in")
}

// within puts a target into a language; the query of the request comes along unless the target has its own.
func within(target, prefix, query string) string {
	path, fragment := target, ""
	if at := strings.IndexByte(target, '#'); at >= 0 {
		path, fragment = target[:at], target[at:]
	}
	if strings.Contains(path, "?") {
		query = ""
	}
	return route.Join(prefix, path) + query + fragment
}
