// Package picture defines the requests for pictures and their sources: the URL grammar of IPX, which the site uses, the
// resulting sizes, and the recognition of files by their first bytes. It decodes no pixels. An Engine does;
// picture/vips is the one implementation. The proxy and the generator both use it through this package, so that a
// picture made at build time equals the proxy's.
package picture

import "context"

// Engine makes pictures. It is safe for concurrent use.
type Engine interface {
	// Make applies a recipe to source; header is the result of Probe for source, and recipe.Format one of Formats.
	//
	// A failure is Invalid, with the field that is wrong, if source is damaged or does not allow the recipe, and
	// Unavailable if ctx ended first. The work then ends at the next point where it can be interrupted.
	Make(ctx context.Context, source []byte, header Header, recipe Recipe) ([]byte, error)
}

// EngineVersion changes if the same recipe has another result: pictures cached by earlier versions are not used.
const EngineVersion = "2"

// Format is the file format of a picture.
type Format string

const (
	WebP Format = "webp"
	AVIF Format = "avif"
	JPEG Format = "jpeg"
	PNG  Format = "png"
	GIF  Format = "gif"
)

// Formats lists the formats that are read and written. Of an animation the first frame is used.
var Formats = []Format{WebP, AVIF, JPEG, PNG, GIF}

// ContentType returns the media type of a format.
func (f Format) ContentType() string { return "image/" + string(f) }
