package importer

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"storefront/internal/content/media"
	"storefront/internal/content/scaffold"
	"storefront/internal/picture"
)

// PictureName returns the name of a picture, with the slug of its content as prefix.
func PictureName(slug, base string) string {
	if strings.HasPrefix(base, slug) {
		return base
	}
	return slug + "-" + base
}

// PictureStem returns the name of a picture in media, without its extension.
func PictureStem(name string) string {
	return cmp.Or(scaffold.Slug(strings.TrimSuffix(name, path.Ext(name))), "picture")
}

// pictures holds the pictures that an import adds to content/media, with their alternative texts.
type pictures struct {
	job    *Job
	byHash map[[32]byte]string          // names of pictures in content and of this import, by checksum
	Alts   map[string]map[string]string // of this import, by name and language

	fetcher *Fetcher // nil until one is fetched
	fetched map[string]fetchedPicture
}

// fetchedPicture is the result of fetching an address.
type fetchedPicture struct {
	file string
	err  error
}

func newPictures(j *Job) *pictures {
	p := &pictures{job: j, byHash: map[[32]byte]string{}, Alts: map[string]map[string]string{},
		fetched: map[string]fetchedPicture{}}
	for _, name := range slices.Sorted(maps.Keys(j.Library.Pictures)) {
		if data, err := os.ReadFile(filepath.Join(j.Content, "media", name)); err == nil {
			p.byHash[sha256.Sum256(data)] = name
		}
	}
	return p
}

// extensions are the extensions of the formats that content accepts unchanged.
var extensions = map[picture.Format]string{picture.JPEG: ".jpg", picture.PNG: ".png", picture.WebP: ".webp"}

var (
	ErrPictureSize = fmt.Errorf("the picture is too large: at most %d MB and %d million pixels",
		picture.MaxSourceBytes>>20, picture.MaxSourcePixels/1_000_000)
	errNoPicture = errors.New("this picture is neither WebP, JPEG nor PNG")
	errNoLibvips = fmt.Errorf("%w, and this machine has no libvips, which would convert it", errNoPicture)
	errTruncated = errors.New("this picture is truncated")
	errDrawing   = errors.New("this is an SVG drawing, which only logos may be")
)

// Add adds a picture to media and returns its name there. A picture that media already has is not added again.
func (p *pictures) Add(data []byte, name string) (string, error) {
	if len(data) > picture.MaxSourceBytes {
		return "", ErrPictureSize
	}
	source := data
	header, err := picture.Probe(data)
	if err == nil && header.Width*header.Height > picture.MaxSourcePixels {
		return "", ErrPictureSize
	}
	extension, taken := extensions[header.Format]
	if cut := err == nil && taken && !media.IsComplete(data, header.Format); err != nil || !taken || cut {
		if data, err = p.convert(data); err != nil && cut {
			return "", errTruncated
		} else if err != nil {
			return "", err
		}
		extension = ".webp"
	}
	moves := isAnimated(source)
	sum := sha256.Sum256(data)
	if known, ok := p.byHash[sum]; ok {
		return known, nil
	}
	base := PictureStem(name)
	file := base + extension
	if p.job.Stage.Exists("media/" + file) {
		file = base + "-" + hex.EncodeToString(sum[:4]) + extension
	}
	if err := p.job.Stage.Add("media/"+file, data); err != nil {
		return "", err
	}
	p.byHash[sum] = file
	p.Alts[file] = map[string]string{}
	if moves {
		p.job.Report.Note(Note{Item: "media/" + file, Value: name, Why: "it is animated; only its first frame is shown",
			Do: "link to a video, or choose another picture"})
	}
	return file, nil
}

func (p *pictures) convert(data []byte) ([]byte, error) {
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("<")) {
		if bytes.Contains(data, []byte("<svg")) {
			return nil, errDrawing
		}
		return nil, errNoPicture
	}
	if p.job.WebP == nil {
		return nil, errNoLibvips
	}
	out, err := p.job.WebP(p.job.Context, data)
	if err != nil {
		return nil, fmt.Errorf("%w, and could not be converted (%w)", errNoPicture, err)
	}
	return out, nil
}

// isAnimated reports whether a GIF, WebP or PNG has more than one frame.
func isAnimated(data []byte) bool {
	switch {
	case bytes.HasPrefix(data, []byte("GIF")):
		frames := 0
		for rest := data; frames < 2; { // each frame has a graphic control extension
			_, after, ok := bytes.Cut(rest, []byte{0x21, 0xf9, 4})
			if !ok {
				return false
			}
			if len(after) > 5 && after[4] == 0 && (after[5] == 0x2c || after[5] == 0x21) {
				frames++
			}
			rest = after
		}
		return true
	case bytes.HasPrefix(data, []byte("RIFF")):
		return len(data) > 20 && string(data[12:16]) == "VP8X" && data[20]&2 != 0
	default:
		before, _, _ := bytes.Cut(data, []byte("IDAT"))
		return bytes.HasPrefix(data, []byte("\x89PNG")) && bytes.Contains(before, []byte("acTL"))
	}
}

