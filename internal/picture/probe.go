package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	_ "image/gif" // registers the format
	_ "image/png" // registers the format

	_ "golang.org/x/image/webp" // registers the format

	"storefront/internal/core/fault"
)

// Header is a file's metadata that is read before any pixel is decoded.
type Header struct {
	Format        Format
	Width, Height int
}

// Sniff returns the format of a file by its first bytes; its name and declared type do not count. SVG, PDF and others
// have no format.
func Sniff(data []byte) (Format, bool) {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xd8\xff")):
		return JPEG, true
	case bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")):
		return PNG, true
	case bytes.HasPrefix(data, []byte("GIF87a")), bytes.HasPrefix(data, []byte("GIF89a")):
		return GIF, true
	case len(data) >= 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP":
		return WebP, true
	case isAVIF(data):
		return AVIF, true
	}
	return "", false
}

// Probe reads a file's format, and the size in which it is shown. A failure is Invalid, of the field "source".
func Probe(data []byte) (Header, error) {
	format, known := Sniff(data)
	if !known {
		return Header{}, UnknownFormat()
	}
	h := Header{Format: format}
	switch format {
	case AVIF:
		h.Width, h.Height = sizeOfAVIF(data)
	case JPEG:
		h.Width, h.Height = sizeOfJPEG(data)
	default:
		config, name, err := image.DecodeConfig(bytes.NewReader(data))
		if err == nil && name == string(format) {
			h.Width, h.Height = config.Width, config.Height
		}
	}
	if h.Width < 1 || h.Height < 1 {
		return Header{}, DamagedSource()
	}
	return h, nil
}

// UnknownFormat returns the failure of a source of unknown format.
func UnknownFormat() *fault.Error {
	return fault.New(fault.Invalid, "The source is not a JPEG, PNG, WebP, AVIF or GIF picture.",
		fault.Field{Name: "source", Code: fault.Unknown})
}

// DamagedSource returns the failure of a source that cannot be read in its format.
func DamagedSource() *fault.Error {
	return fault.New(fault.Invalid, "The source is damaged or cut off.",
		fault.Field{Name: "source", Code: fault.Format})
}

// isAVIF reports whether a file of ISO/IEC 14496-12 has the brand of AVIF. HEIC files have the same structure and are
// refused.
func isAVIF(data []byte) bool {
	if len(data) < 16 || string(data[4:8]) != "ftyp" {
		return false
	}
	end := min(int(binary.BigEndian.Uint32(data)), len(data), 512)
	for at := 8; at+4 <= end; at += 4 {
		if brand := string(data[at : at+4]); at != 12 && brand == "avif" {
			return true
		}
	}
	return false
}

// sizeOfAVIF returns the largest size in the picture's properties (ISO/IEC 23008-12, ispe), which bounds the decoded
// picture.
func sizeOfAVIF(data []byte) (width, height int) {
	properties := box(box(box(data, "meta", 4), "iprp", 0), "ipco", 0)
	for len(properties) >= 8 {
		size, kind := boxSize(properties), string(properties[4:8])
		if size < 8 {
			return 0, 0
		}
		if kind == "ispe" && size >= 20 {
			w, h := binary.BigEndian.Uint32(properties[12:]), binary.BigEndian.Uint32(properties[16:])
			if w > 1<<24 || h > 1<<24 {
				return 1 << 24, 1 << 24
			}
			if int(w)*int(h) > width*height {
				width, height = int(w), int(h)
			}
		}
		properties = properties[size:]
	}
	return width, height
}

// box returns the content of the first box of a kind, without its version.
func box(data []byte, kind string, version int) []byte {
	for len(data) >= 8 {
		size := boxSize(data)
		if size < 8 {
			return nil
		}
		if string(data[4:8]) == kind {
			if size < 8+version {
				return nil
			}
			return data[8+version : size]
		}
		data = data[size:]
	}
	return nil
}

// boxSize returns the size of the first box of data, 0 if it does not fit. Boxes of 64 bits hold no properties.
func boxSize(data []byte) int {
	size := binary.BigEndian.Uint32(data)
	if size == 0 {
		return len(data)
	}
	if uint64(size) > uint64(len(data)) {
		return 0
	}
	return int(size)
}
