package engine

import (
	"storefront/internal/build/pages"
	"storefront/internal/lib/digest"
)

// writeGoogleFeed writes Google's feed, unless that of the last build has the same content. The lines of unchanged
// products are copied from the last build's files.
func (s *builtSite) writeGoogleFeed(fetch pages.Fetch) error {
	feed := s.planned.pages.GoogleFeed()
	if s.reuseFeed(feed.Key) {
		return nil
	}
	last := &pages.FeedLines{}
	for _, old := range s.lastFeedShards() {
		data, release, err := s.target.Map(old.File.Path)
		if err != nil {
			continue // its products are read again
		}
		defer release()
		last.Add(data, old.Lines)
	}
	// The first line of each shard has the number of shards, which is mostly that of the last build.
	expected := max(1, len(s.lastFeedShards()))
	var written []*output
	err := feed.Shards(fetch, last, func(shard *pages.FeedShard) error {
		copy(shard.Parts[0], feed.Head(len(written), expected))
		f, err := s.target.Write(shard.Path, shard.Parts...)
		written = append(written, &output{Key: feed.Key, File: f, Lines: shard.Lines})
		return err
	})
	if err != nil {
		return err
	}
	for i, o := range written {
		if len(written) != expected {
			if o.File, err = s.target.OverwriteStart(o.File.Path, feed.Head(i, len(written))); err != nil {
				return err
			}
		}
		s.addOutput(fileAddress(o.File.Path), o)
	}
	return nil
}

// reuseFeed reuses the last build's feed. It reports false if there is none or it has another key.
func (s *builtSite) reuseFeed(key digest.Digest) bool {
	all := s.lastFeedShards()
	for _, old := range all {
		if !s.reuseFile(old.File.Path, &key) {
			return false
		}
	}
	return len(all) > 0
}

// lastFeedShards returns the shards of the last build's feed in order.
func (s *builtSite) lastFeedShards() (all []*output) {
	for {
		old := s.lastOutputs[fileAddress(pages.GoogleShardPath(len(all)))]
		if old == nil {
			return all
		}
		all = append(all, old)
	}
}
