package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/core/payload"
)

// style makes what a deployment adds to the site's own style sheet: its layout's rules, and its theme.
func (s *site) style() error {
	layout, ok := s.bundle.Entry.Layouts[s.deployment.LayoutType]
	if !ok {
		return fmt.Errorf("the site bundle has no layout %q; make it anew with npm run build", s.deployment.LayoutType)
	}
	var err error
	if s.stylesheet, err = os.ReadFile(filepath.Join(s.Site, "client", filepath.FromSlash(layout))); err != nil {
		return err
	}
	s.stylesheet = append(s.stylesheet, themeCSS(s.deployment.Theme)...)
	hash := sha256.Sum256(s.stylesheet)
	s.stylesheetName = "assets/" + s.id + "." + hex.EncodeToString(hash[:4]) + ".css"
	return nil
}

// shells are the deployment's, with where this build has put what they refer to.
func (s *site) shells() []payload.Shell {
	shells := s.pages.Shells()
	for i := range shells {
		shells[i].Stylesheet = s.stylesheetName
	}
	return shells
}

// themeCSS are a deployment's own colours and corners. Rules outside of all layers win over the house's and the layouts'.
// Each scheme is told of by itself, so that one that is left out stays the house's.
func themeCSS(t *catalog.Theme) string {
	if t == nil {
		return ""
	}
	return rule("html:not(.dark)", paletteCSS(t.Light)) + rule("html.dark", paletteCSS(t.Dark)) + rule("html", nightCSS(t.Night)+radiusCSS(t.Radius))
}

func rule(selector, declarations string) string {
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
		{"ink", p.Ink}, {"paper", p.Paper}, {"surface", p.Surface}, {"wash", p.Wash}, {"accent", p.Accent}, {"on-accent", p.OnAccent},
		{"muted", p.Muted}, {"border", p.Border}, {"hairline", p.Hairline}, {"link", p.Link}, {"error", p.Error},
	})
}

func nightCSS(n *catalog.Night) string {
	if n == nil {
		return ""
	}
	return tokens([]token{{"night", n.Ground}, {"on-night", n.Text}, {"night-link", n.Link}, {"night-line", n.Line}})
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
