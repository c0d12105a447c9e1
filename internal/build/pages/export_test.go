package pages

import "slices"

// GoogleShards returns the feed in shards of up to so many bytes.
func GoogleShards(f *GoogleFeed, fetch Fetch, last *FeedLines, limit int) (all []*FeedShard, err error) {
	err = f.shards(fetch, last, limit, func(shard *FeedShard) error {
		all = append(all, shard)
		return nil
	})
	for i, shard := range all {
		copy(shard.Parts[0], f.Head(i, len(all)))
	}
	return all, err
}

// SitemapWithin returns the sitemap in files of at most so many addresses and bytes.
func SitemapWithin(s *Site, items []*Item, most, bytes int) []WebFile {
	return slices.Collect(s.sitemapWithin(items, most, bytes))
}

// Robots returns robots.txt.
var Robots = (*Site).robots
