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
	translateCall   = lazyregexp.New(`^\{\{-?\s*(?:T|i18n)\s*\(?\s*\.Get 0\s*\)?\s*-?\}\}$`)
)

// shortcodeText returns the translated text that a shortcode of the blog outputs if it does nothing else, or "":
// https://gohugo.io/functions/lang/translate/.
func (h *hugo) shortcodeText(b *blog, p *post, name, key string) string {
	if key == "" {
		return ""
	}
	if !translateCall.MatchString(strings.TrimSpace(h.shortcodeLayout(b, name))) {
		return ""
	}
	for _, language := range []string{p.sourceLanguage, cmp.Or(b.config.Get("defaultContentLanguage").Text(), "en")} {
		for _, folder := range append([]string{"."}, h.themes...) {
			if words := h.readTexts(b, path.Join(folder, "i18n", language))[key]; words != "" {
				return words
			}
		}
	}
	return ""
}

// shortcodeLayout returns the layout of a shortcode of the site or its theme, without comments; "" if there is none.
func (h *hugo) shortcodeLayout(b *blog, name string) string {
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

// readTexts returns the translations in a language file, by id.
func (h *hugo) readTexts(b *blog, name string) map[string]string {
	if all, known := h.i18nTexts[name]; known {
		return all
	}
	all := map[string]string{}
	if n := b.readDataFile(name); n != nil {
		for i := range n.Items {
			all[n.Items[i].Get("id").Text()] = translationOf(n.Items[i].Get("translation"))
		}
		for i := range n.Pairs {
			all[n.Pairs[i].Key.Value] = translationOf(&n.Pairs[i].Value)
		}
	}
	if h.i18nTexts == nil {
		h.i18nTexts = map[string]map[string]string{}
	}
	h.i18nTexts[name] = all
	return all
}

// readDataFile parses a data file, named without its extension; nil if no readable one exists.
func (b *blog) readDataFile(name string) *yaml.Node {
	for _, format := range []string{"yaml", "yml", "toml", "json"} {
		data, err := b.root.ReadFile(name + "." + format)
		if err != nil || len(data) > maxPostBytes {
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

// translationOf returns a text, or its plural form.
func translationOf(n *yaml.Node) string {
	if n == nil || n.Get("other") == nil {
		return n.Text()
	}
	return n.Get("other").Text()
}
