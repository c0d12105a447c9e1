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

// PictureName returns a picture's name that begins with the slug of its content.
func PictureName(slug, base string) string {
	if strings.HasPrefix(base, slug) {
		return base
	}
	return slug + "-" + base
}

// PictureStem is what a picture of a name is called in media, without its ending.
func PictureStem(name string) string {
	return cmp.Or(scaffold.Slug(strings.TrimSuffix(name, path.Ext(name))), "picture")
}

// pictures has the pictures that an import adds to content/media, with their alt texts.
type pictures struct {
	job  *Job
	have map[[32]byte]string          // names by what they hold: of content, and of this import
	Alts map[string]map[string]string // of this import, by name and language

	fetcher *Fetcher // nil until one is fetched
	fetched map[string]fetchedPicture
}

// fetchedPicture is the result of fetching an address.
type fetchedPicture struct {
	file string
	err  error
}

func newPictures(j *Job) *pictures {
	p := &pictures{job: j, have: map[[32]byte]string{}, Alts: map[string]map[string]string{},
		fetched: map[string]fetchedPicture{}}
	for _, name := range slices.Sorted(maps.Keys(j.Library.Pictures)) {
		if data, err := os.ReadFile(filepath.Join(j.Content, "media", name)); err == nil {
			p.have[sha256.Sum256(data)] = name
		}
	}
	return p
}

// extensions are the endings of the formats that content accepts unchanged.
var extensions = map[picture.Format]string{picture.JPEG: ".jpg", picture.PNG: ".png", picture.WebP: ".webp"}

var (
	ErrPictureSize = fmt.Errorf("the picture is too large: at most %d MB and %d million pixels",
		picture.MostSourceBytes>>20, picture.MostSourcePixels/1_000_000)
	errNoPicture = errors.New("this is not a picture that content takes: WebP, JPEG or PNG")
	errNoLibvips = fmt.Errorf("%w, and this machine has no libvips, which would make a WebP of it", errNoPicture)
	errCut       = errors.New("this picture is cut off: its file ends before the picture does")
	errDrawing   = errors.New("this is a drawing in SVG, which content takes for logos only")
)

// Bring adds a picture to media and returns its name there. An existing picture is not added twice.
func (p *pictures) Bring(data []byte, name string) (string, error) {
	if len(data) > picture.MostSourceBytes {
		return "", ErrPictureSize
	}
	source := data
	header, err := picture.Probe(data)
	if err == nil && header.Width*header.Height > picture.MostSourcePixels {
		return "", ErrPictureSize
	}
	extension, taken := extensions[header.Format]
	if cut := err == nil && taken && !media.Whole(data, header.Format); err != nil || !taken || cut {
		if data, err = p.convert(data); err != nil && cut {
			return "", errCut
		} else if err != nil {
			return "", err
		}
		extension = ".webp"
	}
	moves := isMoving(source)
	sum := sha256.Sum256(data)
	if known, ok := p.have[sum]; ok {
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
	p.have[sum] = file
	p.Alts[file] = map[string]string{}
	if moves {
		p.job.Report.Note(Note{Item: "media/" + file, Value: name, Why: "it moves; readers see its first picture",
			Do: "link to a film, or choose a picture that says more"})
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
		return nil, fmt.Errorf("%w, and could not be made one (%w)", errNoPicture, err)
	}
	return out, nil
}

// isMoving reports whether a GIF, WebP or PNG has more than one picture.
func isMoving(data []byte) bool {
	switch {
	case bytes.HasPrefix(data, []byte("GIF")):
		frames := 0
		for rest := data; frames < 2; { // before each stands how long it is shown
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

// Alt sets the alt text of a picture of this import. The first text counts.
func (p *pictures) Alt(name, language, text string) {
	if own := p.Alts[name]; own != nil && own[language] == "" {
		own[language] = strings.Join(strings.Fields(text), " ")
	}
}

// AltHere sets the alt text of a picture that media has without one in this language.
func (p *pictures) AltHere(name, language, text string) {
	there := p.job.Library.Pictures[name]
	if there == nil || p.alreadyIn(name, language) {
		return
	}
	if p.Alts[name] == nil {
		p.Alts[name] = map[string]string{}
		maps.Copy(p.Alts[name], there.Alt)
	}
	p.Alt(name, language, text)
}

// alreadyIn reports whether media has an alt text of a picture in a language.
func (p *pictures) alreadyIn(name, language string) bool {
	there := p.job.Library.Pictures[name]
	return there != nil && there.Alt[language] != ""
}

// describe writes the alt texts. A picture needs one in every language that deployments require: a missing one is
// replaced by that of another language, which is reported if stories without this language are shown in it.
func (p *pictures) describe() error {
	lines, notes := map[string]string{}, map[string][]Note{}
	reported, needed := p.job.Library.Needed(nil), p.job.Library.NeededSmall()
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
				files = append(files, filepath.Join(p.job.Content, altsIn(language)))
			}
			isWritten := own[language] != "" || slices.Contains(needed, language)
			if isWritten && !p.alreadyIn(name, language) {
				lines[language] += scaffold.Key(name) + ": " + scaffold.Text(cmp.Or(own[language], text)) + "\n"
			}
		}
		if len(lacking) > 0 {
			item := "media/" + name
			if strings.Contains(name, "://") {
				item = name
			}
			why := "there was none in " + strings.Join(lacking, ", ") + "; " + from + " is used"
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
		if err := p.job.Stage.Append(altsIn(language), lines[language]); err != nil {
			return err
		}
	}
	p.job.Report.sort()
	return nil
}

// altsIn returns the file of content with the alt texts of a language.
func altsIn(language string) string { return "media/" + language + ".yaml" }

// ErrOtherHost is that of a picture that stays where it is, which not every storefront allows.
var ErrOtherHost = errors.New("a picture of a host that not every deployment allows")

// RemedyOf returns what to do about a picture that could not be imported.
func RemedyOf(err error, where string) string {
	own := "put it into media and name it " + where
	switch {
	case errors.Is(err, ErrOtherHost):
		return own + ", or have its host among the pictureHosts of every deployment"
	case errors.Is(err, errNoLibvips):
		return "install libvips and import again, or make a WebP, JPEG or PNG of it, " + own
	case errors.Is(err, errDrawing), errors.Is(err, errNoPicture):
		return "make a WebP, JPEG or PNG of it, " + own
	case errors.Is(err, ErrPictureSize):
		return "make it smaller, " + own
	}
	return own
}
