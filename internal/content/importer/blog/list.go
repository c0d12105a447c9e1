package blog

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"storefront/internal/core/payload"
)

const (
	allStories = "/blog"
	feedOfAll  = "/feed.xml"
)

// former is a list of stories that the blog had at an address, with the page that is nearest to it here.
type former struct {
	address, page string
	ofTerms       bool // it lists terms, not stories
	ofTerm        bool // it lists the stories of one term
}

// listing is how a blog lists its stories.
type listing struct {
	feed   string // the address of a list's feed below the list; empty if lists have none
	number string // the address of a further page below the list, such as page/:num; empty if there are none
	size   int    // how many stories a page has
	// onlyAll: the list of all stories alone has such a feed and further pages.
	onlyAll bool
	feeds   []string // addresses of further feeds of all stories
}

// findLists has the former lists of stories, their further pages and their feeds lead to the nearest list and feed
// here. A list leads to the page of a term if that is there in each language that the list was in. The feed of a term
// of one story that has no page here leads nowhere.
func (b *blog) findLists() {
	pages, stories, ofTerm := map[string]string{}, map[[2]string]int{}, map[string]bool{}
	for _, p := range b.posts {
		if !p.live || p.taken {
			continue
		}
		seen := map[string]bool{}
		for _, list := range b.lists(b, p) {
			if seen[list.address] || list.address == "" {
				continue
			}
			seen[list.address] = true
			if stories[[2]string{list.address, p.language}]++; list.ofTerms {
				stories[[2]string{list.address, p.language}] = 1
			}
			if there, known := pages[list.address]; known && there != list.page {
				list.page = allStories
			}
			pages[list.address], ofTerm[list.address] = list.page, list.ofTerm
		}
	}
	form := b.listing(b)
	for at, n := range stories {
		list, page := at[0], pages[at[0]]
		b.leadOn(list, page)
		if form.onlyAll && page != allStories {
			continue
		}
		stem := strings.TrimSuffix(list, ".html")
		if form.feed != "" && (n >= leastTagged || !ofTerm[list] || !strings.HasSuffix(page, allStories)) {
			b.leadOn(feedAt(stem, form.feed, stem != list), feedHere(page))
		}
		for number := 2; form.number != "" && form.size > 0 && (number-1)*form.size < n; number++ {
			further := strings.ReplaceAll(form.number, ":num", fmt.Sprint(number)) + strings.TrimPrefix(list, stem)
			b.leadOn(path.Join(stem, further), page)
		}
	}
	for _, feed := range form.feeds {
		b.leadOn(feed, feedOfAll)
	}
}

// feedAt returns the address of the feed of a list, which has an address of a file where it is ugly.
func feedAt(stem, feed string, isUgly bool) string {
	if isUgly {
		return stem + path.Ext(feed)
	}
	return path.Join(stem, feed)
}

// feedHere returns the feed of a list of stories here.
func feedHere(page string) string {
	if before, isAll := strings.CutSuffix(page, allStories); isAll {
		return before + feedOfAll
	}
	return page + feedOfAll
}

// isFeed reports whether an address here is that of a feed, which is no page.
func isFeed(address string) bool { return strings.HasSuffix(address, feedOfAll) }

// leadOn has a former address of a list or a feed lead to another, unless that is an address here. Readers of a file
// such as /x/index.html have /x/.
func (b *blog) leadOn(from, to string) {
	if folder, ok := strings.CutSuffix(from, "/index.html"); ok {
		b.leadOn(folder, to)
	}
	old, ok := b.address(path.Join("/", b.below, from), "/")
	isPage := slices.Contains(sections, old) || b.storyHere(old, "") != nil || old == feedOfAll ||
		b.Library.Pages[strings.TrimPrefix(old, "/")] != nil || b.Earlier.Posts[old] != "" ||
		strings.HasPrefix(old, allStories+"/page/")
	if ok && !isPage && b.terms.moved[old] == "" {
		b.terms.moved[old] = to
	}
}

// tagged returns the page of the tag, author or series of a name; that of all stories where there is none.
func (b *blog) tagged(p *post, kind payload.TermKind, spelled string) string {
	if page := b.terms.pages[[3]string{p.language, string(kind), strings.ToLower(spelled)}]; page != "" {
		return page
	}
	return allStories
}
