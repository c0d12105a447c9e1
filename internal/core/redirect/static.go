package redirect

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"storefront/internal/core/locale"
	"storefront/internal/core/payload"
	"storefront/internal/core/route"
)

// This file writes the rules in the formats of static hosts. A host looks for a page first and applies the rules only
// where there is none, as Resolve does. Cloudflare applies them first, so _redirects has no rule that could hide a
// page.

// prefixes returns the language prefixes that this deployment drops, and those that it keeps.
func (r *Rules) prefixes() (dropped, kept []string) {
	for _, code := range locale.Recognised {
		if slices.Index(r.locales, code) > 0 {
			kept = append(kept, code)
		} else {
			dropped = append(dropped, code)
		}
	}
	return dropped, kept
}

// sortedRedirects returns the editors' redirects in order of paths.
func (r *Rules) sortedRedirects() []payload.Redirect {
	return slices.SortedFunc(maps.Values(r.editorRedirects),
		func(a, b payload.Redirect) int {
			return cmp.Or(strings.Compare(a.From, b.From), strings.Compare(a.Locale, b.Locale))
		})
}

// RedirectsFile returns the rules as _redirects, which Netlify and Cloudflare Pages read: those that whole paths and
// beginnings of paths can express. A target that ends with a part of the requested path begins with the site's own
// address, base: after a slash alone, a part that begins with a slash too would lead off the site. isPage reports
// whether a language has a page at a path without its prefix: such a path is not redirected in that language.
func (r *Rules) RedirectsFile(base string, isPage func(language, path string) bool) []byte {
	var b strings.Builder
	b.WriteString(`# For Netlify and Cloudflare Pages. This format cannot express three rules: removing a slash at the end of a path,
# redirecting paths such as /discover-dubai to the list, and redirecting other addresses of products (/city/product).
# The API's server and builds/meta/redirects.conf, which is for nginx, apply them. Some redirects that take two steps
# here take one there.
`)
	dropped, kept := r.prefixes()
	prefixes := []string{""}
	for _, code := range kept {
		prefixes = append(prefixes, "/"+code)
	}
	line := func(from, to string, status int) { fmt.Fprintf(&b, "%s %s %d\n", from, to, status) }
	taken := map[string]bool{}
	for _, rule := range r.sortedRedirects() {
		for _, prefix := range prefixes {
			from, language := route.JoinPrefix(prefix, rule.From), r.localeOf(prefix)
			if taken[from] || rule.Locale != "" && rule.Locale != language {
				continue
			}
			taken[from] = true
			if isPage(language, rule.From) {
				continue
			}
			target, err := r.target(rule, prefix, "")
			if err == nil && target.To != from && !strings.ContainsAny(from, " \t*:#?") {
				line(from, escapeTarget(target.To), target.Status)
			}
		}
	}
	list, other := r.listPaths()
	for _, prefix := range prefixes {
		for _, from := range []string{"/discover", "/discover/*", other} {
			if !taken[prefix+from] {
				line(prefix+from, prefix+list, statusMovedPermanently)
			}
		}
	}
	for _, m := range r.moves {
		if !taken[m.From] {
			line(m.From, escapeTarget(m.To), m.Status)
		}
	}
	for _, code := range dropped {
		line("/"+code, "/", statusMovedPermanently)
		line("/"+code+"/*", base+"/:splat", statusMovedPermanently)
	}
	return []byte(b.String())
}

// Nginx returns the rules as maps from $request_uri, one for each status, named after the deployment:
// $redirect_wayfare_301 is where a request leads, or nothing. They contain all rules.
func (r *Rules) Nginx(deployment string) []byte {
	rows := r.rows()
	statuses := []int{statusMovedPermanently}
	for _, row := range rows {
		if row.to != "" && !slices.Contains(statuses, row.status) {
			statuses = append(statuses, row.status)
		}
	}
	slices.Sort(statuses)
	name := regexp.MustCompile(`[^A-Za-z0-9]`).ReplaceAllString(deployment, "_")
	var b strings.Builder
	b.WriteString("# For nginx, in http { }. docs/generate.md shows the server that asks these maps.\n")
	for _, status := range statuses {
		fmt.Fprintf(&b, "map $request_uri $redirect_%s_%d {\n  default \"\";\n", name, status)
		for _, row := range rows {
			to := row.to
			if row.status != status {
				to = ""
			}
			fmt.Fprintf(&b, "  \"~%s\" \"%s\";\n", row.pattern, to)
		}
		b.WriteString("}\n")
	}
	return []byte(b.String())
}

// row is a line of a map: the first whose pattern matches counts; an empty target is no redirect.
type row struct {
	pattern string
	to      string
	status  int
}

// Parts of patterns. Captures are variables of nginx's, so they have names of their own.
const (
	segmentEnd       = `(?=[/?]|$)`
	queryPattern     = `/*(?<redirect_query>\?.*)?$`
	languageVariable = `${redirect_language}`
	queryVariable    = `${redirect_query}`
)

