package engine

import (
	"storefront/internal/build/pages"
	"storefront/internal/lib/digest"
)

// googleFeed writes Google's feed, unless that of the last build has the same content. The lines of unchanged products
// are copied from the last build's files.
func (s *builtSite) googleFeed(fetch pages.Fetch) error {
	feed := s.planned.pages.GoogleFeed()
	if s.keepFeed(feed.Key) {
		return nil
	}
	last := &pages.FeedLines{}
	for _, old := range s.lastFeed() {
		data, release, err := s.target.Map(old.File.Path)
		if err != nil {
			continue // its products are read again
		}
		defer release()
		last.Add(data, old.Lines)
	}
	var lines [][]digest.Digest
	err := feed.Shards(fetch, last, func(shard *pages.FeedShard) error {
		lines = append(lines, shard.Lines)
		_, err := s.target.Write(shard.Path, shard.Parts...)
		return err
	})
	if err != nil {
		return err
	}
	for i := range lines {
		f, err := s.target.WriteStart(pages.GoogleShardPath(i), feed.Head(i, len(lines)))
		if err != nil {
			return err
		}
		s.add(fileAddress(f.Path), output{Key: feed.Key, File: f, Lines: lines[i]})
	}
	return nil
}

// keepFeed takes over the last build's feed; it reports false if that had none, or one of another key.
func (s *builtSite) keepFeed(key digest.Digest) bool {
	all := s.lastFeed()
	for _, old := range all {
		if !s.keep(old.File.Path, &key) {
			return false
		}
	}
	return len(all) > 0
}

// lastFeed returns the shards of the last build's feed, in order.
func (s *builtSite) lastFeed() (all []output) {
	for {
		old, there := s.before[fileAddress(pages.GoogleShardPath(len(all)))]
		if !there {
			return all
		}
		all = append(all, old)
	}
}
