package media_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/content/catalog"
	"storefront/internal/content/media"
)

func readDrawing(t *testing.T, text string) (*catalog.Picture, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sign.svg")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return media.ReadDrawing(path)
}

// svg returns a drawing with attributes and content.
func svg(attributes, content string) string {
	return `<svg xmlns="http://www.w3.org/2000/svg" ` + attributes + `>` + content + `</svg>`
}

func TestReadDrawingReturnsTheSize(t *testing.T) {
	for text, want := range map[string][2]int{
		svg(`viewBox="0 0 48 32"`, ""):                                      {48, 32},
		svg(`viewBox="0,0,47.2,32"`, ""):                                    {48, 32},
		svg("viewBox='0 0\n\t48 32'", ""):                                   {48, 32},
		svg(`width="96" height="64px" viewBox="0 0 48 32"`, ""):             {96, 64},
		svg(`width="100%" height="100%" viewBox="0 0 48 32"`, ""):           {48, 32},
		`<?xml version="1.0"?><!-- ours -->` + svg(`viewBox="0 0 1 1"`, ""): {1, 1},
	} {
		p, err := readDrawing(t, text)
		if err != nil || p.Width != want[0] || p.Height != want[1] || len(p.Hash) != 10 || p.File != "sign.svg" {
			t.Errorf("%s is %+v: %v", text, p, err)
		}
	}
}

func TestDrawingMayReferToItself(t *testing.T) {
	for _, content := range []string{
		`<defs><path id="a" d="M0 0h9"/></defs><use href="#a"/>`, `<path fill="url(#a)"/>`,
		`<style>path{fill:url( '#a' )}</style>`,
		`<path style="fill:#123456"/>`, `<title>One &amp; two</title>`,
		// as drawing programs write
		`<metadata><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description r:about=""/></r:RDF></metadata>`,
	} {
		if _, err := readDrawing(t, svg(`viewBox="0 0 9 9"`, content)); err != nil {
			t.Errorf("%s: %v", content, err)
		}
	}
}

func TestReadDrawingRejectsScriptsAndExternalReferences(t *testing.T) {
	const sized = `viewBox="0 0 9 9"`
	for text, want := range map[string]string{
		"":                                                    "not an SVG drawing",
		"\x89PNG\r\n\x1a\n":                                   "not an SVG drawing",
		"<html></html>":                                       "not an SVG drawing",
		"<svg viewBox='0 0 9 9'/>":                            "not an SVG drawing",
		svg(sized, "<path>"):                                  "not an SVG drawing",
		svg("", ""):                                           "no size",
		svg(`viewBox="0 0 0 9"`, ""):                          "no size",
		svg(`width="1e9" height="9"`, ""):                     "no size",
		svg(sized, "<script>alert(1)</script>"):               "element script",
		svg(sized, "<SCRIPT/>"):                               "element SCRIPT",
		svg(sized, "<foreignObject/>"):                        "element foreignObject",
		svg(sized+` onload="alert(1)"`, ""):                   "a script: onload",
		svg(sized, `<path onclick="alert(1)"/>`):              "a script: onclick",
		svg(sized, `<use href="other.svg#a"/>`):               "outside itself",
		svg(sized, `<image href="https://x.example/a.png"/>`): "outside itself",
		svg(sized+` xmlns:xlink="http://www.w3.org/1999/xlink"`,
			`<image xlink:href="data:image/png;base64,AA"/>`): "outside itself",
		svg(sized,
			`<a href="javascript:alert(1)"><path/></a>`): "outside itself",
		svg(sized,
			`<a href="#"><set attributeName="href" to="javascript:"/></a>`): "outside itself",
		svg(sized,
			`<path fill="url(https://x.example/#a)"/>`): "outside itself",
		svg(sized,
			`<path style="fill: URL( 'x.svg')"/>`): "outside itself",
		svg(sized,
			`<style>@import "x.css"</style>`): "outside itself",
		svg(sized,
			`<style>p{fill:u\72l(x)}</style>`): "outside itself",
		svg(sized,
			`<style>@im<!-- -->port "x.css"</style>`): "outside itself",
		svg(sized,
			`<style>p{fill:u<![CDATA[rl(x)]]>}</style>`): "outside itself",
		svg(sized,
			`<style><g/>@import "x.css"</style>`): "outside itself",
		svg(sized,
			`<a href="#"><set attributeName=" href " to="javascript:"/></a>`): "outside itself",
		svg(sized,
			`<meta xmlns="http://www.w3.org/1999/xhtml" http-equiv="refresh" content="0;url=//x.example"/>`): "element meta",
		svg(sized,
			`<h:img xmlns:h="http://www.w3.org/1999/xhtml" srcset="//x.example/a.png"/>`): "element img",
		`<?xml-stylesheet href="x.css"?>` + svg(sized,
			""): "outside itself",
		`<!DOCTYPE svg [<!ENTITY a SYSTEM "/etc/passwd">]>` +
			svg(sized, ""): "document type",
	} {
		if _, err := readDrawing(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := media.ReadDrawing("none.svg"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
