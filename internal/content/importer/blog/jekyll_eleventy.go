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

// readEleventyGlobals reads whether Eleventy's global data compute a post's address.
func (j *jekyll) readEleventyGlobals(b *blog, p *post) {
	name := path.Join(dataFolder(b), "eleventyComputed")
	if data, err := b.root.ReadFile(name + ".json"); err == nil {
		if values, _, err := parseData(string(data), "json", 1); err == nil {
			own := yaml.Pair{Key: yaml.Node{Value: "eleventyComputed"}, Value: *values}
			j.noteComputedAddress(b, p, name+".json", &yaml.Node{Kind: yaml.Mapping, Pairs: []yaml.Pair{own}})
		}
	}
	for _, ending := range scriptEndings {
		if data, err := b.root.ReadFile(name + ending); err == nil {
			j.noteDataScript(b, p, name+ending, string(data))
		}
	}
	for _, file := range eleventyScripts {
		data, _ := b.root.ReadFile(file)
		m := addsAddress.FindSubmatch(data)
		if m == nil || p.front.Get("permalink") != nil && (len(m[1]) == 0 || readsAddress.Match(data)) {
			continue
		}
		if p.hasComputedAddress = true; j.permalinkForm(b) == "" {
			j.noteOnce(b, file, importer.Note{Field: "permalink", Value: string(m[0]), Do: remedyPermalink,
				Why: "this script computes the old addresses of posts, and is not run"})
		}
	}
}

