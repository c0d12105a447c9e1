package pages

import (
	"fmt"
	"strings"

	"storefront/internal/content/catalog"
)

// ThemeCSS returns the rules of a deployment's own colours and corners. They are outside of all layers, so that they
// win over the rules of the site and of the layouts. A scheme that the theme leaves out stays that of the site.
func ThemeCSS(t *catalog.Theme) string {
	if t == nil {
		return ""
	}
	return cssRule("html:not(.dark)", paletteCSS(t.Light)) + cssRule("html.dark", paletteCSS(t.Dark)) +
		cssRule("html", nightCSS(t.Night)+radiusCSS(t.Radius))
}

func cssRule(selector, declarations string) string {
	if declarations == "" {
		return ""
	}
	return selector + "{" + declarations + "}\n"
}

func paletteCSS(p *catalog.Palette) string {
	if p == nil {
		return ""
	}
	return tokens([]token{
		{"ink", p.Ink}, {"paper", p.Paper}, {"surface", p.Surface}, {"wash", p.Wash}, {"accent", p.Accent},
		{"on-accent", p.OnAccent},
		{"muted", p.Muted}, {"border", p.Border}, {"hairline", p.Hairline}, {"link", p.Link}, {"error", p.Error},
	})
}

func nightCSS(n *catalog.Night) string {
	if n == nil {
		return ""
	}
	return tokens([]token{{"night", n.Ground}, {"on-night", n.Text}, {"night-link", n.Link}, {"night-line", n.Line},
		// Further colours of the signs of template-four.
		{"signal", n.Link}, {"on-night-muted", n.Text}, {"night-hairline", n.Line}, {"night-error", n.Link}})
}

func radiusCSS(pixels *int) string {
	if pixels == nil {
		return ""
	}
	return fmt.Sprintf("--radius-ticket:%dpx;", *pixels)
}

// token is a colour by its name in site/styles/tokens.css.
type token struct {
	name   string
	colour catalog.Colour
}

func tokens(all []token) string {
	var b strings.Builder
	for _, t := range all {
		b.WriteString("--color-" + t.name + ":" + string(t.colour) + ";")
	}
	return b.String()
}
