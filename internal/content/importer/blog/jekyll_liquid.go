package blog

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

var (
	liquidPart = lazyregexp.New(`(?s)\{%-?\s*([\w]+)(.*?)-?%\}|\{\{-?\s*(.*?)\s*-?\}\}`)

	rawTags     = lazyregexp.New(`\{%-?\s*(?:end)?raw\s*-?%\}`)
	tocList     = lazyregexp.New(`(?m)^[ \t]*[*+-1.]+ +\S.*\n[ \t]*\{:\s*toc[^}\n]*\}`)
	siteAddress = lazyregexp.New(`^site\.(?:base)?url$`) // addresses here are paths
)

// rewriteDirectives converts Liquid and kramdown's attribute lists: https://jekyllrb.com/docs/liquid/tags/.
func (j *jekyll) rewriteDirectives(b *blog, p *post, text string) *prose.Edits {
	e, inCode := &prose.Edits{Text: text}, prose.CodeIn(text)
	j.convertLiquid(b, p, e, inCode)
	if isHTML(p.file) {
		return e
	}
	for _, m := range tocList.FindAllStringIndex(text, -1) {
		e.Remove(m[0], m[1])
	}
	if b.isHexo() {
		keepTabTitles(e, inCode)
	}
	for _, m := range abbreviation.FindAllStringIndex(text, -1) {
		if !inCode(m[0]) {
			b.noteInProse(p, m[0], importer.Note{Field: "abbreviation", Value: text[m[0]:m[1]],
				Why: "it is left out; the short form stays", Do: "say once in words what it means"})
			e.Remove(m[0], m[1])
		}
	}
	b.removeComments(p, e)
	for _, m := range prose.AttributeList.FindAllStringIndex(text, -1) {
		if inCode(m[0]) || e.Covers(m[0]) || e.AddAttributeID(m[0], m[1]) {
			continue
		}
		if !strings.Contains(text[m[0]:m[1]], "toc") {
			b.noteLooks(p, m[0], text[m[0]:m[1]])
		}
		e.Remove(m[0], m[1])
	}
	prose.FixBold(e, text)
	separateDefinitions(e, text)
	return e
}

// convertLiquid converts the tags and outputs of Liquid, unless front matter disables it for the post.
func (j *jekyll) convertLiquid(b *blog, p *post, e *prose.Edits, inCode func(int) bool) {
	if strings.EqualFold(p.front.Get("render_with_liquid").Text(), "false") {
		return
	}
	for until := 0; ; {
		m := liquidPart.FindStringSubmatchIndex(e.Text[until:])
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
		case e.IsRemoved(from):
		case inCode(from) && !j.evaluatesCode(b, e.Text, m):
		case m[2] < 0:
			j.convertOutput(b, p, e, from, to, e.Text[m[6]:m[7]])
		default:
			until = j.convertTag(b, p, e, from, to, e.Text[m[2]:m[3]], strings.TrimSpace(e.Text[m[4]:m[5]]))
		}
	}
}

// convertOutput converts an output, {{ value }}.
func (j *jekyll) convertOutput(b *blog, p *post, e *prose.Edits, from, to int, what string) {
	out, err := j.evaluate(b, p, e.Text[from:to])
	if err == nil && (out != "" || siteAddress.MatchString(what)) {
		e.Replace(from, to, out)
		return
	}
	n := importer.Note{Field: "Liquid", Value: e.Text[from:to], Why: "nothing here puts this out; it is left out",
		Do: "write it in words"}
	if err == nil {
		n.Why = "it has no value; it is left out, as Jekyll leaves it out"
	}
	b.noteInProse(p, from, n)
	if start, end := liquidDefinitionAt(e.Text, from); end > 0 {
		p.lostDefinitions = true
		e.Remove(start, end)
		e.Removed = append(e.Removed, prose.Edit{From: to, To: end})
		return
	}
	e.Remove(from, to)
}

// evaluate returns the output of Liquid source. The output of a template is not evaluated again.
func (j *jekyll) evaluate(b *blog, p *post, source string) (string, error) {
	if p.evaluated {
		return "", errUnknown
	}
	return j.templatesOf(b, p).evaluate(source)
}

var assigned = lazyregexp.New(`\{%-?\s*(?:assign|capture)\s+["']?([\w-]+)`)

// forgetAssigned makes the variables unknown that Liquid assigns which cannot be evaluated, so that conditions on them
// cannot be evaluated either.
func (j *jekyll) forgetAssigned(b *blog, p *post, source string) {
	if p.evaluated {
		return
	}
	p.lostDefinitions = p.lostDefinitions || strings.Contains(source, "]:")
	for _, m := range assigned.FindAllStringSubmatch(source, -1) {
		j.templatesOf(b, p).vars[m[1]] = unavailable{j.readUnknown}
	}
}

