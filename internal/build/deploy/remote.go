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

// remoteState is the content of a place.
type remoteState struct {
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

// readState lists the files at the target.
func (p *destination) readState(ctx context.Context) (remoteState, error) {
	s := remoteState{objects: map[string]object{}}
	// The list of the build first: files that are written later have later times.
	if err := p.readDeployedBuild(ctx, &s); err != nil {
		return s, err
	}
	all := p.bucket.List(&blob.ListOptions{})
	for {
		o, err := all.Next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return s, p.wrapError("", err)
		}
		s.objects[o.Key] = object{o.Size, string(o.MD5), o.ModTime}
	}
	if latest, ok := s.objects[release.LatestFile]; ok {
		s.finished = latest.modified
	}
	return s, nil
}

// readDeployedBuild reads the id and the list of the deployed build.
func (p *destination) readDeployedBuild(ctx context.Context, s *remoteState) error {
	data, err := p.read(ctx, release.LatestFile)
	if isMissing(err) {
		return nil
	}
	if err != nil {
		return p.wrapError(release.LatestFile, err)
	}
	s.latest = string(data)
	if s.build, err = release.ParseLatest(data); err != nil {
		return p.wrapError(release.LatestFile, err)
	}
	data, err = p.read(ctx, release.ListFile(s.build))
	if isMissing(err) {
		return nil
	}
	if err != nil {
		return p.wrapError(release.ListFile(s.build), err)
	}
	if s.files, err = release.ParseList(data); err != nil {
		return p.wrapError(release.ListFile(s.build), err)
	}
	return nil
}

// isUnmodified reports whether the remote file matches the deployed build's list and is older than latest.json, which
// is written last.
func (s remoteState) isUnmodified(rel string, hash digest.Digest) bool {
	o, there := s.objects[rel]
	return there && s.files[rel].Hash == hash && o.modified.Before(s.finished)
}
