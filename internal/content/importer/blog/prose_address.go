package blog

import (
	"net/url"
	"slices"
	"strings"

	"storefront/internal/content/importer/prose"
)

// convertAutoLink replaces a bare address of the blog with a link to its story here, with the story's title.
func (w *proseWalk) convertAutoLink(address string) {
	now, why := w.resolveLink(w.post, address)
	title := w.storyTitleAt(now)
	if why != "" || title == "" || !w.isOwnAddress(address) {
		return
	}
	for {
		i := strings.Index(w.edits.Text[w.lastLinkEnd:], address)
		if i < 0 {
			return
		}
		from, to := w.lastLinkEnd+i, w.lastLinkEnd+i+len(address)
		w.lastLinkEnd = to
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

// isOwnAddress reports whether words are an absolute address of the blog, with or without https.
func (b *blog) isOwnAddress(words string) bool {
	words = strings.TrimSpace(words)
	if !strings.Contains(words, "://") {
		words = "https://" + words
	}
	u, err := url.Parse(words)
	return err == nil && !strings.ContainsAny(words, " \n") && b.isOwnHost(u.Host)
}

// storyTitleAt returns the title of the story at an address here, in Markdown; empty if there is none.
func (w *proseWalk) storyTitleAt(address string) (title string) {
	language := w.post.language
	if code, rest, _ := strings.Cut(strings.TrimPrefix(address, "/"), "/"); slices.Contains(w.Languages, code) {
		language, address = code, "/"+rest
	}
	slug, isStory := strings.CutPrefix(address, allStories+"/")
	slug, _, _ = strings.Cut(slug, "#")
	for _, p := range w.posts {
		if isStory && p.slug == slug && (title == "" || p.language == language) {
			title = w.markdownTitle(p)
		}
	}
	return title
}

// markdownTitle returns the title of a post, in Markdown.
func (b *blog) markdownTitle(p *post) string {
	return prose.MarkdownEscaper.Replace(b.plainText(p.front.Get("title")))
}
