package importer

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

var (
	liquidPart = regexp.MustCompile(`(?s)\{%-?\s*([\w]+)(.*?)-?%\}|\{\{-?\s*(.*?)\s*-?\}\}`)
	kramdown   = regexp.MustCompile(`(?m)\{:[^}\n]*(?:\n[^}\n]*=["'][^}\n]*)?\}`)
	rawTags    = regexp.MustCompile(`\{%-?\s*(?:end)?raw\s*-?%\}`)
	contents   = regexp.MustCompile(`(?m)^[ \t]*[*+-1.]+ +\S.*\n[ \t]*\{:\s*toc[^}\n]*\}`)
	nowhere    = regexp.MustCompile(`^site\.(?:base)?url$`) // the blog's own host and path, which addresses here do not need
)

// directives maps Liquid and kramdown's attribute lists: https://jekyllrb.com/docs/liquid/tags/.
func (j *jekyll) directives(b *blog, p *post, text string) *edits {
	e, inCode := &edits{text: text}, codeIn(text)
	j.liquid(b, p, e, inCode)
	if isHTML(p.file) {
		return e
	}
	for _, m := range contents.FindAllStringIndex(text, -1) {
		e.remove(m[0], m[1])
	}
	if b.isHexo() {
		titlesOfTabs(e, inCode)
	}
	for _, m := range abbreviation.FindAllStringIndex(text, -1) {
		if !inCode(m[0]) {
			b.in(p, m[0], Note{Field: "abbreviation", Value: text[m[0]:m[1]],
				Why: "it is left out; the short form stays", Do: "say once in words what it means"})
			e.remove(m[0], m[1])
		}
	}
	b.withoutComments(p, e)
	for _, m := range kramdown.FindAllStringIndex(text, -1) {
		if inCode(m[0]) || e.covers(m[0]) || e.attributeID(m[0], m[1]) {
			continue
		}
		if !strings.Contains(text[m[0]:m[1]], "toc") {
			b.noteLooks(p, m[0], text[m[0]:m[1]])
		}
		e.remove(m[0], m[1])
	}
	closeBold(e, text)
	apartDefinitions(e, text)
	return e
}

// liquid maps the tags and outputs of Liquid, unless the post says that it has none.
func (j *jekyll) liquid(b *blog, p *post, e *edits, inCode func(int) bool) {
	if strings.EqualFold(p.front.Get("render_with_liquid").Text(), "false") {
		return
	}
	for until := 0; ; {
		m := liquidPart.FindStringSubmatchIndex(e.text[until:])
		if m == nil {
			return
		}
		for i := range m {
			if m[i] >= 0 {
				m[i] += until
			}
		}
		from, to := m[0], m[1]
		until = to
		switch {
		case e.cutOut(from):
		case inCode(from) && !j.evaluatesCode(b, e.text, m):
		case m[2] < 0:
			j.output(b, p, e, from, to, e.text[m[6]:m[7]])
		default:
			until = j.tag(b, p, e, from, to, e.text[m[2]:m[3]], strings.TrimSpace(e.text[m[4]:m[5]]))
		}
	}
}

// output maps what is put out in double braces.
func (j *jekyll) output(b *blog, p *post, e *edits, from, to int, what string) {
	out, err := j.evaluate(b, p, e.text[from:to])
	if err == nil && (out != "" || nowhere.MatchString(what)) {
		e.replace(from, to, out)
		return
	}
	n := Note{Field: "Liquid", Value: e.text[from:to], Why: "nothing here puts this out; it is left out",
		Do: "write it in words"}
	if err == nil {
		n.Why = "it has no value; it is left out, as Jekyll leaves it out"
	}
	b.in(p, from, n)
	if start, end := definitionByLiquid(e.text, from); end > 0 {
		p.undefined = true
		e.remove(start, end)
		e.cut = append(e.cut, edit{from: to, to: end})
		return
	}
	e.remove(from, to)
}

// evaluate returns what a piece of Liquid puts out. What an evaluated template has put out is not evaluated once more.
func (j *jekyll) evaluate(b *blog, p *post, source string) (string, error) {
	if p.evaluated {
		return "", errUnknown
	}
	return j.templatesOf(b, p).evaluate(source)
}

var assigned = regexp.MustCompile(`\{%-?\s*(?:assign|capture)\s+["']?([\w-]+)`)

// forget makes unknown what a piece of Liquid that cannot be evaluated assigns: conditions on it are none that hold.
func (j *jekyll) forget(b *blog, p *post, source string) {
	if p.evaluated {
		return
	}
	p.undefined = p.undefined || strings.Contains(source, "]:")
	for _, m := range assigned.FindAllStringSubmatch(source, -1) {
		j.templatesOf(b, p).vars[m[1]] = unavailable{j.unread}
	}
}

// Liquid that puts out nothing between the attributes of a tag leaves blank lines there, which end a block of HTML.
var (
	tagOverBlankLines = regexp.MustCompile(`<[a-zA-Z][\w-]*(?:\s+[\w:@.-]+(?:=(?:"[^"]*"|'[^']*'))?)*\s*/?>`)
	linesOfTag        = regexp.MustCompile(`\n\s*\n`)
)

