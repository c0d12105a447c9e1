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

// The rules in the forms that static hosts read. A host looks for a page first and asks these only where there is none,
// as Resolve does; Cloudflare does not, so its form has nothing that could stand in a page's way.

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

// ordered returns the editors' redirects in order of paths.
func (r *Rules) ordered() []payload.Redirect {
	return slices.SortedFunc(maps.Values(r.editors),
		func(a, b payload.Redirect) int {
			return cmp.Or(strings.Compare(a.From, b.From), strings.Compare(a.Locale, b.Locale))
		})
}

// File returns the rules as _redirects, which Netlify and Cloudflare Pages read: those that can be said by whole paths
// and their beginnings. What takes over a part of the path leads to the site's own address, base: after a slash alone
// that part could begin with another, and lead off the site. isPage reports whether a language has a page at a path
// without its prefix: what only some languages redirect is not said of the others.
func (r *Rules) File(base string, isPage func(language, path string) bool) []byte {
	var b strings.Builder
	b.WriteString(`# For Netlify and Cloudflare Pages. Not said here, since this form cannot: that a path ends without a slash, that
# whatever begins with /discover leads to the list, and where products of other addresses are (/city/product); the API's
# server and builds/meta/redirects.conf for nginx know these too. What this form leads to by two steps they do by one.
`)
	dropped, kept := r.prefixes()
	prefixes := []string{""}
	for _, code := range kept {
		prefixes = append(prefixes, "/"+code)
	}
	line := func(from, to string, status int) { fmt.Fprintf(&b, "%s %s %d\n", from, to, status) }
	taken := map[string]bool{}
	for _, own := range r.ordered() {
		for _, prefix := range prefixes {
			from, language := route.Join(prefix, own.From), r.localeOf(prefix)
			if taken[from] || own.Locale != "" && own.Locale != language {
				continue
			}
			taken[from] = true
			if isPage(language, own.From) {
				continue
			}
			target, err := r.target(own, prefix, "")
			if err == nil && target.To != from && !strings.ContainsAny(from, " \t*:#?") {
				line(from, escaped(target.To), target.Status)
			}
		}
	}
	list, other := r.lists()
	for _, prefix := range prefixes {
		for _, from := range []string{"/discover", "/discover/*", other} {
			if !taken[prefix+from] {
				line(prefix+from, prefix+list, permanently)
			}
		}
	}
	for _, m := range r.moves {
		if !taken[m.From] {
			line(m.From, escaped(m.To), m.Status)
		}
	}
	for _, code := range dropped {
		line("/"+code, "/", permanently)
		line("/"+code+"/*", base+"/:splat", permanently)
	}
	return []byte(b.String())
}

// Nginx returns the rules as maps from $request_uri, one for each status, named after the deployment:
// $redirect_wayfare_301 is where a request leads, or nothing. They contain all rules.
func (r *Rules) Nginx(deployment string) []byte {
	rows := r.rows()
	statuses := []int{permanently}
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
	ends     = `(?=[/?]|$)`
	query    = `/*(?<redirect_query>\?.*)?$`
	itself   = `${redirect_language}`
	itsQuery = `${redirect_query}`
)

func (r *Rules) rows() []row {
	dropped, kept := r.prefixes()
	drop := `(?:/(?:` + strings.Join(dropped, "|") + `)` + ends + `)`
	keep := `(?<redirect_language>)`
	if len(kept) > 0 {
		keep = `(?<redirect_language>/(?:` + strings.Join(kept, "|") + `)` + ends + `)`
	}
	begin := `^` + drop + `*+` + keep + `?+`
	var rows []row
	add := func(pattern, to string, status int) { rows = append(rows, row{pattern, to, status}) }
	refused := func(pattern string) { add(pattern, "", permanently) }
	// In quotes nginx reads two backslashes as one.
	refused(`(?i)[\x00-\x1f\x7f\\\\]|%(?:[01][0-9a-f]|7f)`)
	refused(`^[^?]*//+[^/?]`)
	refused(`^//+(?:\?|$)`)
	refused(`^/(?:` + strings.Join(notPages, "|") + `)` + ends)
	refused(`^/\.`)
	refused(`/_payload\.json(?:\?|$)`)
	rows = append(rows, r.editorsRows(begin, drop, keep, len(kept) > 0)...)
	for _, m := range r.moves {
		add(`^`+drop+`*+`+regexp.QuoteMeta(m.From)+query, escaped(m.To)+itsQuery, m.Status)
	}
	list, other := r.lists()
	add(begin+`/discover[^?]*?`+query, itself+list+itsQuery, permanently)
	add(begin+other+query, itself+list+itsQuery, permanently)
	to := route.Product(r.supplier, "${redirect_city}", "${redirect_product}")
	add(begin+`/(?!(?:`+strings.Join(knownSections, "|")+`)`+ends+`|things-to-do-in)(?![^?]*/page/[0-9]+/*(?:\?|$))`+
		`(?<redirect_city>[^/?]+)/(?<redirect_product>[^/?]+)[^?]*?`+query, itself+to+itsQuery, permanently)
	const rest = `(?<redirect_rest>/[^?]*[^/?])`
	add(begin+rest+`/+(?<redirect_query>\?.*)?$`, itself+`${redirect_rest}`+itsQuery, permanently)
	add(`^`+drop+`++`+keep+`?+`+rest+query, itself+`${redirect_rest}`+itsQuery, permanently)
	if len(kept) > 0 {
		add(`^`+drop+`++`+keep+query, itself+itsQuery, permanently)
		add(`^`+keep+`/+(?<redirect_query>\?.*)?$`, itself+itsQuery, permanently)
	}
	add(`^`+drop+`++`+query, `/`+itsQuery, permanently)
	return rows
}

// editorsRows are the editors' own redirects, in every language.
func (r *Rules) editorsRows(begin, drop, keep string, languages bool) []row {
	var rows []row
	for _, own := range r.ordered() {
		from, begin := regexp.QuoteMeta(strings.TrimRight(own.From, "/")), begin
		if own.Locale != "" {
			begin = `^` + drop + `*+(?<redirect_language>` + route.Prefix(own.Locale, r.locales[0]) + `)`
		}
		target, err := r.target(own, "", "")
		if err != nil {
			rows = append(rows, row{begin + from + query, "", permanently})
			continue
		}
		if target.External {
			rows = append(rows, row{begin + from + query, escaped(target.To), own.Status})
			continue
		}
		path, fragment, cut := strings.Cut(own.To, "#")
		if cut {
			fragment = "#" + fragment
		}
		end := itsQuery + escaped(fragment)
		bare, ownQuery := splitQuery(path)
		if ownQuery != "" {
			end = escaped(ownQuery + fragment)
		}
		if own.To == own.From { // only another spelling of it leads to it
			rows = append(rows, row{`^` + keep + `?+` + from + `(?:\?.*)?$`, "", permanently})
		}
		prefix := itself
		if own, _ := r.splitLocale(bare); own != "" {
			prefix = ""
		}
		if bare == "/" && languages {
			rows = append(rows, row{`^` + drop + `*+` + keep + from + query, itself + end, own.Status})
			prefix = ""
		}
		rows = append(rows, row{begin + from + query, prefix + escaped(bare) + end, own.Status})
	}
	return rows
}

// escaped makes a target fit for a header, and for a line of these forms.
func escaped(target string) string {
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
