package importer

import (
	"cmp"
	"path"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	liquid    = regexp.MustCompile(`(?s)\{%-?\s*([\w]+)(.*?)-?%\}|\{\{-?\s*(.*?)\s*-?\}\}`)
	kramdown  = regexp.MustCompile(`(?m)\{:[^}\n]*\}`)
	contents  = regexp.MustCompile(`(?m)^[*+-1.]+ +\S.*\n\{:\s*toc[^}\n]*\}`)
	variables = regexp.MustCompile(
		`^(?:site\.(?:baseurl|url)|(["'])(.*?)["']\s*\|\s*(?:relative_url|absolute_url|prepend:.*))$`)
)

// directives maps Liquid and kramdown's attribute lists: https://jekyllrb.com/docs/liquid/tags/.
func (j *jekyll) directives(b *blog, p *post, text string) *edits {
	e := &edits{text: text}
	until := 0
	for _, m := range liquid.FindAllStringSubmatchIndex(text, -1) {
		from, to := m[0], m[1]
		switch {
		case from < until:
		case m[2] < 0:
			j.output(b, p, e, from, to, text[m[6]:m[7]])
		default:
			until = j.tag(b, p, e, from, to, text[m[2]:m[3]], strings.TrimSpace(text[m[4]:m[5]]))
		}
	}
	if isHTML(p.file) {
		return e
	}
	for _, m := range contents.FindAllStringIndex(text, -1) {
		e.remove(m[0], m[1])
	}
	for _, m := range kramdown.FindAllStringIndex(text, -1) {
		if inCode(text, m[0]) {
			continue
		}
		if !strings.Contains(text[m[0]:m[1]], "toc") {
			b.in(p, m[0], Note{Field: "attributes", Value: text[m[0]:m[1]],
				Why: "looks are the storefront's own; they are left out"})
		}
		e.remove(m[0], m[1])
	}
	closeBold(e, text)
	return e
}

// bold matches bold words with what ends their sentence.
var bold = regexp.MustCompile(`\*\*[^*\n]*?([.,:;!?。，、：；！？،؛؟]*)\*\*`)

// closeBold has bold words end before the punctuation that ends their sentence, where a letter follows at once, as in
// Chinese: CommonMark, unlike kramdown, does not take the asterisks there for an end.
func closeBold(e *edits, text string) {
	for _, m := range bold.FindAllStringSubmatchIndex(text, -1) {
		next, _ := utf8.DecodeRuneInString(text[m[1]:])
		if m[2] < m[3] && unicode.IsLetter(next) && !inCode(text, m[0]) {
			e.replace(m[2], m[1], "**"+text[m[2]:m[3]])
		}
	}
}

// inCode says, roughly, that a place is in a fenced block or between back ticks.
func inCode(text string, at int) bool {
	line := text[strings.LastIndexByte(text[:at], '\n')+1 : at]
	return strings.Count("\n"+text[:at], "\n```")%2 == 1 || strings.Count(line, "`")%2 == 1 ||
		strings.HasPrefix(line, "    ")
}

// output maps what is put out in double braces.
func (j *jekyll) output(b *blog, p *post, e *edits, from, to int, what string) {
	m := variables.FindStringSubmatch(what)
	switch {
	case m != nil:
		e.replace(from, to, m[2])
	case what == "page.title":
		e.replace(from, to, plain(text(p.front.Get("title"))))
	default:
		b.in(p, from, Note{Field: "Liquid", Value: e.text[from:to], Why: "nothing here puts this out; it is left out",
			Do: "write it in words"})
		e.remove(from, to)
	}
}

// tag maps one tag and gives the place up to which what follows belongs to it.
func (j *jekyll) tag(b *blog, p *post, e *edits, from, to int, name, rest string) int {
	switch {
	case name == "highlight" || name == "raw" || name == "comment":
		end := regexp.MustCompile(`\{%-?\s*end` + name + `\s*-?%\}`).FindStringIndex(e.text[to:])
		if end == nil {
			break
		}
		inner, until := e.text[to:to+end[0]], to+end[1]
		switch name {
		case "highlight":
			e.replace(from, until, e.code(from, until, strings.Trim(inner, "\n"), firstWord(rest)))
		case "raw":
			e.replace(from, until, inner)
		default:
			e.remove(from, until)
		}
		return until
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
		done := include(b.wordsOf(p.language), rest)
		if done == "" {
			done = j.included(b, p, name, rest)
		}
		if done != "" {
			e.replace(from, to, done)
			return to
		}
	case name == "figure" && captionOf(rest) != "":
		if j.captioned(e, from, to, captionOf(rest)) {
			return to
		}
	case strings.HasPrefix(name, "end"):
		e.remove(from, to) // the tag that it ends has been reported
		return to
	}
	b.in(p, from, Note{Field: "Liquid", Value: e.text[from:to],
		Why: "there is no such thing here; it is left out, what it holds stays", Do: "say it in Markdown"})
	e.remove(from, to)
	return to
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
	parameter   = regexp.MustCompile(`\{\{-?\s*include\.([\w-]+)\s*-?\}\}`)
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
		caption = plain(strings.NewReplacer("*", "", `"`, "'").Replace(caption))
		e.replace(from, to+end[1], "\n"+m[1]+` "`+caption+`")`+"\n")
		return true
	}
	e.replace(from, to, "")
	e.replace(to+end[0], to+end[1], "\n\n"+caption+"\n")
	return true
}

// included is the text of a file that a post includes, with its parameters; nothing if it has Liquid of its own.
func (j *jekyll) included(b *blog, p *post, name, rest string) string {
	file := path.Join("_includes", strings.Trim(firstWord(rest), `"'`))
	if name == "include_relative" {
		file = path.Join(path.Dir(p.file), strings.Trim(firstWord(rest), `"'`))
	}
	data, err := b.root.ReadFile(file)
	if err != nil || len(data) > largestPost || !utf8.Valid(data) {
		return ""
	}
	a := attributes(rest)
	text := parameter.ReplaceAllStringFunc(strings.ReplaceAll(string(data), "\r\n", "\n"), func(m string) string {
		return a[strings.ToLower(parameter.FindStringSubmatch(m)[1])]
	})
	if strings.Contains(text, "{%") || strings.Contains(text, "{{") {
		return ""
	}
	return strings.TrimSpace(kramdown.ReplaceAllString(text, ""))
}
