package blog

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/yaml"
	"storefront/internal/lib/lazyregexp"
)

// eleventyGlobals notes whether Eleventy's data of all posts make their addresses.
func (j *jekyll) eleventyGlobals(b *blog, p *post) {
	name := path.Join(dataFolder(b), "eleventyComputed")
	if data, err := b.root.ReadFile(name + ".json"); err == nil {
		if values, _, err := parseData(string(data), "json", 1); err == nil {
			own := yaml.Pair{Key: yaml.Node{Value: "eleventyComputed"}, Value: *values}
			j.computes(b, p, name+".json", &yaml.Node{Kind: yaml.Mapping, Pairs: []yaml.Pair{own}})
		}
	}
	for _, ending := range scriptEndings {
		if data, err := b.root.ReadFile(name + ending); err == nil {
			j.script(b, p, name+ending, string(data))
		}
	}
	for _, file := range eleventyScripts {
		data, _ := b.root.ReadFile(file)
		m := addedAddress.FindSubmatch(data)
		if m == nil || p.front.Get("permalink") != nil && (len(m[1]) == 0 || readsAddress.Match(data)) {
			continue
		}
		if p.computed = true; j.form(b) == "" {
			j.noteOnce(b, file, importer.Note{Field: "permalink", Value: string(m[0]), Do: writeForm,
				Why: "this script makes the old addresses of posts, and is not run"})
		}
	}
}

// computedAddress returns the address that a script of Eleventy gives a page, by the form of the configuration; nothing
// where there is no such script, or the form has more than the name of the page.
func (b *blog) computedAddress(file, form string) string {
	says := func(file string, what *lazyregexp.Regexp) bool {
		data, _ := b.root.ReadFile(file)
		return what.Match(data)
	}
	isComputed := slices.ContainsFunc(eleventyScripts, func(file string) bool { return says(file, addedAddress) }) ||
		slices.ContainsFunc(scriptEndings, func(ending string) bool {
			return says(path.Join(dataFolder(b), "eleventyComputed"+ending), computesAddress)
		})
	name := path.Base(strings.TrimSuffix(strings.TrimSuffix(file, path.Ext(file)), "/index"))
	address := strings.NewReplacer(":title", name, ":name", name, ":slug", name).Replace(form)
	if !isComputed || !strings.HasPrefix(address, "/") || strings.Contains(address, ":") {
		return ""
	}
	return address
}

// noteTransforms reports that a configuration of Eleventy changes pages once they are made.
func (b *blog) noteTransforms() {
	for _, file := range eleventyScripts {
		if data, _ := b.root.ReadFile(file); strings.Contains(string(data), "addTransform(") {
			b.at(&post{file: file}, 1, 1, importer.Note{Value: "addTransform", Do: "look whether its pages have more",
				Why: "this changes pages once they are made, and is not run"})
		}
	}
}

// addedAddress matches what a configuration of Eleventy adds to the data of all posts that makes their addresses.
var addedAddress = lazyregexp.New(`addGlobalData\(\s*["'](?:permalink["']|(eleventyComputed)` +
	`(?:\.permalink["']|["'](?s:.*?)` + computesAddress.String() + `))`)

// readsAddress matches what a script that makes addresses has for those that pages have themselves.
var readsAddress = lazyregexp.New(`\.permalink\b\s*(?:[^"'=\s]|==|$)|\[["']permalink["']\]|` +
	`\{[^{}:]*\bpermalink\b[^{}:]*\}\s*\)\s*(?:=>|\{)`)

// keepsBack matches what a script gives posts that keeps them from readers.
var keepsBack = lazyregexp.New(
	`\b(?:permalink["']?:\s*false|(?:draft|hidden|eleventyExcludeFromCollections)["']?:\s*true)`)

// computesAddress matches what a script gives posts that makes their addresses.
var computesAddress = lazyregexp.New(`\bpermalink["'\]]*\s*(?:\(|:\s*(?:[^\sf]|f[^a]))`)

