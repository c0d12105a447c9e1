package sandbox

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
)

// assets are what the pages load. The fonts are the shop's own, so that paying does not look like leaving it.
//
//go:embed assets
var assets embed.FS

// version changes with the assets.
var version = func() string {
	sum := sha256.New()
	_ = eachAsset(func(_ string, content []byte) { sum.Write(content) })
	return hex.EncodeToString(sum.Sum(nil)[:6])
}()

func eachAsset(do func(name string, content []byte)) error {
	return fs.WalkDir(assets, "assets", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := assets.ReadFile(path)
		do(d.Name(), content)
		return err
	})
}

// kinds has what mime.TypeByExtension may not know on a bare machine.
var kinds = map[string]string{".css": "text/css; charset=utf-8", ".svg": "image/svg+xml", ".woff2": "font/woff2",
	".txt": "text/plain; charset=utf-8"}

func asset(name string, content []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", kinds[path.Ext(name)])
		if r.URL.Query().Get("v") == version {
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		} else {
			w.Header().Set("Cache-Control", "public, max-age=3600")
		}
		_, _ = w.Write(content)
	}
}
