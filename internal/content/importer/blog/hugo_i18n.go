package blog

import (
	"cmp"
	"path"
	"strings"

	"storefront/internal/content/yaml"
	"storefront/internal/lib/lazyregexp"
)

var (
	templateComment = lazyregexp.New(`(?s)\{\{-?\s*/\*.*?\*/\s*-?\}\}`)
	putsOutText     = lazyregexp.New(`^\{\{-?\s*(?:T|i18n)\s*\(?\s*\.Get 0\s*\)?\s*-?\}\}$`)
)

// textOf returns the text of a language that an own shortcode puts out which does nothing else, or "":
// https://gohugo.io/functions/lang/translate/.
func (h *hugo) textOf(b *blog, p *post, name, key string) string {
	if key == "" {
		return ""
	}
	if !putsOutText.MatchString(strings.TrimSpace(h.layoutOf(b, name))) {
		return ""
	}
	for _, language := range []string{p.spoken, cmp.Or(b.config.Get("defaultContentLanguage").Text(), "en")} {
		for _, folder := range append([]string{"."}, h.themes...) {
			if words := h.textsIn(b, path.Join(folder, "i18n", language))[key]; words != "" {
				return words
			}
		}
	}
	return ""
}

// layoutOf returns the layout of a shortcode, of the site or its theme, without comments; "" where there is none.
func (h *hugo) layoutOf(b *blog, name string) string {
	for _, folder := range append([]string{"."}, h.themes...) {
		for _, of := range []string{"layouts/_shortcodes", "layouts/shortcodes"} {
			data, err := b.root.ReadFile(path.Join(folder, of, name+".html"))
			if err == nil {
				return templateComment.ReplaceAllString(string(data), "")
			}
		}
	}
	return ""
}

// textsIn returns the texts of a language in a file, by their names.
func (h *hugo) textsIn(b *blog, name string) map[string]string {
	if all, known := h.texts[name]; known {
		return all
	}
	all := map[string]string{}
	if n := b.dataFile(name); n != nil {
		for i := range n.Items {
			all[n.Items[i].Get("id").Text()] = translated(n.Items[i].Get("translation"))
		}
		for i := range n.Pairs {
			all[n.Pairs[i].Key.Value] = translated(&n.Pairs[i].Value)
		}
	}
	if h.texts == nil {
		h.texts = map[string]map[string]string{}
	}
	h.texts[name] = all
	return all
}

// dataFile returns what a file says that is named without its ending; nil if there is none that can be read.
func (b *blog) dataFile(name string) *yaml.Node {
	for _, format := range []string{"yaml", "yml", "toml", "json"} {
		data, err := b.root.ReadFile(name + "." + format)
		if err != nil || len(data) > largestPost {
			continue
		}
		var n *yaml.Node
		if strings.HasPrefix(format, "y") {
			n, err = yaml.Parse(string(data), 1) // it may be a list
		} else {
			n, _, err = parseData(string(data), format, 1)
		}
		if err == nil {
			return n
		}
	}
	return nil
}

// translated returns a text, or that of the form for more than one.
func translated(n *yaml.Node) string {
	if n == nil || n.Get("other") == nil {
		return n.Text()
	}
	return n.Get("other").Text()
}
