// Package picture says what can be asked of a picture, and of which pictures: the words of a request (the URL grammar of
// IPX, which the site's picture addresses are written in), the sizes that follow from them, and what a file is by its own
// first bytes. It decodes no pixels. An Engine does, and picture/vips is the one there is; the proxy and the generator both
// ask it through here, so that a picture made at build time is the one that the proxy would have made.
package picture

import "context"

// Engine makes pictures. It is safe for use by several goroutines at once.
type Engine interface {
	// Make gives source as the recipe wants it; header is what Probe says of source, and recipe.Format one of Formats.
	//
	// A failure is Invalid where source is damaged or the recipe cannot be had of it, with the field that is wrong, and
	// Unavailable where ctx ended first. The work then ends too, at the next place where it can be interrupted.
	Make(ctx context.Context, source []byte, header Header, recipe Recipe) ([]byte, error)
}

// EngineVersion changes with what the engine makes of the same recipe: what is kept of earlier versions is not shown.
const EngineVersion = "1"

// Format is how a picture is coded.
type Format string

const (
	WebP Format = "webp"
	AVIF Format = "avif"
	JPEG Format = "jpeg"
	PNG  Format = "png"
	GIF  Format = "gif"
)

// Formats are those that pictures are read from and made in. A moving picture is its first one.
var Formats = []Format{WebP, AVIF, JPEG, PNG, GIF}

// ContentType is the media type of a format.
func (f Format) ContentType() string { return "image/" + string(f) }
