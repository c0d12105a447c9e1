package livecatalog

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"storefront/internal/core/payload"
	"storefront/internal/core/route"
)

// readMovedProducts returns the folders of products with a slug of their own in some language, by slug and language.
func readMovedProducts(root *os.Root) (map[string]map[string]string, error) {
	data, err := root.ReadFile(payload.AddressesFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // a build from before pages could have slugs
	}
	var pages []payload.MovedPage
	if err == nil {
		err = json.Unmarshal(data, &pages)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", payload.AddressesFile, err)
	}
	moved := map[string]map[string]string{}
	for _, page := range pages {
		if page.Product == "" {
			continue
		}
		moved[page.Product] = map[string]string{}
		for language, address := range page.Paths {
			moved[page.Product][language] = strings.TrimPrefix(route.Unescape(address), "/")
		}
	}
	return moved, nil
}

// productFolders returns the folders of products by slug, and the languages that have a folder of their own. That of a
// product has the same name in every language that shows the product, unless it is moved: then it is one of them.
func productFolders(root *os.Root, moved map[string]map[string]string) (folders map[string]string, languages []string,
	err error) {
	folders = map[string]string{}
	taken := map[string]bool{}
	for _, byLanguage := range moved {
		for _, folder := range byLanguage {
			taken[folder] = true
		}
	}
	top, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return nil, nil, err
	}
	if err := addFolders(root.FS(), ".", top, folders, taken); err != nil {
		return nil, nil, err
	}
	for _, e := range top {
		if code, _ := route.SplitLanguage("/" + e.Name()); code == "" || !e.IsDir() {
			continue
		}
		languages = append(languages, e.Name())
		sections, err := fs.ReadDir(root.FS(), e.Name())
		if err == nil {
			err = addFolders(root.FS(), e.Name(), sections, folders, taken)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	for slug, byLanguage := range moved {
		for _, folder := range byLanguage {
			folders[slug] = folder
		}
	}
	return folders, languages, nil
}

// addFolders adds the folders of products below some sections of a folder, except those that are taken.
func addFolders(files fs.FS, below string, sections []fs.DirEntry, folders map[string]string,
	taken map[string]bool) error {
	for _, section := range sections {
		name := section.Name()
		if !route.HoldsProducts(true, name) && !route.HoldsProducts(false, name) {
			continue
		}
		products, err := fs.ReadDir(files, path.Join(below, name))
		if err != nil {
			return err
		}
		for _, p := range products {
			if p.IsDir() && folders[p.Name()] == "" && !taken[path.Join(below, name, p.Name())] {
				folders[p.Name()] = path.Join(name, p.Name())
			}
		}
	}
	return nil
}

// findPayload returns the payload of a product in a language, or in the first other one that has it, the default before
// all: that has no folder of its own.
func (b *build) findPayload(root *os.Root, language, slug string) (file string, info fs.FileInfo, err error) {
	for _, folder := range b.candidateFolders(language, slug) {
		file = path.Join(folder, "_payload.json")
		if info, err = root.Stat(file); !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	return file, info, err
}

// candidateFolders returns the folders in which the payload of a product may be, the best first.
func (b *build) candidateFolders(language, slug string) (all []string) {
	byLanguage, isMoved := b.foldersByLanguage[slug]
	for _, code := range append([]string{language, ""}, b.languages...) {
		if !isMoved {
			all = append(all, path.Join(code, b.folders[slug]))
		} else if folder, ok := byLanguage[cmp.Or(code, b.defaultLanguage(byLanguage))]; ok {
			all = append(all, folder)
		}
	}
	return all
}

// defaultLanguage returns the default language of the deployment, which is the only one without a folder, among those
// of a product; empty if the product is not in it.
func (b *build) defaultLanguage(byLanguage map[string]string) string {
	for language := range byLanguage {
		if !slices.Contains(b.languages, language) {
			return language
		}
	}
	return ""
}
