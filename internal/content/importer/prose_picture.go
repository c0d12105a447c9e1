package importer

import (
	"cmp"
	"fmt"
	"net/url"
	"path"
	"strings"
)

// image is a picture in Markdown, or what stands in its place.
func (w *proseWalk) image(offset int, name, alt, caption string) string {
	file, err := w.picture(w.post, name)
	if err != nil {
		w.note(offset, Note{Field: "picture", Value: name, Why: err.Error() + "; it is left out",
			Do: "put it into media and name it in the text"})
		if caption = plain(ownLink.ReplaceAllString(strings.ReplaceAll(caption, "*", ""), "$2")); caption != "" {
			return "*" + caption + "*"
		}
		return ""
	}
	alt = plain(alt)
	w.pictures.alt(file, w.post.language, cmp.Or(alt, w.title))
	if caption = plain(caption); caption != "" {
		file += ` "` + strings.ReplaceAll(caption, `"`, `\"`) + `"`
	}
	return "![" + strings.NewReplacer("[", "(", "]", ")").Replace(alt) + "](" + file + ")"
}

// picture imports a picture that prose or front matter names, and returns its name in media.
func (b *blog) picture(p *post, name string) (string, error) {
	u, err := url.Parse(strings.TrimSpace(name))
	if err != nil || name == "" {
		return "", errNoFileName
	}
	if u.Host != "" && u.Host != b.host {
		if !b.everyDeploymentShows(u) {
			return "", errOtherHost
		}
		if b.lib.Pictures[name] == nil && b.pictures.alts[name] == nil {
			b.pictures.alts[name] = map[string]string{}
		}
		return name, nil
	}
	if u.Path == "" || u.Opaque != "" {
		return "", errNoFileName
	}
	for _, candidate := range b.asset(p, u.Path) {
		candidate = strings.TrimPrefix(path.Clean("/"+candidate), "/")
		info, err := b.root.Stat(candidate)
		if err != nil || info.IsDir() {
			continue
		}
		if info.Size() > largestPicture {
			return "", errPictureSize
		}
		data, err := b.root.ReadFile(candidate)
		if err != nil {
			return "", fmt.Errorf("the picture cannot be read: %w", err)
		}
		base := path.Base(candidate)
		if !strings.HasPrefix(base, p.slug) {
			base = p.slug + "-" + base
		}
		return b.pictures.bring(data, base)
	}
	return "", errNotThere
}
