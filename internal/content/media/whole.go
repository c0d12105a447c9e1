package media

import (
	"encoding/binary"

	"storefront/internal/picture"
)

// Whole reports whether a file of a known format is complete, and not truncated. Pixels are not decoded: a build
// reads every picture.
func Whole(data []byte, format picture.Format) bool {
	switch format {
	case picture.PNG:
		return pngEnds(data)
	case picture.JPEG:
		return jpegEnds(data)
	case picture.WebP:
		return len(data) >= 8 && uint64(binary.LittleEndian.Uint32(data[4:]))+8 <= uint64(len(data))
	}
	return true
}

// pngEnds follows the chunks of a file to IEND (ISO/IEC 15948, 5.3): a length, a type, data and a checksum each.
func pngEnds(data []byte) bool {
	const signature, around = 8, 12
	for rest := data[min(signature, len(data)):]; len(rest) >= around; {
		if string(rest[4:8]) == "IEND" {
			return true
		}
		size := uint64(binary.BigEndian.Uint32(rest)) + around
		if size > uint64(len(rest)) {
			return false
		}
		rest = rest[size:]
	}
	return false
}

// jpegEnds reports whether a file has the marker that ends a picture.
func jpegEnds(data []byte) bool {
	for marker := range picture.JPEGSegments(data) {
		if marker == picture.EndOfImage {
			return true
		}
	}
	return false
}