func (r *Rules) rows() []row {
	dropped, kept := r.prefixes()
	droppedPattern := `(?:/(?:` + strings.Join(dropped, "|") + `)` + segmentEnd + `)`
	keptPattern := `(?<redirect_language>)`
	if len(kept) > 0 {
		keptPattern = `(?<redirect_language>/(?:` + strings.Join(kept, "|") + `)` + segmentEnd + `)`
	}
	begin := `^` + droppedPattern + `*+` + keptPattern + `?+`
	var rows []row
	add := func(pattern, to string, status int) { rows = append(rows, row{pattern, to, status}) }
	refuse := func(pattern string) { add(pattern, "", statusMovedPermanently) }
	// In quotes nginx reads two backslashes as one.
	refuse(`(?i)[\x00-\x1f\x7f\\\\]|%(?:[01][0-9a-f]|7f)`)
	refuse(`^[^?]*//+[^/?]`)
	refuse(`^//+(?:\?|$)`)
	refuse(`^/(?:` + strings.Join(nonPageSegments, "|") + `)` + segmentEnd)
	refuse(`^/\.`)
	refuse(`/_payload\.json(?:\?|$)`)
	rows = append(rows, r.editorRows(begin, droppedPattern, keptPattern, len(kept) > 0)...)
	for _, m := range r.moves {
		add(`^`+droppedPattern+`*+`+regexp.QuoteMeta(m.From)+queryPattern, escapeTarget(m.To)+queryVariable, m.Status)
	}
	list, other := r.listPaths()
	add(begin+`/discover[^?]*?`+queryPattern, languageVariable+list+queryVariable, statusMovedPermanently)
	add(begin+other+queryPattern, languageVariable+list+queryVariable, statusMovedPermanently)
	to := route.ProductPath(r.supplier, "${redirect_city}", "${redirect_product}")
	add(begin+`/(?!(?:`+strings.Join(reservedSections,
		"|")+`)`+segmentEnd+`|things-to-do-in)(?![^?]*/page/[0-9]+/*(?:\?|$))`+
		`(?<redirect_city>[^/?]+)/(?<redirect_product>[^/?]+)[^?]*?`+queryPattern,
		languageVariable+to+queryVariable, statusMovedPermanently)
	const rest = `(?<redirect_rest>/[^?]*[^/?])`
	add(begin+rest+`/+(?<redirect_query>\?.*)?$`, languageVariable+`${redirect_rest}`+queryVariable,
		statusMovedPermanently)
	add(`^`+droppedPattern+`++`+keptPattern+`?+`+rest+queryPattern, languageVariable+`${redirect_rest}`+queryVariable,
		statusMovedPermanently)
	if len(kept) > 0 {
		add(`^`+droppedPattern+`++`+keptPattern+queryPattern, languageVariable+queryVariable, statusMovedPermanently)
		add(`^`+keptPattern+`/+(?<redirect_query>\?.*)?$`, languageVariable+queryVariable, statusMovedPermanently)
	}
	add(`^`+droppedPattern+`++`+queryPattern, `/`+queryVariable, statusMovedPermanently)
	return rows
}

// editorRows are the editors' own redirects, in every language.
func (r *Rules) editorRows(begin, droppedPattern, keptPattern string, languages bool) []row {
	var rows []row
	for _, rule := range r.sortedRedirects() {
		from, begin := regexp.QuoteMeta(strings.TrimRight(rule.From, "/")), begin
		if rule.Locale != "" {
			begin = `^` + droppedPattern + `*+(?<redirect_language>` + route.LanguagePrefix(rule.Locale, r.locales[0]) +
				`)`
		}
		target, err := r.target(rule, "", "")
		if err != nil {
			rows = append(rows, row{begin + from + queryPattern, "", statusMovedPermanently})
			continue
		}
		if target.External {
			rows = append(rows, row{begin + from + queryPattern, escapeTarget(target.To), rule.Status})
			continue
		}
		path, fragment, hasFragment := strings.Cut(rule.To, "#")
		if hasFragment {
			fragment = "#" + fragment
		}
		end := queryVariable + escapeTarget(fragment)
		bare, ownQuery := splitQuery(path)
		if ownQuery != "" {
			end = escapeTarget(ownQuery + fragment)
		}
		if rule.To == rule.From { // only another spelling of it leads to it
			rows = append(rows, row{`^` + keptPattern + `?+` + from + `(?:\?.*)?$`, "", statusMovedPermanently})
		}
		prefix := languageVariable
		if own, _ := r.splitLocale(bare); own != "" {
			prefix = ""
		}
		if bare == "/" && languages {
			rows = append(rows, row{`^` + droppedPattern + `*+` + keptPattern + from + queryPattern, languageVariable +
				end, rule.Status})
			prefix = ""
		}
		rows = append(rows, row{begin + from + queryPattern, prefix + escapeTarget(bare) + end, rule.Status})
	}
	return rows
}

// escapeTarget percent-encodes a target for a header and for a line of these files.
func escapeTarget(target string) string {
	var b strings.Builder
	for i := range len(target) {
		c := target[i]
		if c <= ' ' || c > '~' || strings.IndexByte("\"$\\", c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}
