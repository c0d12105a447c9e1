package blog

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
)

// shortcodeTag is an opening shortcode of a post that is being converted.
type shortcodeTag struct {
	h        *hugo
	b        *blog
	p        *post
	e        *prose.Edits
	from, to int
	written  string            // its name in the post
	name     string            // the known shortcode that its name is mapped to, or its name
	rest     string            // its arguments as they are written
	named    map[string]string // its named arguments
	unnamed  []string
	first    string // of the unnamed arguments; empty without one
}

func (h *hugo) newShortcodeTag(b *blog, p *post, e *prose.Edits, from, to int, name, rest string) *shortcodeTag {
	t := &shortcodeTag{h: h, b: b, p: p, e: e, from: from, to: to, written: name, rest: rest,
		name: cmp.Or(b.Blog.Shortcodes[name], name)}
	t.named, t.unnamed = parseArguments(rest)
	t.first = append(t.unnamed, "")[0]
	return t
}

// shortcodes converts the shortcodes whose names are known; rewriteDirectives converts those that hold code.
var shortcodes = map[string]func(*shortcodeTag){
	"ref":       (*shortcodeTag).convertReference,
	"relref":    (*shortcodeTag).convertReference,
	"figure":    (*shortcodeTag).convertFigure,
	"details":   (*shortcodeTag).convertDetails,
	"param":     (*shortcodeTag).convertParameter,
	"gist":      (*shortcodeTag).convertGist,
	"tweet":     (*shortcodeTag).convertTweet,
	"twitter":   (*shortcodeTag).convertTweet,
	"x":         (*shortcodeTag).convertTweet,
	"instagram": (*shortcodeTag).convertInstagram,
}

// knownShortcodes returns the names of the shortcodes that the import converts.
func knownShortcodes() []string {
	all := slices.AppendSeq([]string{"comment", "highlight"}, maps.Keys(shortcodes))
	slices.Sort(all)
	return append(all, slices.Sorted(maps.Keys(prose.VideoAddresses))...)
}

// shortcodeGuesses convert shortcodes of themes by their arguments. The first that returns true has converted the tag.
var shortcodeGuesses = []func(*shortcodeTag) bool{
	(*shortcodeTag).convertToCode, (*shortcodeTag).convertToText, (*shortcodeTag).convertToPostLink,
	(*shortcodeTag).convertToLink, (*shortcodeTag).convertToPictures, (*shortcodeTag).convertToPicture,
}

// convert replaces the tag with Markdown, or removes and reports it.
func (t *shortcodeTag) convert() {
	if convert := shortcodes[t.name]; convert != nil {
		convert(t)
		return
	}
	if video := prose.VideoAddresses[t.name]; video != "" {
		t.replace(t.b.WordsOf(t.p.language).VideoLink(video + cmp.Or(t.named["id"], t.first)))
		return
	}
	for _, convert := range shortcodeGuesses {
		if convert(t) {
			return
		}
	}
	t.reportUnsupported()
}

func (t *shortcodeTag) replace(with string) { t.e.Replace(t.from, t.to, with) }

func (t *shortcodeTag) note(why, do string) importer.Note {
	return importer.Note{Field: "shortcode", Value: t.e.Text[t.from:t.to], Why: why, Do: do}
}

func (t *shortcodeTag) convertReference() {
	path := cmp.Or(t.named["path"], t.first)
	other := t.b.linkedPost(t.p, path)
	switch {
	case other == nil:
		t.replace(cmp.Or(path, "/"))
	case !other.isPublished:
		t.replace("/" + other.file) // reported as a link
	default:
		t.replace("/blog/" + other.slug + fragmentOf(path))
	}
}

func (t *shortcodeTag) convertFigure() {
	a := t.named
	if len(a) == 0 && t.first != "" {
		var left []string
		if a, left = t.h.figureArguments(t.b, t.written, t.unnamed); len(left) > 0 {
			t.b.noteOncePerKey("shortcode "+t.written, repeatedForm, t.b.withProsePosition(t.p, t.from,
				t.note("its picture is imported, "+strings.Join(left, " and ")+" is left out", "write it in Markdown")))
		}
	}
	src := cmp.Or(a["src"], a["url"], a["image"], a["file"], a["path"], a["name"], t.first)
	if strings.Contains(src, "*") { // a glob for GetMatch
		like := append(t.b.matchingPictures(t.p, src), t.b.matchingPictures(t.p, path.Base(src))...)
		src = append(like, src)[0]
	}
	t.e.ReplaceWithFigure(t.from, t.to, src, cmp.Or(a["alt"], a["caption"], a["title"]),
		strings.TrimSpace(strings.Join([]string{a["title"], a["caption"], a["attr"]}, " ")), a["link"])
}