// script withholds a post if Eleventy's data for it are a script that says so. Scripts are not run, which is reported.
func (j *jekyll) script(b *blog, p *post, file, text string) {
	if says := keepsBack.FindString(text); says != "" {
		p.withheld = append(p.withheld, importer.Note{Field: path.Base(file), Value: says,
			Why: "the data of its folder keep it from readers"})
	}
	note := importer.Note{Why: "these data of posts are a script, which is not run",
		Do: "look whether it keeps posts from readers"}
	if computesAddress.MatchString(text) {
		p.computed = p.computed || p.front.Get("permalink") == nil ||
			strings.Contains(file+text, "eleventyComputed") && !readsAddress.MatchString(text)
		if j.form(b) == "" {
			note.Why += "; it makes their old addresses, which are not known"
			note.Do += ", and " + writeForm
		}
	}
	j.noteOnce(b, file, note)
}

// writeForm says what to do where a form of addresses cannot be filled.
const writeForm = "write the form of the addresses as permalink into _config.yml, or the addresses as aliases"

// computes notes whether data make the address of a post by a template.
func (j *jekyll) computes(b *blog, p *post, file string, data *yaml.Node) {
	form := data.At("eleventyComputed", "permalink").Text()
	if form == "" && p.front.Get("permalink") == nil {
		if form = data.Get("permalink").Text(); !isTemplate(filled(form, p)) {
			return
		}
	}
	if p.computed = p.computed || form != ""; form != "" && j.form(b) == "" {
		j.noteOnce(b, file, importer.Note{Field: "permalink", Value: form, Why: "no old addresses can be made of this",
			Do: writeForm})
	}
}

// noteOnce reports something about the data of posts once.
func (j *jekyll) noteOnce(b *blog, file string, n importer.Note) {
	if !slices.Contains(j.noted, file) {
		j.noted = append(j.noted, file)
		b.at(&post{file: file}, max(n.Line, 1), max(n.Col, 1), n)
	}
}

// form returns the form of the addresses of posts in the configuration.
func (j *jekyll) form(b *blog) string {
	return cmp.Or(b.config.At("collections", "posts", "permalink").Text(), b.config.Get("permalink").Text())
}

// permalink returns the form of the address of a post: its own or, else, the configured one; known is false if a
// template or a script makes it.
func (j *jekyll) permalink(b *blog, p *post, configured string) (form string, known bool) {
	form = cmp.Or(p.front.At("eleventyComputed", "permalink").Text(), p.front.Get("permalink").Text())
	form = filled(form, p)
	switch isInherited := slices.Contains(p.inherited, "permalink"); {
	case isTemplate(form) && !isInherited:
		b.noAddress(p, form)
		return "", false
	case p.computed || isTemplate(form):
		return configured, configured != ""
	}
	return cmp.Or(form, configured), true
}

// nameInTemplate matches the name of a post in a template of Eleventy.
var nameInTemplate = lazyregexp.New(`\{\{-?\s*page\.fileSlug\s*-?\}\}`)

// filled returns a form of addresses with the name of a post. The form false, by which Eleventy makes no page, is none.
func filled(form string, p *post) string {
	if form == "false" {
		return ""
	}
	return nameInTemplate.ReplaceAllLiteralString(form, p.stem)
}

func isTemplate(form string) bool {
	return strings.Contains(form, "{{") || strings.Contains(form, "{%")
}

// eleventyScripts are the configurations of Eleventy.
var eleventyScripts = []string{".eleventy.js", "eleventy.config.js", "eleventy.config.mjs", "eleventy.config.cjs"}

var (
	withoutIndentedCode = lazyregexp.New(`"@11ty/eleventy":\s*"[\^~>=v]*(?:[2-9]|\d\d)\b`)
	withOwnMarkdown     = lazyregexp.New(`setLibrary\(\s*["']md|enable\([^)]*code`)
)

// readsNoIndent reports whether indentation makes no code: in Eleventy from version 2 on, unless a library of the
// blog's own reads Markdown (https://www.11ty.dev/docs/languages/markdown/#indented-code-blocks).
func (b *blog) readsNoIndent() bool {
	needs, _ := b.root.ReadFile("package.json")
	return withoutIndentedCode.Match(needs) && !slices.ContainsFunc(eleventyScripts, func(file string) bool {
		script, _ := b.root.ReadFile(file)
		return withOwnMarkdown.Match(script)
	})
}
