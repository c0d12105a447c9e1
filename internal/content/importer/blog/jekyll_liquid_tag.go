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

// liquidTag is a tag of Liquid in a post, {% name rest %}, that is being converted. Its methods return the offset after
// the tag and what they converted with it, or unconverted.
type liquidTag struct {
	j          *jekyll
	b          *blog
	p          *post
	e          *prose.Edits
	from, to   int
	name, rest string
}

const unconverted = -1

// convert replaces the tag with Markdown or its output, or removes and reports it. It returns the offset at which to
// continue.
func (t *liquidTag) convert() int {
	if t.b.isHexo() {
		if until := t.j.convertHexoTag(t.b, t.p, t.e, t.from, t.to, t.name, t.rest); until >= 0 {
			return until
		}
	}
	if until := t.convertSupported(); until != unconverted {
		return until
	}
	t.reportUnsupported()
	return t.to
}

// tagsWithText are the tags that end with a tag of their own and contain text, which is not Liquid to evaluate.
var tagsWithText = []string{"highlight", "raw", "comment", "codeblock", "code"}

func (t *liquidTag) convertSupported() int {
	switch {
	case slices.Contains(blockTags, t.name):
		return t.convertBlock()
	case t.name == "assign":
		return t.convertAssignment()
	case slices.Contains(tagsWithText, t.name):
		return t.convertText()
	case t.name == "post_link" && t.rest != "":
		return t.replace(t.b.postLink(t.rest))
	case prose.VideoAddresses[t.name] != "" && t.rest != "":
		return t.replace(t.videoLink())
	case t.name == "post_url" || t.name == "link":
		return t.replace(t.linkedAddress())
	case t.name == "gist":
		return t.replace("<https://gist.github.com/" + strings.Trim(firstWord(t.rest), `"'`) + ">")
	case t.isInclude():
		return t.convertInclude()
	case t.name == "figure" && captionOf(t.rest) != "":
		return t.moveFigureCaption(captionOf(t.rest))
	case pictureTag.MatchString(t.name) && pictureArgument.MatchString(t.rest):
		return t.replace(t.b.pictureOfTag(t.p, t.from, t.rest))
	case linkOfTexts(t.rest) != "" && !strings.Contains(t.e.Text[t.to:], "end"+t.name):
		return t.replace(linkOfTexts(t.rest))
	case strings.HasPrefix(t.name, "end"):
		t.e.Remove(t.from, t.to) // the tag that it ends has been reported
		return t.to
	}
	return unconverted
}

// replace replaces the tag and returns the offset after it.
func (t *liquidTag) replace(with string) int {
	t.e.Replace(t.from, t.to, with)
	return t.to
}

// convertBlock replaces a block with its output, or with the branch of it that Jekyll would output.
func (t *liquidTag) convertBlock() int {
	end := endOfBlock(t.e.Text, t.to, t.name)
	if end < 0 {
		return unconverted
	}
	if out, err := t.j.evaluate(t.b, t.p, t.e.Text[t.from:end]); err == nil {
		t.j.replaceWithOutput(t.b, t.p, t.e, t.from, end, out)
		return end
	}
	t.j.forgetAssigned(t.b, t.p, t.e.Text[t.from:end])
	if slices.Contains(conditionals, t.name) {
		return t.j.keepBranch(t.b, t.p, t.e, t.from, t.to, end, t.name)
	}
	return unconverted
}

func (t *liquidTag) convertAssignment() int {
	source := t.e.Text[t.from:t.to]
	if _, err := t.j.evaluate(t.b, t.p, source); err != nil {
		t.j.forgetAssigned(t.b, t.p, source)
		return unconverted
	}
	t.e.Remove(t.from, t.to)
	return t.to
}