// replaceWith puts what a template has put out in its place, with the tags mapped that it holds.
func (j *jekyll) replaceWith(b *blog, p *post, e *edits, from, to int, out string) {
	if strings.TrimSpace(out) == "" {
		e.remove(from, to)
		return
	}
	inner := *p
	inner.evaluated, inner.line = true, p.line+strings.Count(p.body[:min(from, len(p.body))], "\n")
	inner.body = "" // notes name the place of the template
	made := j.directives(b, &inner, tagOverBlankLines.ReplaceAllStringFunc(out, func(tag string) string {
		return linesOfTag.ReplaceAllString(tag, "\n")
	}))
	if isHTML(p.file) {
		made.renderHTML()
	}
	text, _ := made.apply()
	e.replace(from, to, text)
	e.list[len(e.list)-1].asIs = true
}

// endOfBlock returns where the tag ends that ends a block whose own tag ends at a place; -1 without one.
func endOfBlock(text string, at int, name string) int {
	depth := 1
	for _, m := range liquidPart.FindAllStringSubmatchIndex(text[at:], -1) {
		if m[2] < 0 {
			continue
		}
		switch text[at+m[2] : at+m[3]] {
		case name:
			depth++
		case "end" + name:
			if depth--; depth == 0 {
				return at + m[1]
			}
		}
	}
	return -1
}

// tag maps one tag and gives the place up to which what follows belongs to it.
func (j *jekyll) tag(b *blog, p *post, e *edits, from, to int, name, rest string) int {
	if b.isHexo() {
		if until := j.tagsOfHexo(b, p, e, from, to, name, rest); until >= 0 {
			return until
		}
	}
	switch {
	case slices.Contains(blockTags, name):
		if end := endOfBlock(e.text, to, name); end > 0 {
			if out, err := j.evaluate(b, p, e.text[from:end]); err == nil {
				j.replaceWith(b, p, e, from, end, out)
				return end
			}
			j.forget(b, p, e.text[from:end])
			if slices.Contains(conditionals, name) {
				return j.choose(b, p, e, from, to, end, name)
			}
		}
	case name == "assign":
		if _, err := j.evaluate(b, p, e.text[from:to]); err == nil {
			e.remove(from, to)
			return to
		}
		j.forget(b, p, e.text[from:to])
	case name == "highlight" || name == "raw" || name == "comment" || name == "codeblock" || name == "code":
		end := regexp.MustCompile(`\{%-?\s*end` + name + `\b[^%\n]*%\}`).FindStringIndex(e.text[to:])
		if end == nil {
			break
		}
		inner, until := e.text[to:to+end[0]], to+end[1]
		switch name {
		case "highlight":
			if out, err := j.evaluate(b, p, inner); err == nil {
				inner = out
			}
			inner = rawTags.ReplaceAllString(inner, "")
			e.replace(from, until, e.code(from, until, strings.Trim(inner, "\n"), firstWord(rest)))
		case "codeblock", "code":
			if !b.isHexo() {
				inner = rawTags.ReplaceAllString(inner, "")
			}
			e.codeOfTag(from, until, strings.Trim(inner, "\n"), rest)
		case "raw":
			e.replace(from, until, inner)
		default:
			e.remove(from, until)
		}
		return until
	case name == "post_link" && rest != "":
		e.replace(from, to, b.postLink(rest))
		return to
	case videos[name] != "" && rest != "":
		e.replace(from, to, b.wordsOf(p.language).watch(videos[name]+strings.Trim(firstWord(rest), `"'`)))
		return to
	case name == "post_url" || name == "link":
		if other := cmp.Or(b.byName(rest), b.linked(p, "/"+strings.Trim(rest, `"'`))); other != nil {
			to2 := "/blog/" + other.slug
			if !other.live {
				to2 = "/" + other.file // reported as a link
			}
			e.replace(from, to, to2)
			return to
		}
		e.replace(from, to, "/"+strings.Trim(rest, `"'/`)) // reported as a link
		return to
	case name == "gist":
		e.replace(from, to, "<https://gist.github.com/"+strings.Trim(firstWord(rest), `"'`)+">")
		return to
	case strings.HasPrefix(name, "include"):
		if out, err := j.evaluate(b, p, e.text[from:to]); err == nil {
			j.replaceWith(b, p, e, from, to, out)
			return to
		}
		if done := include(b.wordsOf(p.language), rest); done != "" {
			e.replace(from, to, done)
			return to
		}
		j.definitionsLeftOut(b, p, e, name, rest)
	case name == "figure" && captionOf(rest) != "":
		if j.captioned(e, from, to, captionOf(rest)) {
			return to
		}
	case pictureTag.MatchString(name) && pictureArgument.MatchString(rest):
		e.replace(from, to, pictureOfTag(rest))
		return to
	case linkOfTexts(rest) != "" && !strings.Contains(e.text[to:], "end"+name):
		e.replace(from, to, linkOfTexts(rest))
		return to
	case strings.HasPrefix(name, "end"):
		e.remove(from, to) // the tag that it ends has been reported
		return to
	}
	n := Note{Field: "Liquid", Value: e.text[from:to], Why: noSuchThing, Do: "say it in Markdown"}
	hasEnd := endOfBlock(e.text, to, name) > 0
	if hasEnd {
		n.Why += holdsWords
	}
	if strings.HasPrefix(name, "include") {
		n.Why = "it is left out: a part of the file cannot be evaluated here"
		if t := p.templates; t != nil && !p.evaluated && t.failed != "" {
			n.Why = "it is left out: " + t.failed
		}
	}
	if slices.Contains(controlTags, name) {
		b.in(p, from, n)
	} else {
		b.once("Liquid "+name, oftenHere, b.placed(p, from, n))
	}
	if title := titleOfPart(attributes(rest)); title != "" && hasEnd {
		e.title(from, to, title)
		return to
	}
	e.remove(from, to)
	return to
}

