package vips

import (
	"encoding/binary"
)

// plainWebP removes metadata: libvips before 8.15 writes 200 bytes of Exif of its own, whatever its options, which is a
// fiftieth of a card's picture. An unexpected file stays as it is.
func plainWebP(file []byte) []byte {
	const riff, extended = 12, 10
	if len(file) < riff+8+extended || string(file[riff:riff+4]) != "VP8X" {
		return file
	}
	const alpha, animation = 0x10, 0x02
	flags := file[riff+8]
	if flags&animation != 0 {
		return file
	}
	plain := append([]byte(nil), file[:riff]...)
	for at := riff; at < len(file); {
		if at+8 > len(file) {
			return file
		}
		size := int(binary.LittleEndian.Uint32(file[at+4:]))
		end := at + 8 + size + size&1
		if size < 0 || end > len(file) {
			return file
		}
		switch string(file[at : at+4]) {
		case "EXIF", "XMP ", "ICCP":
		case "VP8X":
			if flags&alpha != 0 {
				plain = append(plain, file[at:end]...)
				plain[riff+8] = alpha
			}
		default:
			plain = append(plain, file[at:end]...)
		}
		at = end
	}
	binary.LittleEndian.PutUint32(plain[4:], uint32(len(plain)-8))
	return plain
}
