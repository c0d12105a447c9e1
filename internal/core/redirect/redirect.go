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
	// before one of a single locale.
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

const statusMovedPermanently = 301

// nonPageSegments are first segments that are never redirected.
var nonPageSegments = []string{"builds", "assets", "media", "api", "_ipx"}

// reservedSections are those of the specification, section 2.
var reservedSections = []string{
	"blog", "experiences", "auth", "about", "cart", "checkout", "terms-and-conditions", "privacy-policy", "faq",
	"things-to-do", "search", "invoices",
}

var (
	// Browsers read a backslash as a slash, and skip tabs and line ends inside addresses.
	dangerousPattern  = regexp.MustCompile(`(?i)[\x00-\x1f\x7f\\]|%(?:[01][0-9a-f]|7f)`)
	webURLPattern     = regexp.MustCompile(`(?i)^https?://`)
	pageNumberPattern = regexp.MustCompile(`/page/[0-9]+$`)
)

// Rules are the redirects of one build of a deployment.
type Rules struct {
	supplier        bool
	locales         []string
	hosts           []string
	moves           []Move
	editorRedirects map[sourceKey]payload.Redirect
}

// sourceKey is a path, and its locale where only that leads elsewhere.
type sourceKey struct{ path, locale string }

// New returns the rules of a deployment.
func New(c Config) *Rules {
	r := &Rules{supplier: c.Supplier, locales: c.Locales, hosts: c.Hosts, moves: movesOf(c.Moved, c.Locales),
		editorRedirects: map[sourceKey]payload.Redirect{}}
	for _, rule := range c.Redirects {
		source := sourceKey{route.Escape(rule.From), rule.Locale}
		if _, ok := r.editorRedirects[source]; !ok {
			r.editorRedirects[source] = rule
		}
	}
	return r
}

// ForBuild returns the rules of a build by its manifest and its moved pages.
func ForBuild(m payload.Manifest, moved []payload.MovedPage) *Rules {
	c := Config{Supplier: m.Supplier, Hosts: m.RedirectHosts, Redirects: m.Redirects, Moved: moved}
	for _, l := range m.Locales {
		c.Locales = append(c.Locales, l.Code)
	}
	return New(c)
}

// IsDangerous reports whether a path contains characters that a browser or a header could interpret as something else.
func IsDangerous(path string) bool { return dangerousPattern.MatchString(path) }

// Lookup returns the one hop that a path leads to: nil if nowhere else, ErrRefused if it must not be followed. The path
// is that of the request, percent-encoded and with its query.
func (r *Rules) Lookup(path string) (*Target, error) {
	if IsDangerous(path) {
		return nil, ErrRefused
	}
	withoutQuery, query := splitQuery(path)
	trimmed := strings.TrimRight(withoutQuery, "/")
	if !strings.HasPrefix(withoutQuery, "/") || strings.Contains(trimmed, "//") || trimmed == "" &&
		withoutQuery != "/" {
		return nil, ErrRefused
	}
	first, _, _ := strings.Cut(withoutQuery[1:], "/")
	if slices.Contains(nonPageSegments, first) || strings.HasPrefix(first, ".") ||
		strings.HasSuffix(withoutQuery, "/_payload.json") {
		return nil, nil
	}
	prefix, rest := r.splitLocale(orRoot(trimmed))
	target, err := r.editorTarget(rest, prefix, query)
	if err != nil {
		return nil, err
	}
	if target == nil {
		to, found := r.builtInTarget(rest)
		if !found {
			to = rest
		}
		target = &Target{To: localize(to, prefix, query), Status: statusMovedPermanently}
	}
	if target.To == path {
		return nil, nil
	}
	return target, nil
}

// maxHops is the number of redirects that browsers follow.
const maxHops = 20

