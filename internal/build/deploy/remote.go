package deploy

import (
	"context"
	"errors"
	"io"
	"time"

	"gocloud.dev/blob"

	"storefront/internal/build/release"
	"storefront/internal/lib/digest"
)

// state is the content of a place.
type state struct {
	latest   string       // the content of latest.json; empty if there is none
	build    string       // that it names
	files    release.List // of that build; nil if they are not known
	finished time.Time    // when latest.json was written
	objects  map[string]object
}

// object is the store's metadata of a file.
type object struct {
	size     int64
	md5      string // of the stored bytes; empty if the store has none
	modified time.Time
}

// look lists the files at the target.
func (p *place) look(ctx context.Context) (state, error) {
	s := state{objects: map[string]object{}}
	// The list of the build first: files that are written later have later times.
	if err := p.lookUp(ctx, &s); err != nil {
		return s, err
	}
	all := p.bucket.List(&blob.ListOptions{})
	for {
		o, err := all.Next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return s, p.at("", err)
		}
		s.objects[o.Key] = object{o.Size, string(o.MD5), o.ModTime}
	}
	if latest, ok := s.objects[release.LatestFile]; ok {
		s.finished = latest.modified
	}
	return s, nil
}

// lookUp reads the id and the list of the deployed build.
func (p *place) lookUp(ctx context.Context, s *state) error {
	data, err := p.read(ctx, release.LatestFile)
	if isMissing(err) {
		return nil
	}
	if err != nil {
		return p.at(release.LatestFile, err)
	}
	s.latest = string(data)
	if s.build, err = release.ParseLatest(data); err != nil {
		return p.at(release.LatestFile, err)
	}
	data, err = p.read(ctx, release.ListFile(s.build))
	if isMissing(err) {
		return nil
	}
	if err != nil {
		return p.at(release.ListFile(s.build), err)
	}
	if s.files, err = release.ParseList(data); err != nil {
		return p.at(release.ListFile(s.build), err)
	}
	return nil
}

// unmodified reports whether the remote file matches the deployed build's list and is older than latest.json, which is
// written last.
func (s state) unmodified(rel string, hash digest.Digest) bool {
	o, there := s.objects[rel]
	return there && s.files[rel].Hash == hash && o.modified.Before(s.finished)
}