// computedAddress returns the address that an Eleventy script computes for a page, by the permalink form of the
// configuration; empty if there is no such script, or if the form has more tokens than the page's name.
func (b *blog) computedAddress(file, form string) string {
	says := func(file string, what *lazyregexp.Regexp) bool {
		data, _ := b.root.ReadFile(file)
		return what.Match(data)
	}
	isComputed := slices.ContainsFunc(eleventyScripts, func(file string) bool { return says(file, addsAddress) }) ||
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

// noteTransforms reports that an Eleventy configuration transforms the generated pages.
func (b *blog) noteTransforms() {
	for _, file := range eleventyScripts {
		if data, _ := b.root.ReadFile(file); strings.Contains(string(data), "addTransform(") {
			b.noteAt(&post{file: file}, 1, 1, importer.Note{Value: "addTransform",
				Do:  "check whether its pages show more",
				Why: "this changes generated pages, and is not run"})
		}
	}
}

// addsAddress matches global data that compute addresses, in an Eleventy configuration.
var addsAddress = lazyregexp.New(`addGlobalData\(\s*["'](?:permalink["']|(eleventyComputed)` +
	`(?:\.permalink["']|["'](?s:.*?)` + computesAddress.String() + `))`)

// readsAddress matches where a script that computes addresses reads a page's own permalink.
var readsAddress = lazyregexp.New(`\.permalink\b\s*(?:[^"'=\s]|==|$)|\[["']permalink["']\]|` +
	`\{[^{}:]*\bpermalink\b[^{}:]*\}\s*\)\s*(?:=>|\{)`)

// draftInScript matches data in a script that unpublish posts.
var draftInScript = lazyregexp.New(
	`\b(?:permalink["']?:\s*false|(?:draft|hidden|eleventyExcludeFromCollections)["']?:\s*true)`)

// computesAddress matches data in a script that compute addresses.
var computesAddress = lazyregexp.New(`\bpermalink["'\]]*\s*(?:\(|:\s*(?:[^\sf]|f[^a]))`)

// noteDataScript makes a post a draft if the script with its Eleventy data unpublishes it, and reports that scripts are
// not run.
func (j *jekyll) noteDataScript(b *blog, p *post, file, text string) {
	if says := draftInScript.FindString(text); says != "" {
		p.draftReasons = append(p.draftReasons, importer.Note{Field: path.Base(file), Value: says,
			Why: "the data of its folder hide it from readers"})
	}
	note := importer.Note{Why: "these data of posts are a script, which is not run",
		Do: "check whether it hides posts from readers"}
	if computesAddress.MatchString(text) {
		p.hasComputedAddress = p.hasComputedAddress || p.front.Get("permalink") == nil ||
			strings.Contains(file+text, "eleventyComputed") && !readsAddress.MatchString(text)
		if j.permalinkForm(b) == "" {
			note.Why += "; it computes their old addresses, which are unknown"
			note.Do += ", and " + remedyPermalink
		}
	}
	j.noteOnce(b, file, note)
}

// remedyPermalink is the remedy where a permalink cannot be computed.
const remedyPermalink = "write the pattern of the addresses as permalink into _config.yml, or each address as an alias"

// noteComputedAddress records whether data compute the address of a post with a template.
func (j *jekyll) noteComputedAddress(b *blog, p *post, file string, data *yaml.Node) {
	form := data.At("eleventyComputed", "permalink").Text()
	if form == "" && p.front.Get("permalink") == nil {
		if form = data.Get("permalink").Text(); !hasTemplate(fillName(form, p)) {
			return
		}
	}
	if p.hasComputedAddress = p.hasComputedAddress || form != ""; form != "" && j.permalinkForm(b) == "" {
		j.noteOnce(b, file, importer.Note{Field: "permalink", Value: form, Why: "no old addresses can be computed " +
			"from this",
			Do: remedyPermalink})
	}
}

// noteOnce reports a note about a data file once.
func (j *jekyll) noteOnce(b *blog, file string, n importer.Note) {
	if !slices.Contains(j.notedFiles, file) {
		j.notedFiles = append(j.notedFiles, file)
		b.noteAt(&post{file: file}, max(n.Line, 1), max(n.Col, 1), n)
	}
}

// permalinkForm returns the permalink of posts in the configuration.
func (j *jekyll) permalinkForm(b *blog) string {
	return cmp.Or(b.config.At("collections", "posts", "permalink").Text(), b.config.Get("permalink").Text())
}

// permalinkOf returns the permalink form of a post: its own or else the configured one; known is false if a template or
// a script computes it.
func (j *jekyll) permalinkOf(b *blog, p *post, configured string) (form string, known bool) {
	form = cmp.Or(p.front.At("eleventyComputed", "permalink").Text(), p.front.Get("permalink").Text())
	form = fillName(form, p)
	switch isInherited := slices.Contains(p.inheritedKeys, "permalink"); {
	case hasTemplate(form) && !isInherited:
		b.noteNoAddress(p, form)
		return "", false
	case p.hasComputedAddress || hasTemplate(form):
		return configured, configured != ""
	}
	return cmp.Or(form, configured), true
}

// nameInTemplate matches the name of a post in a template of Eleventy.
var nameInTemplate = lazyregexp.New(`\{\{-?\s*page\.fileSlug\s*-?\}\}`)

// fillName replaces the post's name in a permalink. The permalink false, for which Eleventy builds no page, becomes
// empty.
func fillName(form string, p *post) string {
	if form == "false" {
		return ""
	}
	return nameInTemplate.ReplaceAllLiteralString(form, p.stem)
}

func hasTemplate(form string) bool {
	return strings.Contains(form, "{{") || strings.Contains(form, "{%")
}

// eleventyScripts are the file names of Eleventy configurations.
var eleventyScripts = []string{".eleventy.js", "eleventy.config.js", "eleventy.config.mjs", "eleventy.config.cjs"}

var (
	withoutIndentedCode = lazyregexp.New(`"@11ty/eleventy":\s*"[\^~>=v]*(?:[2-9]|\d\d)\b`)
	withOwnMarkdown     = lazyregexp.New(`setLibrary\(\s*["']md|enable\([^)]*code`)
)

// lacksIndentedCode reports whether indented text is not code: in Eleventy since version 2, unless the blog configures
// its own Markdown library (https://www.11ty.dev/docs/languages/markdown/#indented-code-blocks).
func (b *blog) lacksIndentedCode() bool {
	needs, _ := b.root.ReadFile("package.json")
	return withoutIndentedCode.Match(needs) && !slices.ContainsFunc(eleventyScripts, func(file string) bool {
		script, _ := b.root.ReadFile(file)
		return withOwnMarkdown.Match(script)
	})
}
