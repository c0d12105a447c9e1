package render

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// Bundle is bundle.json of the site bundle, site/dist.
type Bundle struct {
	Hash   string   `json:"hash"`
	Assets []string `json:"assets"`
	CSP    []string `json:"csp"`
	// PictureModifiers are the modifiers with which scripts request any picture.
	PictureModifiers []string `json:"pictures"`
	// Entry has each layout's style sheet by its type, and the script and the style sheet of analytics.
	Entry struct {
		Layouts   map[string]string `json:"layouts"`
		Analytics struct {
			Script string `json:"script"`
			Style  string `json:"style"`
		} `json:"analytics"`
	} `json:"entry"`
}

// BundleFile returns the path of bundle.json in the folder of a site bundle.
func BundleFile(site string) string { return filepath.Join(site, "bundle.json") }

// ReadBundle reads bundle.json of the folder of a site bundle. The error is fs.ErrNotExist if there is none.
func ReadBundle(site string) (b Bundle, err error) {
	data, err := os.ReadFile(BundleFile(site))
	if err != nil {
		return b, fmt.Errorf("the site bundle is missing; make it with npm run build, or take a packed one with "+
			"generate init: %w", err)
	}
	if err := json.Unmarshal(data, &b); err != nil {
		return b, fmt.Errorf("%s cannot be read: %w", BundleFile(site), err)
	}
	return b, nil
}