// SetAlt sets the alternative text of a picture of this import. The first text counts.
func (p *pictures) SetAlt(name, language, text string) {
	if own := p.Alts[name]; own != nil && own[language] == "" {
		own[language] = strings.Join(strings.Fields(text), " ")
	}
}

// SetMissingAlt sets the alternative text of a picture of media that has none in this language.
func (p *pictures) SetMissingAlt(name, language, text string) {
	there := p.job.Library.Pictures[name]
	if there == nil || p.hasAlt(name, language) {
		return
	}
	if p.Alts[name] == nil {
		p.Alts[name] = map[string]string{}
		maps.Copy(p.Alts[name], there.Alt)
	}
	p.SetAlt(name, language, text)
}

// hasAlt reports whether media has an alternative text of a picture in a language.
func (p *pictures) hasAlt(name, language string) bool {
	there := p.job.Library.Pictures[name]
	return there != nil && there.Alt[language] != ""
}

// writeAlts writes the alternative texts. A picture needs one in every language that deployments require: a missing one
// is replaced by that of another language, which is reported if stories without this language are shown in it.
func (p *pictures) writeAlts() error {
	lines, notes := map[string]string{}, map[string][]Note{}
	reported, needed := p.job.Library.RequiredLanguages(nil), p.job.Library.RequiredShortTextLanguages()
	for _, name := range slices.Sorted(maps.Keys(p.Alts)) {
		own, from := p.Alts[name], "the file's name"
		text := strings.ReplaceAll(strings.TrimSuffix(name, path.Ext(name)), "-", " ")
		if i := slices.IndexFunc(p.job.Languages, func(l string) bool { return own[l] != "" }); i >= 0 {
			from = p.job.Languages[i]
			text = own[from]
		}
		var lacking, files []string
		for _, language := range p.job.Languages {
			if own[language] == "" && slices.Contains(reported, language) {
				lacking = append(lacking, strconv.Quote(language))
				files = append(files, filepath.Join(p.job.Content, altsFile(language)))
			}
			isWritten := own[language] != "" || slices.Contains(needed, language)
			if isWritten && !p.hasAlt(name, language) {
				lines[language] += scaffold.YAMLKey(name) + ": " + scaffold.YAMLText(cmp.Or(own[language], text)) + "\n"
			}
		}
		if len(lacking) > 0 {
			item := "media/" + name
			if strings.Contains(name, "://") {
				item = name
			}
			why := "it is missing in " + strings.Join(lacking, ", ") + "; " + from + " is used"
			notes[why] = append(notes[why], Note{Item: item, Field: "alt text", Value: text, Why: why,
				Do: "write it in " + strings.Join(files, ", ")})
		}
	}
	for _, why := range slices.Sorted(maps.Keys(notes)) {
		same := notes[why]
		if n := len(same); n >= ManyNotes {
			same[0].Why += fmt.Sprintf(", for %d pictures; this is the first", n)
			same = same[:1]
		}
		for _, n := range same {
			p.job.Report.Note(n)
		}
	}
	for _, language := range slices.Sorted(maps.Keys(lines)) {
		if err := p.job.Stage.Append(altsFile(language), lines[language]); err != nil {
			return err
		}
	}
	p.job.Report.sort()
	return nil
}

// altsFile returns the file of content with the alternative texts of a language.
func altsFile(language string) string { return "media/" + language + ".yaml" }

// ErrOtherHost is the error of a picture that stays at a host that not every deployment allows.
var ErrOtherHost = errors.New("a picture of a host that not every deployment allows")

// RemedyOf returns the remedy for a picture that could not be imported. use is the step after it is in media, such as
// "add it to the text".
func RemedyOf(err error, use string) string {
	own := "put it into media and " + use
	switch {
	case errors.Is(err, ErrOtherHost):
		return own + ", or add its host to the pictureHosts of every deployment"
	case errors.Is(err, errNoLibvips):
		return "install libvips and import again, or convert it to WebP, JPEG or PNG, " + own
	case errors.Is(err, errDrawing), errors.Is(err, errNoPicture):
		return "convert it to WebP, JPEG or PNG, " + own
	case errors.Is(err, ErrPictureSize):
		return "make it smaller, " + own
	}
	return own
}
