// Package media reads the pictures and drawings of content/media: their sizes, and the hashes that make their addresses
// permanent.
package media

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // registers the format
	_ "image/png"  // registers the format
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	_ "golang.org/x/image/webp" // registers the format

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/picture"
)

// Read lists the pictures of a folder by file name, without their alt texts.
func Read(dir string) (map[string]*catalog.Picture, []diag.Diagnostic) {
	pictures := map[string]*catalog.Picture{}
	var wrong []diag.Diagnostic
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return pictures, []diag.Diagnostic{{Path: dir, Line: 1, Col: 1, Message: err.Error()}}
	}
	for _, e := range entries {
		name := e.Name()
		switch strings.ToLower(path.Ext(name)) {
		case ".webp", ".jpg", ".jpeg", ".png":
		default:
			continue
		}
		p, err := read(dir, name)
		if err != nil {
			wrong = append(wrong, diag.Diagnostic{Path: filepath.Join(dir, name), Line: 1, Col: 1,
				Message: err.Error()})
			// It is there: what names it is no mistake.
			p = &catalog.Picture{File: name, Hash: "damaged", Width: 1, Height: 1, Alt: catalog.Localized{}}
		}
		pictures[name] = p
	}
	return pictures, wrong
}

func read(dir, name string) (*catalog.Picture, error) {
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return nil, err
	}
	config, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("this is not a picture that browsers show: %w", err)
	}
	switch {
	case len(data) > picture.MostSourceBytes:
		return nil, fmt.Errorf("this file has %d MB, and %d are the most; make the picture smaller",
			(len(data)+1<<20-1)>>20, picture.MostSourceBytes>>20)
	case config.Width*config.Height > picture.MostSourcePixels:
		return nil, fmt.Errorf("this picture has %d × %d pixels, and %d million in all are the most; make it smaller",
			config.Width, config.Height, picture.MostSourcePixels/1_000_000)
	case !Whole(data, format):
		return nil, errors.New("this picture is cut off: its file ends before the picture does; copy it again")
	}
	return &catalog.Picture{File: name, Hash: hashOf(data), Width: config.Width, Height: config.Height,
		Alt: catalog.Localized{}}, nil
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:5])
}
