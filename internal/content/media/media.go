// Package media reads the pictures and drawings of content/media: their sizes, and the hashes that make their addresses
// permanent.
package media

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/picture"
)

// Read lists the pictures of a folder by file name, without their alt texts.
func Read(dir string) (map[string]*catalog.Picture, []diag.Diagnostic) {
	return NewReader(nil, nil).Read(dir)
}

// Facts are the properties of a picture, which are valid while its file has the size and the times.
type Facts struct {
	Size              int64 // in bytes
	Modified, Changed int64 // in nanoseconds since 1970; Changed is that of changeTime
	Hash              string
	Width, Height     int
}

// Reader reads pictures, and only those whose files have changed since their facts were recorded.
type Reader struct {
	cached, current map[string]Facts
	changeTime      func(fs.FileInfo) int64
}

// NewReader returns a reader with known facts, by file name. changeTime returns when a file was last changed in any
// way, since a replaced file may have the size and the time of the former one; it is nil without known facts.
func NewReader(known map[string]Facts, changeTime func(fs.FileInfo) int64) *Reader {
	if changeTime == nil {
		changeTime = func(fs.FileInfo) int64 { return 0 }
	}
	return &Reader{known, map[string]Facts{}, changeTime}
}

// Facts returns the facts of the pictures that were read, by file name.
func (r *Reader) Facts() map[string]Facts { return r.current }

// Read lists the pictures of a folder by file name, without their alt texts.
func (r *Reader) Read(dir string) (map[string]*catalog.Picture, []diag.Diagnostic) {
	pictures := map[string]*catalog.Picture{}
	var problems []diag.Diagnostic
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return pictures, []diag.Diagnostic{{Path: dir, Line: 1, Col: 1, Message: err.Error()}}
	}
	for _, e := range entries {
		name := e.Name()
		if catalog.IsHidden(name) {
			continue
		}
		switch strings.ToLower(path.Ext(name)) {
		case ".webp", ".jpg", ".jpeg", ".png":
		default:
			continue
		}
		if !catalog.IsMediaName(name) {
			problems = append(problems, diag.Diagnostic{Path: filepath.Join(dir, name), Line: 1, Col: 1,
				Message: "the name of a picture has " + catalog.MediaNames + ": give the file another name"})
		}
		p, err := r.picture(dir, name)
		if err != nil {
			problems = append(problems, diag.Diagnostic{Path: filepath.Join(dir, name), Line: 1, Col: 1,
				Message: err.Error()})
			// It is there: what names it is no mistake.
			p = &catalog.Picture{File: name, Hash: "damaged", Width: 1, Height: 1, Alt: catalog.Localized{}}
		}
		pictures[name] = p
	}
	return pictures, problems
}

func (r *Reader) picture(dir, name string) (*catalog.Picture, error) {
	path := filepath.Join(dir, name)
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	facts, size := r.cached[name], info.Size()
	modified, changed := info.ModTime().UnixNano(), r.changeTime(info)
	if facts.Hash == "" || facts.Size != size || facts.Modified != modified || facts.Changed != changed {
		facts, err = factsOf(path)
		if err != nil {
			return nil, err
		}
		facts.Size, facts.Modified, facts.Changed = size, modified, changed
	}
	r.current[name] = facts
	return &catalog.Picture{File: name, Hash: facts.Hash, Width: facts.Width, Height: facts.Height,
		Alt: catalog.Localized{}}, nil
}

// factsOf reads a picture. The facts have no size of the file and no times.
func factsOf(path string) (f Facts, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return f, err
	}
	header, err := picture.Probe(data)
	if err != nil || header.Format == picture.AVIF {
		return f, errors.New("this is not a picture that browsers show: it is not WebP, JPEG or PNG, or is damaged")
	}
	switch {
	case len(data) > picture.MaxSourceBytes:
		return f, fmt.Errorf("this file has %d MB, and %d are the most; make the picture smaller",
			(len(data)+1<<20-1)>>20, picture.MaxSourceBytes>>20)
	case header.Width*header.Height > picture.MaxSourcePixels:
		return f, fmt.Errorf("this picture has %d × %d pixels, and %d million in all are the most; make it smaller",
			header.Width, header.Height, picture.MaxSourcePixels/1_000_000)
	case !IsComplete(data, header.Format):
		return f, errors.New("this picture is truncated: copy it again")
	}
	return Facts{Hash: hashOf(data), Width: header.Width, Height: header.Height}, nil
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:5])
}
