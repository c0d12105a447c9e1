package engine

import (
	"storefront/internal/build/pages"
	"storefront/internal/search"
)

// The search index of a deployment in a language is a file of its tree. The words of a product are collected when it is
// read, and wait in the spool like its detail; the words of unchanged products come from the last build's index.

// writeSearchIndex writes the search index of a language, unless that of the last build has the same content.
func (s *builtSite) writeSearchIndex(language string, fetch pages.Fetch) error {
	content, key := s.planned.pages.SearchContent(language, fetch)
	rel := search.File(language)
	if s.reuseFile(rel, &key) {
		return nil
	}
	var last []byte
	if _, known := s.lastOutputs[fileAddress(rel)]; known {
		data, release, err := s.target.Map(rel)
		if err == nil { // otherwise all words are read again
			defer release()
			last = data
		}
	}
	parts, err := search.Parts(content, last)
	if err != nil {
		return err
	}
	f, err := s.target.Write(rel, parts...)
	if err != nil {
		return err
	}
	s.addOutput(fileAddress(rel), &output{Key: key, File: f})
	return nil
}