// Tags of plugins for pictures have the picture's address, then a link or a size, and texts:
// http://octopress.org/docs/plugins/image-tag/.
var (
	pictureTag      = regexp.MustCompile(`(?i)img|image|picture|photo`)
	pictureArgument = regexp.MustCompile(`(?i)(?:^|[\s"'=])([^\s"'=]+\.(?:jpe?g|png|webp|gif|svg|avif))(?:["'\s]|$)`)
	quotedText      = regexp.MustCompile(`"([^"]*)"|'([^']*)'`)
	textPair        = regexp.MustCompile(`^(?:"([^"]+)"|'([^']+)')(?:\s*,\s*|\s+)(?:"([^"]+)"|'([^']+)')$`)
	notWords        = regexp.MustCompile(`\S*/\S*|\b\d+(?:px|%)?(?:\s|$)|[\w-]+=\S*`)
)

// linkOfTexts returns the link of a tag with two texts, if one of them is a whole address.
func linkOfTexts(rest string) string {
	m := textPair.FindStringSubmatch(strings.TrimSpace(rest))
	if m == nil {
		return ""
	}
	words, address := pairOf(`"` + m[1] + m[2] + `" "` + m[3] + m[4] + `"`)
	if address == "" {
		return ""
	}
	return "[" + words + "](<" + address + ">)"
}

// pictureOfTag returns the picture that the arguments of a tag name. Its alt text is the last that stands in quotation
// marks, else the words that follow.
func pictureOfTag(rest string) string {
	at := pictureArgument.FindStringSubmatchIndex(rest)
	after := strings.TrimLeft(rest[at[3]:], `"'`)
	alt := attributes(rest)["alt"]
	for _, text := range quotedText.FindAllStringSubmatch(after, -1) {
		if !strings.Contains(after, "=") {
			alt = cmp.Or(text[1], text[2], alt)
		}
	}
	alt = cmp.Or(alt, plain(strings.Trim(notWords.ReplaceAllString(after, ""), ` "'`)))
	return figure(rest[at[2]:at[3]], alt, "", "")
}

// include maps the includes that themes have for pictures and players.
func include(words ownWords, rest string) string {
	file, a := firstWord(rest), attributes(rest)
	src := cmp.Or(a["src"], a["url"], a["image_path"], a["image"], a["file"], a["path"])
	for name, address := range videos {
		if id := cmp.Or(a["id"], a["video_id"]); strings.Contains(file, name) && id != "" {
			return words.watch(address + id)
		}
	}
	if id := a["id"]; strings.Contains(file, "video") && id != "" && videos[a["provider"]] != "" {
		return words.watch(videos[a["provider"]] + id)
	}
	if src != "" && (strings.Contains(file, "figure") || strings.Contains(file, "image") ||
		strings.Contains(file, "img")) {
		return figure(src, cmp.Or(a["alt"], a["caption"], a["title"]), a["caption"], a["link"])
	}
	return ""
}

var (
	captionForm = regexp.MustCompile(`caption\s*[:=]\s*(?:"([^"]*)"|'([^']*)')`)
	endOfFigure = regexp.MustCompile(`\{%-?\s*endfigure\s*-?%\}`)
	onePicture  = regexp.MustCompile(`^(!\[[^\[\]]*\]\([^()\s]+)\)$`)
)

func captionOf(rest string) string {
	if m := captionForm.FindStringSubmatch(rest); m != nil {
		return strings.TrimSpace(cmp.Or(m[1], m[2]))
	}
	return ""
}

// captioned puts the caption of a figure under what the figure holds.
func (j *jekyll) captioned(e *edits, from, to int, caption string) bool {
	end := endOfFigure.FindStringIndex(e.text[to:])
	if end == nil {
		return false
	}
	inner := strings.TrimSpace(e.text[to : to+end[0]])
	if m := onePicture.FindStringSubmatch(inner); m != nil && !strings.Contains(caption, "](") {
		caption = plain(strings.NewReplacer("*", "", "`", "", `"`, "'").Replace(caption))
		e.replace(from, to+end[1], "\n"+m[1]+` "`+captionMark+caption+`")`+"\n")
		return true
	}
	e.replace(from, to, "")
	e.replace(to+end[0], to+end[1], "\n\n"+caption+"\n")
	return true
}
