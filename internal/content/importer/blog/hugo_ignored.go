package blog

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/yaml"
)

// readIgnored reads the files and languages that the configuration ignores:
// https://gohugo.io/configuration/all/#ignorefiles.
func (h *hugo) readIgnored(b *blog) {
	for _, form := range textsOf(b.config.Get("ignoreFiles")) {
		if like, err := regexp.Compile(form); err == nil {
			h.ignorePatterns = append(h.ignorePatterns, like)
		} else {
			b.Report.Note(importer.Note{Path: b.folder, Line: 1, Col: 1, Field: "ignoreFiles", Value: form,
				Why: "this is not a regular expression; it is ignored"})
		}
	}
	for _, code := range textsOf(b.config.Get("disableLanguages")) {
		h.disabledLanguages = append(h.disabledLanguages, strings.ToLower(code))
	}
}

// isIgnored reports whether Hugo ignores a file, and counts it as left out.
func (h *hugo) isIgnored(b *blog, file string) bool {
	name := path.Base(file)
	if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "#") || strings.HasSuffix(name, "~") {
		b.omit(omission{"name", name, "Hugo ignores files with such names", ""})
		return true
	}
	whole := filepath.ToSlash(filepath.Join("/", filepath.Base(b.folder), file))
	for _, like := range h.ignorePatterns {
		if like.MatchString(whole) || like.MatchString(file) {
			b.omit(omission{"ignoreFiles", like.String(), "the blog's configuration ignores it", ""})
			return true
		}
	}
	for _, mount := range mountsOf(b.config) {
		below, ok := strings.CutPrefix(file, path.Clean(mount.Get("source").Text())+"/")
		for _, glob := range excludeGlobs(mount) {
			if ok && matchesGlob(strings.TrimPrefix(glob, "/"), below) {
				b.omit(omission{"mounts", glob, "the blog's configuration excludes it", ""})
				return true
			}
		}
	}
	return false
}

// mountsOf returns the mounts of the configuration: https://gohugo.io/configuration/module/#mounts.
func mountsOf(config *yaml.Node) []yaml.Node {
	if module := config.Get("module"); module != nil && module.Get("mounts") != nil {
		return module.Get("mounts").Items
	}
	return nil
}

// excludeGlobs returns the globs of the files that a mount excludes.
func excludeGlobs(mount yaml.Node) []string {
	globs := textsOf(mount.Get("excludeFiles"))
	for _, glob := range textsOf(mount.Get("files")) {
		if glob, isExcluded := strings.CutPrefix(glob, "!"); isExcluded {
			globs = append(globs, strings.TrimSpace(glob))
		}
	}
	return globs
}

// isDisabledPost reports whether the configuration builds no pages of a post's language, or no pages at all, and counts
// the post as left out.
func (h *hugo) isDisabledPost(b *blog, p *post) bool {
	language := strings.ToLower(p.language)
	if language == "" {
		language = b.Language
	}
	switch {
	case slices.Contains(h.disabledLanguages, language):
		b.omit(omission{"language", language, "the blog's configuration disables it",
			"enable the language there to import them"})
	case slices.Contains(textsOf(b.config.Get("disableKinds")), "page"):
		b.omit(omission{"disableKinds", "page", "the blog's configuration disables pages", ""})
	default:
		return false
	}
	return true
}

// pageOutputs returns the configured output formats of posts, as front matter has them.
func pageOutputs(config *yaml.Node) *yaml.Node {
	outputs := config.Get("outputs")
	if outputs == nil || outputs.Get("page") == nil {
		return nil
	}
	return &yaml.Node{Kind: yaml.Mapping,
		Pairs: []yaml.Pair{{Key: yaml.Node{Value: "outputs"}, Value: *outputs.Get("page")}}}
}

// isTrue reports whether a value is true or yes.
func isTrue(n *yaml.Node) bool {
	return strings.EqualFold(n.Text(), "true") || strings.EqualFold(n.Text(), "yes")
}