// Resolve is Lookup with the existing pages: another spelling of a page's path leads to that page, whatever the rules
// are, and a loop of redirects without a page leads nowhere.
func (r *Rules) Resolve(path string, exists func(path string) bool) (*Target, error) {
	first, err := r.Lookup(path)
	if first == nil || err != nil {
		return nil, err
	}
	withoutQuery, query := splitQuery(path)
	prefix, rest := r.splitLocale(orRoot(strings.TrimRight(withoutQuery, "/")))
	if page := route.JoinPrefix(prefix, rest); page != withoutQuery && exists(page) {
		return &Target{To: page + query, Status: statusMovedPermanently}, nil
	}
	seen := map[string]bool{path: true}
	for at := first; at != nil && !at.External; {
		next, _, _ := strings.Cut(at.To, "#")
		if bare, _ := splitQuery(next); exists(bare) {
			break
		}
		if seen[next] || len(seen) > maxHops {
			return nil, nil
		}
		seen[next] = true
		if at, err = r.Lookup(next); err != nil {
			return nil, err
		}
	}
	return first, nil
}

// FindLoop returns the loop of paths that begins with the editors' redirect of a path and leads back to it; nil if the
// redirects end, or lead into a loop without the path.
func (r *Rules) FindLoop(begin string) []string {
	var loop []string
	begin = route.Escape(begin)
	for at := begin; !slices.Contains(loop, at); {
		loop = append(loop, at)
		to, ruled := r.builtInTarget(at)
		if own, ok := r.editorRedirects[sourceKey{path: at}]; ok {
			to, ruled = own.To, strings.HasPrefix(own.To, "/")
		}
		if !ruled {
			return nil
		}
		to, _, _ = strings.Cut(to, "#")
		to, _ = splitQuery(to)
		_, at = r.splitLocale(orRoot(strings.TrimRight(to, "/")))
		if at = route.Escape(at); at == begin {
			return loop
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

// splitLocale removes the language from a path. The prefix is empty for languages without a prefix of their own here.
func (r *Rules) splitLocale(path string) (prefix, rest string) {
	for {
		code, rest := route.SplitLanguage(path)
		if code == "" {
			return "", path
		}
		if slices.Index(r.locales, code) > 0 {
			return "/" + code, rest
		}
		path = rest
	}
}

func (r *Rules) editorTarget(path, prefix, query string) (*Target, error) {
	path = route.Escape(path)
	own, ok := r.editorRedirects[sourceKey{path: path}]
	if !ok {
		own, ok = r.editorRedirects[sourceKey{path, r.localeOf(prefix)}]
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
func (r *Rules) target(rule payload.Redirect, prefix, query string) (*Target, error) {
	to, external := r.safeTarget(rule.To)
	if to == "" {
		return nil, ErrRefused
	}
	if external {
		return &Target{To: to, Status: rule.Status, External: true}, nil
	}
	bare, _ := splitQuery(to)
	if ownPrefix, _ := r.splitLocale(bare); ownPrefix != "" {
		prefix = ""
	}
	return &Target{To: localize(to, prefix, query), Status: rule.Status}, nil
}

// safeTarget returns an editor's target in the form that can be navigated to, or "" if it is not allowed.
func (r *Rules) safeTarget(to string) (target string, external bool) {
	if IsDangerous(to) {
		return "", false
	}
	if strings.HasPrefix(to, "/") {
		if strings.HasPrefix(to, "//") {
			return "", false
		}
		return to, false
	}
	u, err := url.Parse(to)
	if err != nil || !webURLPattern.MatchString(to) || u.User != nil {
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

func (r *Rules) builtInTarget(path string) (to string, found bool) {
	list, other := r.listPaths()
	if strings.HasPrefix(path, "/discover") || path == other {
		return list, true
	}
	first, tail, _ := strings.Cut(path[1:], "/")
	second, _, _ := strings.Cut(tail, "/")
	if second == "" || isReservedSection(first) || pageNumberPattern.MatchString(path) {
		return "", false
	}
	return route.ProductPath(r.supplier, first, second), true
}

// listPaths returns the path of the list of products here, and that on deployments of the other type.
func (r *Rules) listPaths() (list, other string) {
	return route.ListPath(r.supplier), route.ListPath(!r.supplier)
}

func isReservedSection(segment string) bool {
	return slices.Contains(reservedSections, segment) || strings.HasPrefix(segment, "things-to-do-in")
}

// localize adds a language prefix to a target, and the query of the request unless the target has its own.
func localize(target, prefix, query string) string {
	path, fragment := target, ""
	if at := strings.IndexByte(target, '#'); at >= 0 {
		path, fragment = target[:at], target[at:]
	}
	if strings.Contains(path, "?") {
		query = ""
	}
	return route.JoinPrefix(prefix, path) + query + fragment
}