// convertText converts a tag of tagsWithText with its text.
func (t *liquidTag) convertText() int {
	end := regexp.MustCompile(`\{%-?\s*end` + t.name + `\b[^%\n]*%\}`).FindStringIndex(t.e.Text[t.to:])
	if end == nil {
		return unconverted
	}
	text, until := t.e.Text[t.to:t.to+end[0]], t.to+end[1]
	switch t.name {
	case "highlight":
		if out, err := t.j.evaluate(t.b, t.p, text); err == nil {
			text = out
		}
		text = strings.Trim(rawTags.ReplaceAllString(text, ""), "\n")
		t.e.Replace(t.from, until, t.e.CodeReplacement(t.from, until, text, firstWord(t.rest)))
	case "codeblock", "code":
		if !t.b.isHexo() {
			text = rawTags.ReplaceAllString(text, "")
		}
		t.e.ReplaceCodeTag(t.from, until, strings.Trim(text, "\n"), t.rest)
	case "raw":
		t.e.Replace(t.from, until, text)
	default: // a comment
		t.e.Remove(t.from, until)
	}
	return until
}

func (t *liquidTag) videoLink() string {
	video := cmp.Or(prose.ParseAttributes(t.rest)["id"], strings.Trim(firstWord(t.rest), `"'`))
	if !strings.Contains(video, "://") {
		video = prose.VideoAddresses[t.name] + video
	}
	return t.b.WordsOf(t.p.language).VideoLink(video)
}

// linkedAddress returns the address of the post that the tag names. An address without a published post is reported
// later, as a dead link.
func (t *liquidTag) linkedAddress() string {
	other := cmp.Or(t.b.postByName(t.rest), t.b.linkedPost(t.p, "/"+strings.Trim(t.rest, `"'`)))
	switch {
	case other == nil:
		return "/" + strings.Trim(t.rest, `"'/`)
	case !other.isPublished:
		return "/" + other.file
	}
	return "/blog/" + other.slug
}

func (t *liquidTag) isInclude() bool { return strings.HasPrefix(t.name, "include") }

func (t *liquidTag) convertInclude() int {
	if out, err := t.j.evaluate(t.b, t.p, t.e.Text[t.from:t.to]); err == nil {
		t.j.replaceWithOutput(t.b, t.p, t.e, t.from, t.to, out)
		return t.to
	}
	if known := knownInclude(t.b.WordsOf(t.p.language), t.rest); known != "" {
		return t.replace(known)
	}
	t.j.keepIncludeDefinitions(t.b, t.p, t.e, t.name, t.rest)
	return unconverted
}

// moveFigureCaption moves the caption of a figure below its content.
func (t *liquidTag) moveFigureCaption(caption string) int {
	end := endOfFigure.FindStringIndex(t.e.Text[t.to:])
	if end == nil {
		return unconverted
	}
	start, until := t.to+end[0], t.to+end[1]
	m := onePicture.FindStringSubmatch(strings.TrimSpace(t.e.Text[t.to:start]))
	if m != nil && !strings.Contains(caption, "](") {
		caption = prose.SingleLine(strings.NewReplacer("*", "", "`", "", `"`, "'").Replace(caption))
		t.e.Replace(t.from, until, "\n"+m[1]+` "`+prose.CaptionMark+caption+`")`+"\n")
		return t.to
	}
	t.e.Replace(t.from, t.to, "")
	t.e.Replace(start, until, "\n\n"+caption+"\n")
	return t.to
}

// reportUnsupported removes the tag, except for a title in its arguments, and reports it.
func (t *liquidTag) reportUnsupported() {
	n := importer.Note{Field: "Liquid", Value: t.e.Text[t.from:t.to], Why: whyUnsupported, Do: "write it in Markdown"}
	hasEnd := endOfBlock(t.e.Text, t.to, t.name) > 0
	if hasEnd {
		n.Why += whyContentStays
	}
	if t.isInclude() {
		n.Why = "it is left out: a part of the file cannot be evaluated here"
		if templates := t.p.templates; templates != nil && !t.p.evaluated && templates.failure != "" {
			n.Why = "it is left out: " + templates.failure
		}
	}
	if slices.Contains(controlTags, t.name) {
		t.b.noteInProse(t.p, t.from, n)
	} else {
		t.b.noteOncePerKey("Liquid "+t.name, repeatedForm, t.b.withProsePosition(t.p, t.from, n))
	}
	if title := prose.ComponentTitle(prose.ParseAttributes(t.rest)); title != "" && hasEnd {
		t.e.ReplaceWithTitle(t.from, t.to, title)
		return
	}
	t.e.Remove(t.from, t.to)
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

// knownInclude converts the includes that themes have for pictures and players. It returns "" for others.
func knownInclude(words prose.Words, rest string) string {
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
