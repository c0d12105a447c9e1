package media

import (
	"encoding/binary"

	"storefront/internal/picture"
)

// IsComplete reports whether a file of a known format is complete, and not truncated. Pixels are not decoded: a build
// reads every picture.
func IsComplete(data []byte, format picture.Format) bool {
	switch format {
	case picture.PNG:
		return pngHasEnd(data)
	case picture.JPEG:
		return jpegHasEnd(data)
	case picture.WebP:
		return len(data) >= 8 && uint64(binary.LittleEndian.Uint32(data[4:]))+8 <= uint64(len(data))
	}
	return true
}

// pngHasEnd follows the chunks of a file to IEND (ISO/IEC 15948, 5.3): a length, a type, data and a checksum each.
func pngHasEnd(data []byte) bool {
	const signature, chunkOverhead = 8, 12
	for rest := data[min(signature, len(data)):]; len(rest) >= chunkOverhead; {
		if string(rest[4:8]) == "IEND" {
			return true
		}
		size := uint64(binary.BigEndian.Uint32(rest)) + chunkOverhead
		if size > uint64(len(rest)) {
			return false
		}
		rest = rest[size:]
	}
	return false
}

// jpegHasEnd reports whether a file has the marker that ends a picture.
func jpegHasEnd(data []byte) bool {
	for marker := range picture.JPEGSegments(data) {
		if marker == picture.EndOfImage {
			return true
		}
	}
	return false
}