// Liquid that puts out nothing between the attributes of a tag leaves blank lines there, which end a block of HTML.
var (
	tagOverBlankLines = lazyregexp.New(`<[a-zA-Z][\w-]*(?:\s+[\w:@.-]+(?:=(?:"[^"]*"|'[^']*'))?)*\s*/?>`)
	linesOfTag        = lazyregexp.New(`\n\s*\n`)
)

// replaceWithOutput replaces a template with its output, and converts the tags in it.
func (j *jekyll) replaceWithOutput(b *blog, p *post, e *prose.Edits, from, to int, out string) {
	if strings.TrimSpace(out) == "" {
		e.Remove(from, to)
		return
	}
	inner := *p
	inner.evaluated, inner.bodyLine = true, p.bodyLine+strings.Count(p.body[:min(from, len(p.body))], "\n")
	inner.body = "" // notes have the template's position
	made := j.rewriteDirectives(b, &inner, tagOverBlankLines.ReplaceAllStringFunc(out, func(tag string) string {
		return linesOfTag.ReplaceAllString(tag, "\n")
	}))
	if isHTML(p.file) {
		made.RenderHTML()
	}
	text, _ := made.Apply()
	e.Replace(from, to, text)
	e.List[len(e.List)-1].IsRendered = true
}

// endOfBlock returns the end of the tag that closes a block whose opening tag ends at an offset; -1 without one.
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

// convertTag converts one tag and returns the offset after it and its content.
func (j *jekyll) convertTag(b *blog, p *post, e *prose.Edits, from, to int, name, rest string) int {
	if b.isHexo() {
		if until := j.convertHexoTag(b, p, e, from, to, name, rest); until >= 0 {
			return until
		}
	}
	switch {
	case slices.Contains(blockTags, name):
		if end := endOfBlock(e.Text, to, name); end > 0 {
			if out, err := j.evaluate(b, p, e.Text[from:end]); err == nil {
				j.replaceWithOutput(b, p, e, from, end, out)
				return end
			}
			j.forgetAssigned(b, p, e.Text[from:end])
			if slices.Contains(conditionals, name) {
				return j.keepBranch(b, p, e, from, to, end, name)
			}
		}
	case name == "assign":
		if _, err := j.evaluate(b, p, e.Text[from:to]); err == nil {
			e.Remove(from, to)
			return to
		}
		j.forgetAssigned(b, p, e.Text[from:to])
	case name == "highlight" || name == "raw" || name == "comment" || name == "codeblock" || name == "code":
		end := regexp.MustCompile(`\{%-?\s*end` + name + `\b[^%\n]*%\}`).FindStringIndex(e.Text[to:])
		if end == nil {
			break
		}
		inner, until := e.Text[to:to+end[0]], to+end[1]
		switch name {
		case "highlight":
			if out, err := j.evaluate(b, p, inner); err == nil {
				inner = out
			}
			inner = rawTags.ReplaceAllString(inner, "")
			e.Replace(from, until, e.CodeReplacement(from, until, strings.Trim(inner, "\n"), firstWord(rest)))
		case "codeblock", "code":
			if !b.isHexo() {
				inner = rawTags.ReplaceAllString(inner, "")
			}
			e.ReplaceCodeTag(from, until, strings.Trim(inner, "\n"), rest)
		case "raw":
			e.Replace(from, until, inner)
		default:
			e.Remove(from, until)
		}
		return until
	case name == "post_link" && rest != "":
		e.Replace(from, to, b.postLink(rest))
		return to
	case prose.VideoAddresses[name] != "" && rest != "":
		video := cmp.Or(prose.ParseAttributes(rest)["id"], strings.Trim(firstWord(rest), `"'`))
		if !strings.Contains(video, "://") {
			video = prose.VideoAddresses[name] + video
		}
		e.Replace(from, to, b.WordsOf(p.language).VideoLink(video))
		return to
	case name == "post_url" || name == "link":
		if other := cmp.Or(b.postByName(rest), b.linkedPost(p, "/"+strings.Trim(rest, `"'`))); other != nil {
			to2 := "/blog/" + other.slug
			if !other.isPublished {
				to2 = "/" + other.file // reported as a link
			}
			e.Replace(from, to, to2)
			return to
		}
		e.Replace(from, to, "/"+strings.Trim(rest, `"'/`)) // reported as a link
		return to
	case name == "gist":
		e.Replace(from, to, "<https://gist.github.com/"+strings.Trim(firstWord(rest), `"'`)+">")
		return to
	case strings.HasPrefix(name, "include"):
		if out, err := j.evaluate(b, p, e.Text[from:to]); err == nil {
			j.replaceWithOutput(b, p, e, from, to, out)
			return to
		}
		if done := convertInclude(b.WordsOf(p.language), rest); done != "" {
			e.Replace(from, to, done)
			return to
		}
		j.keepIncludeDefinitions(b, p, e, name, rest)
	case name == "figure" && captionOf(rest) != "":
		if j.moveFigureCaption(e, from, to, captionOf(rest)) {
			return to
		}
	case pictureTag.MatchString(name) && pictureArgument.MatchString(rest):
		e.Replace(from, to, b.pictureOfTag(p, from, rest))
		return to
	case linkOfTexts(rest) != "" && !strings.Contains(e.Text[to:], "end"+name):
		e.Replace(from, to, linkOfTexts(rest))
		return to
	case strings.HasPrefix(name, "end"):
		e.Remove(from, to) // the tag that it ends has been reported
		return to
	}
	n := importer.Note{Field: "Liquid", Value: e.Text[from:to], Why: whyUnsupported, Do: "say it in Markdown"}
	hasEnd := endOfBlock(e.Text, to, name) > 0
	if hasEnd {
		n.Why += whyContentStays
	}
	if strings.HasPrefix(name, "include") {
		n.Why = "it is left out: a part of the file cannot be evaluated here"
		if t := p.templates; t != nil && !p.evaluated && t.failure != "" {
			n.Why = "it is left out: " + t.failure
		}
	}
	if slices.Contains(controlTags, name) {
		b.noteInProse(p, from, n)
	} else {
		b.noteOncePerKey("Liquid "+name, repeatedForm, b.withProsePosition(p, from, n))
	}
	if title := prose.ComponentTitle(prose.ParseAttributes(rest)); title != "" && hasEnd {
		e.ReplaceWithTitle(from, to, title)
		return to
	}
	e.Remove(from, to)
	return to
}