func (t *shortcodeTag) convertDetails() {
	first := t.first
	if len(t.named) > 0 {
		first = ""
	}
	title := cmp.Or(t.named["summary"], t.named["title"], first, t.b.WordsOf(t.p.language).Details)
	if title == "" {
		t.e.Remove(t.from, t.to)
		return
	}
	t.replace("**" + title + "**\n")
}

func (t *shortcodeTag) convertParameter() {
	t.replace(cmp.Or(t.p.front.Get(t.first).Text(), t.p.front.At("params", t.first).Text(),
		t.b.config.At("params", t.first).Text()))
}

func (t *shortcodeTag) convertGist() {
	t.replace("<https://gist.github.com/" + strings.Join(strings.Fields(t.rest), "/") + ">")
}

func (t *shortcodeTag) convertTweet() {
	t.replace("<https://x.com/" + cmp.Or(t.named["user"], "i") + "/status/" + cmp.Or(t.named["id"], t.first) + ">")
}

func (t *shortcodeTag) convertInstagram() {
	t.replace("<https://www.instagram.com/p/" + cmp.Or(t.named["id"], t.first) + "/>")
}

// convertToCode inserts the code of a file that the arguments name.
func (t *shortcodeTag) convertToCode() bool {
	code := t.b.codeOfFile(t.p, t.named)
	if code == "" {
		return false
	}
	margin, alone := t.e.ContinuationMargin(t.from, t.to)
	if alone || strings.Contains(code, "\n") { // CodeReplacement removes the margin
		code = margin + strings.ReplaceAll(code, "\n", "\n"+margin)
	}
	t.replace(t.e.CodeReplacement(t.from, t.to, code, cmp.Or(t.named["lang"], t.named["language"])))
	return true
}

// convertToText inserts the text that the blog's own shortcode prints.
func (t *shortcodeTag) convertToText() bool {
	text := t.h.shortcodeText(t.b, t.p, t.name, t.first)
	if text != "" {
		t.replace(text)
	}
	return text != ""
}

// convertToPostLink links the post that an article shortcode shows.
func (t *shortcodeTag) convertToPostLink() bool {
	other := t.b.publishedPostAt(t.p, t.named["link"])
	if t.name != "article" || other == nil {
		return false
	}
	t.replace("[" + cmp.Or(t.b.markdownTitle(other), other.slug) + "](</blog/" + other.slug + ">)")
	return true
}

// convertToLink links a text that the arguments have with an address.
func (t *shortcodeTag) convertToLink() bool {
	text, address := linkText(t.named, t.rest), linkAddress(t.named, t.rest)
	if text == "" || address == "" {
		return false
	}
	if other := t.b.publishedPostAt(t.p, address); other != nil {
		address = "/blog/" + other.slug + fragmentOf(address)
	}
	t.replace("[" + text + "](<" + address + ">)")
	return true
}

// convertToPictures shows the pictures that a pattern in the arguments matches.
func (t *shortcodeTag) convertToPictures() bool {
	var pictures []string
	for _, file := range t.b.matchingPictures(t.p, cmp.Or(t.named["images"], t.named["match"])) {
		pictures = append(pictures, prose.Figure(file, "", "", ""))
	}
	if len(pictures) > 0 {
		t.replace(strings.Join(pictures, "\n\n"))
	}
	return len(pictures) > 0
}

// convertToPicture shows the picture that the arguments name.
func (t *shortcodeTag) convertToPicture() bool {
	a, picture := t.named, prose.PictureOf(t.named, t.rest)
	if picture == "" {
		return false
	}
	t.e.ReplaceWithFigure(t.from, t.to, picture, cmp.Or(a["alt"], a["caption"], a["title"]),
		strings.TrimSpace(a["title"]+" "+a["caption"]), prose.LinkOfPicture(a))
	if prose.ExternalID.MatchString(a["id"]) {
		t.b.noteInProse(t.p, t.from, t.note("its picture is imported; the target of its id is unknown",
			"make the picture a link"))
	}
	return true
}

// reportUnsupported removes the tag, except for a text in its arguments, and reports it.
func (t *shortcodeTag) reportUnsupported() {
	n := t.note(whyUnsupported,
		"write it in Markdown, or name an equivalent one, as in --shortcode img=figure")
	hasEnd := hasClosingShortcode(t.e.Text[t.to:], t.name)
	if hasEnd {
		n.Why += whyContentStays
	}
	if text := cmp.Or(t.named["text"], t.named["caption"]); text != "" {
		n.Why = "it is not supported here; its text stays"
		t.replace(text)
	} else if title := prose.ComponentTitle(t.named); title != "" && hasEnd {
		t.e.ReplaceWithTitle(t.from, t.to, title)
	} else {
		t.e.Remove(t.from, t.to)
	}
	t.b.noteOncePerKey("shortcode "+t.name, repeatedForm, t.b.withProsePosition(t.p, t.from, n))
}
