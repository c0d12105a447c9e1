package blog

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"storefront/internal/core/payload"
)

const (
	allStories     = "/blog"
	allStoriesFeed = "/feed.xml"
)

// formerList is a list of posts at an address of the blog, with the nearest page here.
type formerList struct {
	address, page string
	listsTerms    bool // it lists terms, not stories
	isTermList    bool // it lists the stories of one term
}

// listSettings are a blog's addresses and sizes of lists.
type listSettings struct {
	feed     string // the address of a list's feed below the list; empty if lists have none
	pagePath string // the address of a further page below the list, such as page/:num; empty if there are none
	pageSize int    // how many stories a page has
	// onlyAllStories is true if only the list of all posts has a feed and further pages.
	onlyAllStories bool
	moreFeeds      []string // addresses of further feeds of all stories
}

// redirectLists redirects the former lists of posts, their further pages and their feeds to the nearest list and feed
// here. A list redirects to the page of a term only if the term has a page in each language of the list. The feed of a
// term with one post and no page is not redirected.
func (b *blog) redirectLists() {
	pages, stories, ofTerm := map[string]string{}, map[[2]string]int{}, map[string]bool{}
	for _, p := range b.posts {
		if !p.isPublished || p.isSkipped {
			continue
		}
		seen := map[string]bool{}
		for _, list := range b.formerLists(b, p) {
			if seen[list.address] || list.address == "" {
				continue
			}
			seen[list.address] = true
			if stories[[2]string{list.address, p.language}]++; list.listsTerms {
				stories[[2]string{list.address, p.language}] = 1
			}
			if there, known := pages[list.address]; known && there != list.page {
				list.page = allStories
			}
			pages[list.address], ofTerm[list.address] = list.page, list.isTermList
		}
	}
	form := b.listSettings(b)
	for at, n := range stories {
		list, page := at[0], pages[at[0]]
		b.addRedirect(list, page)
		if form.onlyAllStories && page != allStories {
			continue
		}
		stem := strings.TrimSuffix(list, ".html")
		if form.feed != "" && (n >= minTagStories || !ofTerm[list] || !strings.HasSuffix(page, allStories)) {
			b.addRedirect(feedAt(stem, form.feed, stem != list), feedHere(page))
		}
		for number := 2; form.pagePath != "" && form.pageSize > 0 && (number-1)*form.pageSize < n; number++ {
			further := strings.ReplaceAll(form.pagePath, ":num", fmt.Sprint(number)) + strings.TrimPrefix(list, stem)
			b.addRedirect(path.Join(stem, further), page)
		}
	}
	for _, feed := range form.moreFeeds {
		b.addRedirect(feed, allStoriesFeed)
	}
}

// feedAt returns the address of a list's feed. With ugly URLs, it is a file beside the list.
func feedAt(stem, feed string, isUgly bool) string {
	if isUgly {
		return stem + path.Ext(feed)
	}
	return path.Join(stem, feed)
}

// feedHere returns the feed here of a page that lists stories.
func feedHere(page string) string {
	if before, isAll := strings.CutSuffix(page, allStories); isAll {
		return before + allStoriesFeed
	}
	return page + allStoriesFeed
}

// isFeed reports whether an address here is a feed, which is not a page.
func isFeed(address string) bool { return strings.HasSuffix(address, allStoriesFeed) }

// addRedirect redirects a former address of a list or a feed, unless the storefronts have a page at it. Servers answer
// /x/ with the file /x/index.html.
func (b *blog) addRedirect(from, to string) {
	if folder, ok := strings.CutSuffix(from, "/index.html"); ok {
		b.addRedirect(folder, to)
	}
	old, ok := b.aliasOf(path.Join("/", b.basePath, from), "/")
	isPage := slices.Contains(storefrontPages, old) || b.publishedStoryAt(old, "") != nil || old == allStoriesFeed ||
		b.Library.Pages[strings.TrimPrefix(old, "/")] != nil || b.Earlier.PostSlugs[old] != "" ||
		strings.HasPrefix(old, allStories+"/page/")
	if ok && !isPage && b.terms.redirects[old] == "" {
		b.terms.redirects[old] = to
	}
}

// termPage returns the page of the tag, author or series with a name, or the list of all stories if it has none.
func (b *blog) termPage(p *post, kind payload.TermKind, spelled string) string {
	if page := b.terms.pages[[3]string{p.language, string(kind), strings.ToLower(spelled)}]; page != "" {
		return page
	}
	return allStories
}