// textPair matches two quoted texts.
var textPair = lazyregexp.New(`^(?:"([^"]+)"|'([^']+)')(?:\s*,\s*|\s+)(?:"([^"]+)"|'([^']+)')$`)

// linkOfTexts returns the link of a tag with two texts, if one of them is an absolute address.
func linkOfTexts(rest string) string {
	m := textPair.FindStringSubmatch(strings.TrimSpace(rest))
	if m == nil {
		return ""
	}
	words, address := linkPair(`"` + m[1] + m[2] + `" "` + m[3] + m[4] + `"`)
	if address == "" {
		return ""
	}
	return "[" + words + "](<" + address + ">)"
}

// convertInclude converts the includes that themes have for pictures and players.
func convertInclude(words prose.Words, rest string) string {
	file, a := firstWord(rest), prose.ParseAttributes(rest)
	src := cmp.Or(a["src"], a["url"], a["image_path"], a["image"], a["file"], a["path"])
	for name, address := range prose.VideoAddresses {
		if id := cmp.Or(a["id"], a["video_id"]); strings.Contains(file, name) && id != "" {
			return words.VideoLink(address + id)
		}
	}
	if id := a["id"]; strings.Contains(file, "video") && id != "" && prose.VideoAddresses[a["provider"]] != "" {
		return words.VideoLink(prose.VideoAddresses[a["provider"]] + id)
	}
	if src != "" && (strings.Contains(file, "figure") || strings.Contains(file, "image") ||
		strings.Contains(file, "img")) {
		return prose.Figure(src, cmp.Or(a["alt"], a["caption"], a["title"]), a["caption"], a["link"])
	}
	return ""
}

var (
	captionForm = lazyregexp.New(`caption\s*[:=]\s*(?:"([^"]*)"|'([^']*)')`)
	endOfFigure = lazyregexp.New(`\{%-?\s*endfigure\s*-?%\}`)
	onePicture  = lazyregexp.New(`^(!\[[^\[\]]*\]\([^()\s]+)\)$`)
)

func captionOf(rest string) string {
	if m := captionForm.FindStringSubmatch(rest); m != nil {
		return strings.TrimSpace(cmp.Or(m[1], m[2]))
	}
	return ""
}

// moveFigureCaption moves the caption of a figure below its content.
func (j *jekyll) moveFigureCaption(e *prose.Edits, from, to int, caption string) bool {
	end := endOfFigure.FindStringIndex(e.Text[to:])
	if end == nil {
		return false
	}
	inner := strings.TrimSpace(e.Text[to : to+end[0]])
	if m := onePicture.FindStringSubmatch(inner); m != nil && !strings.Contains(caption, "](") {
		caption = prose.SingleLine(strings.NewReplacer("*", "", "`", "", `"`, "'").Replace(caption))
		e.Replace(from, to+end[1], "\n"+m[1]+` "`+prose.CaptionMark+caption+`")`+"\n")
		return true
	}
	e.Replace(from, to, "")
	e.Replace(to+end[0], to+end[1], "\n\n"+caption+"\n")
	return true
}
