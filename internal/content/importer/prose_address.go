package importer

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// bareLink has an address of the blog that is a link by itself lead to its story here, by the title of that.
func (w *proseWalk) bareLink(address string) {
	now, why := w.target(w.post, address)
	title := w.titleAt(now)
	if why != "" || title == "" || !w.isOwnAddress(address) {
		return
	}
	for {
		i := strings.Index(w.edits.text[w.linked:], address)
		if i < 0 {
			return
		}
		from, to := w.linked+i, w.linked+i+len(address)
		w.linked = to
		before, after := w.edits.text[:from], w.edits.text[to:]
		if strings.HasPrefix(after, "</a>") {
			w.edits.replace(from, to, title)
			return
		}
		if strings.HasSuffix(before, "<") && strings.HasPrefix(after, ">") {
			before, from, to = before[:from-1], from-1, to+1
		}
		if !strings.HasSuffix(before, "](") && !strings.HasSuffix(strings.TrimSpace(before), "]:") &&
			!strings.HasSuffix(before, `"`) && !strings.HasSuffix(before, "[") {
			w.edits.replace(from, to, "["+title+"]("+now+")")
			return
		}
	}
}

// isOwnAddress reports whether words are a whole address of the blog, with or without https.
func (b *blog) isOwnAddress(words string) bool {
	words = strings.TrimSpace(words)
	if !strings.Contains(words, "://") {
		words = "https://" + words
	}
	u, err := url.Parse(words)
	return err == nil && !strings.ContainsAny(words, " \n") && b.isOwn(u.Host)
}

var marksOfWords = strings.NewReplacer("[", `\[`, "]", `\]`, "*", `\*`, "_", `\_`, "`", "\\`", "<", `\<`)

// titleAt returns the title of the story at an address here, in Markdown; nothing where there is none.
func (w *proseWalk) titleAt(address string) (title string) {
	language := w.post.language
	if code, rest, _ := strings.Cut(strings.TrimPrefix(address, "/"), "/"); slices.Contains(w.languages, code) {
		language, address = code, "/"+rest
	}
	slug, isStory := strings.CutPrefix(address, allStories+"/")
	slug, _, _ = strings.Cut(slug, "#")
	for _, p := range w.posts {
		if isStory && p.slug == slug && (title == "" || p.language == language) {
			title = w.titleOf(p)
		}
	}
	return title
}

// titleOf returns the title of a post, in Markdown.
func (b *blog) titleOf(p *post) string { return marksOfWords.Replace(b.unmarked(p.front.Get("title"))) }

var (
	// notInAddress has the signs that end an address in round brackets written in percent.
	notInAddress = strings.NewReplacer(" ", "%20", "<", "%3C", ">", "%3E", `\`, "%5C", "\n", "", "\r", "", "\t", "")
	pairedSigns  = regexp.MustCompile(`\([^()]*\)`)
	parentheses  = strings.NewReplacer("(", "%28", ")", "%29")
)

// inBrackets returns an address as the round brackets of a link can have it.
func inBrackets(address string) string {
	address = notInAddress.Replace(strings.TrimSpace(address))
	if strings.ContainsAny(pairedSigns.ReplaceAllString(address, ""), "()") {
		return parentheses.Replace(address)
	}
	return address
}
