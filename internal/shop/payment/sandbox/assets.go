package sandbox

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"

	"storefront/internal/shop/payment"
)

// assets are the files that pages load. The fonts are the shop's own, so that the payment page looks like the shop.
//
//go:embed assets
var assets embed.FS

// version is a hash of the assets.
var version = func() string {
	sum := sha256.New()
	_ = fs.WalkDir(assets, ".", func(path string, _ fs.DirEntry, _ error) error {
		content, _ := assets.ReadFile(path) // of a folder it reads nothing
		_, err := sum.Write(content)
		return err
	})
	return hex.EncodeToString(sum.Sum(nil)[:6])
}()

func (p *Provider) asset(w http.ResponseWriter, r *http.Request) {
	path := "assets/" + r.PathValue("asset")
	if _, err := fs.Stat(assets, path); err != nil {
		p.renderError(w, r, viewIn(""), payment.ErrUnknown)
		return
	}
	if r.URL.Query().Get("v") == version {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		w.Header().Set("Cache-Control", "public, max-age=3600")
	}
	http.ServeFileFS(w, r, assets, path)
}
