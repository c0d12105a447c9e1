package media

import (
	"bytes"
	"encoding/binary"

	"storefront/internal/picture"
)

// Whole reports whether a file of a known format reaches to the end of its picture. Pixels are not decoded: a build
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

// jpegEnds follows the segments of a file to its EOI marker (ITU-T T.81, B.1). Thumbnails have such markers too, inside
// of segments.
func jpegEnds(data []byte) bool {
	const startOfScan, endOfImage = 0xda, 0xd9
	for at := 2; ; {
		next := bytes.IndexByte(data[min(at, len(data)):], 0xff) // between scans there are coded pixels
		if next < 0 || at+next+1 >= len(data) {
			return false
		}
		at += next
		switch marker := data[at+1]; {
		case marker == endOfImage:
			return true
		case marker == 0xff: // fill
			at++
		case marker <= 0x01, marker >= 0xd0 && marker <= 0xd8: // a stuffed byte, or a marker without a segment
			at += 2
		default:
			if at+4 > len(data) {
				return false
			}
			at += 2 + int(binary.BigEndian.Uint16(data[at+2:]))
		}
	}
}
