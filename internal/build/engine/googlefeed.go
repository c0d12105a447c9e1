package engine

import (
	"maps"

	"storefront/internal/build/pages"
	"storefront/internal/lib/digest"
)

// googleFeed writes Google's feed, unless that of the last build has the same content. Products that are as they were
// are taken over from the last build's files, as lines.
func (s *builtSite) googleFeed(fetch pages.Fetch) error {
	feed := s.planned.pages.GoogleFeed()
	if s.keepFeed(feed.Key) {
		return nil
	}
	last := map[digest.Digest][]byte{}
	for _, old := range s.before {
		if pages.IsGoogleFeed(old.File.Path) {
			if data, err := s.target.Read(old.File.Path); err == nil { // otherwise its products are read again
				maps.Copy(last, pages.FeedLines(pages.FeedShard{
					WebFile: pages.WebFile{Path: old.File.Path, Data: data}, Lines: old.Lines,
				}))
			}
		}
	}
	shards, err := feed.Shards(fetch, func(key digest.Digest) []byte { return last[key] })
	if err != nil {
		return err
	}
	for _, shard := range shards {
		f, err := s.target.Write(shard.Path, shard.Data)
		if err != nil {
			return err
		}
		s.add(fileAddress(shard.Path), output{Key: feed.Key, File: f, Lines: shard.Lines})
	}
	return nil
}

// keepFeed takes over the last build's feed; it reports false where that had none, or one of another key.
func (s *builtSite) keepFeed(key digest.Digest) bool {
	kept := false
	for _, old := range s.before {
		if pages.IsGoogleFeed(old.File.Path) {
			if !s.keep(old.File.Path, &key) {
				return false
			}
			kept = true
		}
	}
	return kept
}
