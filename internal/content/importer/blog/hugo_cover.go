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

// usualCovers are the globs of the pictures that Hugo itself takes for a page's, and of those that themes do:
// https://gohugo.io/templates/embedded/#open-graph.
var usualCovers = []string{"*feature*", "{*cover*,*thumbnail*}", "preview.*"}

var (
	// ofBundle matches a call in a layout that finds one file of a page: its receiver, its name and what follows it.
	ofBundle = lazyregexp.New(`(?s)((?:index|first\s+1)\s+\(?\s*)?(?:([\w.$]+)|\(\s*([\w.$]+)[^()]*\))` +
		`\.(GetMatch|Match|Get)\s+(.*?)\}\}`)
	// ofSite matches the receivers of calls that find a file of the site.
	ofSite       = lazyregexp.New(`^\.?resources\b|[sS]ite\b`)
	textInLayout = lazyregexp.New("\"[^\"\n]*\"|`[^`]*`")
)

// readCovers reads the globs by which the layouts of the site and its themes find a page's picture among its files:
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
				for _, glob := range coversIn(string(layout)) {
					if slices.ContainsFunc(alternatives(glob), saysNothing) {
						h.anyCover = append(h.anyCover, glob)
					} else {
						h.covers = append(h.covers, glob)
					}
				}
			}
			return nil
		})
	}
	rank := func(glob string) int { // pictures of such names come before others, such as backgrounds
		return slices.IndexFunc([]string{"feature", "cover", "thumb", ""}, func(usual string) bool {
			return strings.Contains(glob, usual)
		})
	}
	slices.SortStableFunc(h.covers, func(x, y string) int { return cmp.Compare(rank(x), rank(y)) })
	h.covers = append(h.covers, usualCovers...)
}

// saysNothing reports whether a glob names no more of a file than its ending.
func saysNothing(glob string) bool {
	return strings.Trim(strings.TrimSuffix(glob, path.Ext(glob)), "*/") == ""
}

// coversIn returns the globs by which a layout finds one file of a page.
func coversIn(layout string) (globs []string) {
	for _, m := range ofBundle.FindAllStringSubmatch(layout, -1) {
		of, method := cmp.Or(m[2], m[3]), m[4]
		if ofSite.MatchString(of) || method == "Match" && m[1] == "" ||
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

// showsAsCover reports whether layouts show the file of a bundle with a name as the page's picture.
func (b *blog) showsAsCover(name string) bool {
	h, is := b.dialect.(*hugo)
	return is && slices.ContainsFunc(h.covers, func(glob string) bool { return isLike(glob, name) })
}

// bundleCover takes the picture of a bundle that layouts show for the page where no key names one.
func (h *hugo) bundleCover(b *blog, p *post, out *catalog.Post) {
	pictures := b.picturesOfBundle(p)
	for _, glob := range slices.Concat(h.covers, h.anyCover) {
		for _, name := range pictures {
			if !isLike(glob, name) {
				continue
			}
			if file, err := b.picture(p, name); err == nil {
				b.Pictures.Alt(file, p.language, out.Title)
				out.Image = file
				return
			}
		}
	}
}

// picturesOfBundle returns the pictures of the bundle that a post is, by their names in it.
func (b *blog) picturesOfBundle(p *post) (names []string) {
	if !isHugo(b.dialect) || !strings.HasPrefix(path.Base(p.file), "index.") {
		return nil
	}
	dir := path.Dir(p.file)
	_ = fs.WalkDir(b.root.FS(), dir, func(file string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && slices.Contains(prose.PictureEndings, ending(file)) {
			names = append(names, strings.TrimPrefix(file, dir+"/"))
		}
		return nil
	})
	return names
}

// noteUnnamedPictures reports the pictures of bundles that came in nowhere, such as those of a gallery that a layout
// makes of all of them.
func (b *blog) noteUnnamedPictures() {
	for _, p := range b.posts {
		for _, name := range b.picturesOfBundle(p) {
			if file := path.Join(path.Dir(p.file), name); !p.taken && !b.named[file] {
				b.named[file] = true
				b.once("", oftenHere, b.placedAt(p, 1, 1, importer.Note{Field: "picture", Value: name,
					Why: "no text of its bundle names it; it is left out", Do: "name it in the text"}))
			}
		}
	}
}
