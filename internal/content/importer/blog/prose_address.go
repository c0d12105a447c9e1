package blog

import (
	"net/url"
	"slices"
	"strings"

	"storefront/internal/content/importer/prose"
)

// bareLink has an address of the blog that is a link by itself lead to its story here, by the title of that.
func (w *proseWalk) bareLink(address string) {
	now, why := w.target(w.post, address)
	title := w.titleAt(now)
	if why != "" || title == "" || !w.isOwnAddress(address) {
		return
	}
	for {
		i := strings.Index(w.edits.Text[w.linked:], address)
		if i < 0 {
			return
		}
		from, to := w.linked+i, w.linked+i+len(address)
		w.linked = to
		before, after := w.edits.Text[:from], w.edits.Text[to:]
		if strings.HasPrefix(after, "</a>") {
			w.edits.Replace(from, to, title)
			return
		}
		if strings.HasSuffix(before, "<") && strings.HasPrefix(after, ">") {
			before, from, to = before[:from-1], from-1, to+1
		}
		if !strings.HasSuffix(before, "](") && !strings.HasSuffix(strings.TrimSpace(before), "]:") &&
			!strings.HasSuffix(before, `"`) && !strings.HasSuffix(before, "[") {
			w.edits.Replace(from, to, "["+title+"]("+now+")")
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

// titleAt returns the title of the story at an address here, in Markdown; empty if there is none.
func (w *proseWalk) titleAt(address string) (title string) {
	language := w.post.language
	if code, rest, _ := strings.Cut(strings.TrimPrefix(address, "/"), "/"); slices.Contains(w.Languages, code) {
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
func (b *blog) titleOf(p *post) string {
	return prose.MarksOfWords.Replace(b.unmarked(p.front.Get("title")))
}
