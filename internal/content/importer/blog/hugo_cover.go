package blog

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

// defaultCoverGlobs are the globs of the pictures that Hugo and themes use for a page:
// https://gohugo.io/templates/embedded/#open-graph.
var defaultCoverGlobs = []string{"*feature*", "{*cover*,*thumbnail*}", "preview.*"}

var (
	// bundleFileCall matches a call in a layout that finds one file of a page: its receiver, its name and its
	// arguments.
	bundleFileCall = lazyregexp.New(`(?s)((?:index|first\s+1)\s+\(?\s*)?(?:([\w.$]+)|\(\s*([\w.$]+)[^()]*\))` +
		`\.(GetMatch|Match|Get)\s+(.*?)\}\}`)
	// siteReceiver matches the receivers of calls that find a file of the site.
	siteReceiver = lazyregexp.New(`^\.?resources\b|[sS]ite\b`)
	textInLayout = lazyregexp.New("\"[^\"\n]*\"|`[^`]*`")
)

// readCovers reads the globs by which layouts of the site and its themes find the picture of a page:
// https://gohugo.io/methods/page/resources/.
func (h *hugo) readCovers(b *blog) {
	for _, folder := range append([]string{"."}, h.themes...) {
		_ = fs.WalkDir(b.root.FS(), path.Join(folder, "layouts"), func(file string, e fs.DirEntry, err error) error {
			switch name := path.Base(file); {
			case err != nil: // there is no such folder
			case e.IsDir() && slices.Contains([]string{"shortcodes", "_shortcodes", "_markup"}, name):
				return fs.SkipDir
			case isHTML(name):
				layout, _ := b.root.ReadFile(file)
				for _, glob := range coverGlobsIn(string(layout)) {
					if slices.ContainsFunc(expandBraces(glob), isExtensionOnly) {
						h.anyPictureGlobs = append(h.anyPictureGlobs, glob)
					} else {
						h.coverGlobs = append(h.coverGlobs, glob)
					}
				}
			}
			return nil
		})
	}
	rank := func(glob string) int { // such pictures precede others, such as backgrounds
		return slices.IndexFunc([]string{"feature", "cover", "thumb", ""}, func(usual string) bool {
			return strings.Contains(glob, usual)
		})
	}
	slices.SortStableFunc(h.coverGlobs, func(x, y string) int { return cmp.Compare(rank(x), rank(y)) })
	h.coverGlobs = append(h.coverGlobs, defaultCoverGlobs...)
}

// isExtensionOnly reports whether a glob restricts only the extension of a file.
func isExtensionOnly(glob string) bool {
	return strings.Trim(strings.TrimSuffix(glob, path.Ext(glob)), "*/") == ""
}

// coverGlobsIn returns the globs by which a layout finds one file of a page.
func coverGlobsIn(layout string) (globs []string) {
	for _, m := range bundleFileCall.FindAllStringSubmatch(layout, -1) {
		of, method := cmp.Or(m[2], m[3]), m[4]
		if siteReceiver.MatchString(of) || method == "Match" && m[1] == "" ||
			method == "Get" && !strings.HasSuffix(of, ".Resources") {
			continue
		}
		for _, text := range textInLayout.FindAllString(m[5], -1) {
			if glob := text[1 : len(text)-1]; glob != "" {
				globs = append(globs, glob)
			}
		}
	}
	return globs
}

// isCoverName reports whether layouts show the file of a bundle with this name as the page's picture.
func (b *blog) isCoverName(name string) bool {
	h, is := b.dialect.(*hugo)
	return is && slices.ContainsFunc(h.coverGlobs, func(glob string) bool { return matchesGlob(glob, name) })
}

// setBundleCover imports the picture of a bundle that layouts show for the page.
func (h *hugo) setBundleCover(b *blog, p *post, out *catalog.Post) {
	pictures := b.picturesOfBundle(p)
	for _, glob := range slices.Concat(h.coverGlobs, h.anyPictureGlobs) {
		for _, name := range pictures {
			if !matchesGlob(glob, name) {
				continue
			}
			if file, err := b.importPicture(p, name); err == nil {
				b.Pictures.SetAlt(file, p.language, out.Title)
				out.Image = file
				return
			}
		}
	}
}

// picturesOfBundle returns the pictures of a post's bundle, relative to its folder.
func (b *blog) picturesOfBundle(p *post) (names []string) {
	if !isHugo(b.dialect) || !strings.HasPrefix(path.Base(p.file), "index.") {
		return nil
	}
	dir := path.Dir(p.file)
	_ = fs.WalkDir(b.root.FS(), dir, func(file string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && slices.Contains(prose.PictureExtensions, ending(file)) {
			names = append(names, strings.TrimPrefix(file, dir+"/"))
		}
		return nil
	})
	return names
}

// noteUnusedPictures reports the pictures of bundles that no post uses, such as those of a gallery that a layout
// builds.
func (b *blog) noteUnusedPictures() {
	for _, p := range b.posts {
		for _, name := range b.picturesOfBundle(p) {
			if file := path.Join(path.Dir(p.file), name); !p.isSkipped && !b.usedPictures[file] {
				b.usedPictures[file] = true
				b.noteOncePerKey("", repeatedForm, b.withPosition(p, 1, 1, importer.Note{Field: "picture", Value: name,
					Why: "no text of its bundle shows it; it is left out", Do: "add it to the text"}))
			}
		}
	}
}
