package engine

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"maps"
	"slices"

	"storefront/internal/build/pages"
	"storefront/internal/content/diag"
	"storefront/internal/content/media"
	"storefront/internal/lib/digest"
	"storefront/internal/lib/flat"
)

// savedBuild is the record of a build for the next one.
type savedBuild struct {
	last    lastBuild
	content *contentCache // nil if it is unchanged
	sites   []savedSite
}

type savedSite struct {
	id      string
	outputs outputs
	site    *pages.Site // nil if its plan is unknown
	items   []*pages.Item
}

// save adds what has changed since the last build to the journal, or writes the whole journal again.
func (s *store) save(now savedBuild) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	j := s.openJournal()
	last := s.readLast()
	rewrite := last == nil || last.Format != s.format || j.needsRewrite() || now.content != nil && !s.readContent()
	if rewrite {
		s.addUnchanged(&now)
		j.records = [recordKinds][]record{}
		last, s.content = &lastBuild{}, &contentCache{}
		s.clearSites()
	}
	w, err := j.beginSection(rewrite)
	if err != nil {
		return err
	}
	now.last.Items = maps.Clone(last.Items)
	if now.last.Items == nil {
		now.last.Items = map[string]int{}
	}
	for _, site := range now.sites {
		now.last.Items[site.id] = len(site.items)
		s.putSite(w, site)
	}
	if now.content != nil {
		s.putContent(w, now.content)
	}
	putGroups(w, last, &now.last)
	now.last.Format = s.format
	header := now.last
	header.Files, header.Folders = nil, nil
	var encodedHeader bytes.Buffer
	w.setError(gob.NewEncoder(&encodedHeader).Encode(header)) // later versions of the program read the header too
	w.put(lastBuildRecord, "", encodedHeader.Bytes())
	if err := w.commit(); err != nil {
		s.journal, s.last, s.content = nil, nil, nil
		s.clearSites()
		return err
	}
	s.last = &now.last
	if now.content != nil {
		s.content = now.content
	}
	for _, site := range now.sites {
		s.outputs[site.id], s.items[site.id] = site.outputs, site.items
	}
	return nil
}

// addUnchanged adds the records of unchanged content and of other deployments, before the whole journal is written.
func (s *store) addUnchanged(now *savedBuild) {
	if now.content == nil && s.readContent() {
		now.content = s.content
	}
	for id := range now.last.Builds {
		if !slices.ContainsFunc(now.sites, func(site savedSite) bool { return site.id == id }) {
			now.sites = append(now.sites, savedSite{id: id, outputs: s.readOutputs(id)})
		}
	}
}

func (s *store) putSite(w *section, site savedSite) {
	prefix := recordPrefix(site.id)
	putChanges(w, outputRecord, prefix, s.readOutputs(site.id), site.outputs, (*output).equal, encodePointer[output])
	if site.site == nil {
		return
	}
	before, items := s.items[site.id], site.site.ItemsWriter()
	var data []byte
	for i := range site.items {
		if i >= len(before) || !site.items[i].IsSame(before[i]) {
			data = items.Append(data[:0], site.items[i])
			w.put(itemRecord, itemKey(site.id, i), data)
		}
	}
}

func (s *store) putContent(w *section, now *contentCache) {
	if before := s.content; before.Vocabulary != now.Vocabulary || before.Products == nil {
		w.put(contentRecord, "", flat.Append(nil, &contentHead{now.Vocabulary}))
	}
	putChanges(w, productRecord, "", s.content.Products, now.Products,
		func(a, b *pages.Summary) bool { return a == b }, encodePointer[pages.Summary])
	putChanges(w, postsRecord, "", s.content.Posts, now.Posts, slices.Equal[[]*pages.PostSummary],
		encodeFlat[[]*pages.PostSummary])
	putChanges(w, warningsRecord, "", s.content.Warnings, now.Warnings, slices.Equal[[]diag.Diagnostic],
		encodeFlat[[]diag.Diagnostic])
	putChanges(w, reviewsRecord, "", s.content.Reviews, now.Reviews,
		func(a, b digest.Digest) bool { return a == b }, encodeFlat[digest.Digest])
	putChanges(w, pictureRecord, "", s.content.Pictures, now.Pictures,
		func(a, b media.Facts) bool { return a == b }, encodeFlat[media.Facts])
}

// putGroups writes the changed groups of files, each with the time of its folder before its stats.
func putGroups(w *section, last, now *lastBuild) {
	var data []byte
	for group, stats := range now.Files {
		old, there := last.Files[group]
		if !there || old != stats || now.Folders != nil && last.Folders[group] != now.Folders[group] {
			data = binary.LittleEndian.AppendUint64(data[:0], uint64(now.Folders[group]))
			data = append(data, stats...)
			w.put(groupRecord, group, data)
		}
	}
	for group := range last.Files {
		if _, there := now.Files[group]; !there {
			w.delete(groupRecord, group)
		}
	}
}

func encodeFlat[V any](out []byte, v *V) []byte { return flat.Append(out, v) }

func encodePointer[V any](out []byte, v **V) []byte { return flat.Append(out, *v) }

// putChanges writes the new and changed entries of a map, and the removed ones.
func putChanges[M ~map[string]V, V any](w *section, kind recordKind, prefix string, before, now M,
	same func(a, b V) bool, encode func([]byte, *V) []byte) {
	var data []byte
	for key, v := range now {
		if old, there := before[key]; !there || !same(old, v) {
			data = encode(data[:0], &v)
			w.put(kind, prefix+key, data)
		}
	}
	for key := range before {
		if _, there := now[key]; !there {
			w.delete(kind, prefix+key)
		}
	}
}
