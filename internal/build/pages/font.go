package pages

import (
	"fmt"
	"math"
	"path"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/core/payload"
)

// FontPath returns the address of a font. Like a picture, it never changes there.
func FontPath(f *catalog.Font) string {
	ext := path.Ext(f.File)
	return "/media/" + strings.TrimSuffix(f.File, ext) + "." + f.Hash + ext
}

// The characters for which browsers load a script's font. The joiners of Arabic letters are in the Arabic range.
const (
	latinRange = "U+0000-024F,U+0259,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+1E00-1EFF,U+2000-200B,U+200E-206F," +
		"U+20A0-20CF,U+2100-214F,U+2190-2199,U+2212,U+2215,U+FEFF,U+FFFD"
	arabicRange = "U+0600-06FF,U+0750-077F,U+08A0-08FF,U+200C-200D,U+FB50-FDFF,U+FE70-FE74,U+FE76-FEFC"
)

// face is a font of one role and one script: the deployment's own, or the site's.
type face struct {
	family       string          // in style sheets
	files        []*catalog.Font // empty: the site's
	unicodeRange string          // the range of characters
	bundledName  string          // a part of the names of the site's own files
}

// fontSet has the four faces of a deployment.
type fontSet struct{ bodyLatin, bodyArabic, headingLatin, headingArabic face }

// fontsOf returns the faces of a deployment. The names of the site's are those of site/styles/fonts.css.
func fontsOf(lib *catalog.Library, d *catalog.Deployment) fontSet {
	own := d.Fonts
	if own == nil {
		own = &catalog.Fonts{}
	}
	choose := func(names []string, family, unicodeRange string, site face) face {
		f := face{family: family, unicodeRange: unicodeRange}
		for _, name := range names {
			if font := lib.Fonts[name]; font != nil {
				f.files = append(f.files, font)
			}
		}
		if len(f.files) == 0 {
			return site
		}
		return f
	}
	return fontSet{
		choose(own.Body.Latin, "Own Body", latinRange, face{family: "Readex Pro", bundledName: "readex-pro-latin"}),
		choose(own.Body.Arabic, "Own Body Arabic", arabicRange,
			face{family: "Readex Pro Arabic", bundledName: "readex-pro-arabic"}),
		choose(own.Heading.Latin, "Own Heading", latinRange, face{family: "Kufam", bundledName: "kufam-latin"}),
		choose(own.Heading.Arabic, "Own Heading Arabic", arabicRange,
			face{family: "Kufam Arabic", bundledName: "kufam-arabic"}),
	}
}

// FontCSS returns the rules of a deployment's own fonts; empty if it has none. Like those of a theme they are outside
// of all layers. Both directions are stated, since a rule of html wins over the site's rule of html[dir='rtl'].
func FontCSS(lib *catalog.Library, d *catalog.Deployment) string {
	if len(d.Fonts.Files()) == 0 {
		return ""
	}
	s := fontsOf(lib, d)
	var b strings.Builder
	for _, f := range []face{s.bodyLatin, s.bodyArabic, s.headingLatin, s.headingArabic} {
		for _, font := range f.files {
			b.WriteString(f.fontFaceRule(font))
		}
	}
	body, heading := s.bodyLatin.fallback(&b), s.headingLatin.fallback(&b)
	b.WriteString(cssRule("html", fontStack("text", body, s.bodyLatin)+fontStack("display", heading, s.headingLatin,
		s.bodyLatin)))
	b.WriteString(cssRule("html[dir=rtl]", fontStack("text", body, s.bodyLatin, s.bodyArabic)+
		fontStack("display", body, s.headingArabic, s.bodyLatin, s.bodyArabic)))
	return b.String()
}

// fontFaceRule returns the rule of a file. Like the site's own fonts it is optional: a page that has no font when it is
// first painted keeps the system's font until the next document, so that nothing moves.
func (f face) fontFaceRule(font *catalog.Font) string {
	weight, style := fmt.Sprint(font.MinWeight), ""
	if font.MaxWeight != font.MinWeight {
		weight += fmt.Sprintf(" %d", font.MaxWeight)
	}
	if font.Italic {
		style = "font-style:italic;"
	}
	return fmt.Sprintf(`@font-face{font-family:"%s";src:url(%s) format("woff2");font-weight:%s;%sfont-display:optional;`+
		"unicode-range:%s}\n", f.family, FontPath(font), weight, style, f.unicodeRange)
}

// arialWidth is the average advance of small letters in Arial and in Liberation Sans, as catalog.Font has it.
const arialWidth = 0.4399

// fallback returns the family that replaces a Latin face until it is loaded, and writes its rule: the system's letters
// with the measures of the face.
func (f face) fallback(b *strings.Builder) string {
	if len(f.files) == 0 || f.files[0].Width == 0 {
		return "Readex Fallback"
	}
	font := f.files[0]
	scale := font.Width / arialWidth
	percent := func(part float64) string { return fmt.Sprintf("%g%%", math.Round(part*1000)/10) }
	fmt.Fprintf(b, `@font-face{font-family:"%s Fallback";src:local("Arial"),local("Liberation Sans");size-adjust:%s;`+
		"ascent-override:%s;descent-override:%s;line-gap-override:%s}\n", f.family, percent(scale),
		percent(font.Ascent/scale), percent(font.Descent/scale), percent(font.LineGap/scale))
	return f.family + " Fallback"
}

// fontStack returns a custom property of site/styles/tokens.css.
func fontStack(name, fallback string, faces ...face) string {
	var b strings.Builder
	b.WriteString("--font-" + name + ":")
	for _, f := range faces {
		b.WriteString(`"` + f.family + `",`)
	}
	return b.String() + `"` + fallback + `",system-ui,sans-serif;`
}

// FontLinks returns the fonts that documents of a language preload in place of the site's own, which it takes from the
// files of the site bundle; nil if the deployment has no fonts of its own.
func (s *Site) FontLinks(language string, bundled []string) (links []string) {
	d, lib := s.deployment, s.content.Library
	if len(d.Fonts.Files()) == 0 {
		return nil
	}
	set := fontsOf(lib, d)
	shown := []face{set.bodyLatin, set.headingLatin}
	if l, _ := lib.Locale(language); payload.Direction(l.Dir) == payload.RightToLeft {
		shown = []face{set.bodyLatin, set.bodyArabic, set.headingArabic}
	}
	for _, f := range shown {
		for _, font := range f.files {
			if !font.Italic {
				links = append(links, strings.TrimPrefix(FontPath(font), "/"))
			}
		}
		for _, file := range bundled {
			if f.bundledName != "" && strings.Contains(file, f.bundledName) {
				links = append(links, file)
			}
		}
	}
	return links
}
