package picture

import (
	"bytes"
	"encoding/binary"
)

// orientationOf returns how a camera was held (Exif 2.32, 4.6.5.1.6), by the content of a segment APP1: 1 to 8, and 0
// where it does not say so. From 5 on, width and height of the picture are those of its pixels exchanged.
func orientationOf(segment []byte) int {
	tiff, isExif := bytes.CutPrefix(segment, []byte("Exif\x00\x00"))
	if !isExif || len(tiff) < 8 {
		return 0
	}
	var order binary.ByteOrder = binary.LittleEndian
	switch string(tiff[:4]) {
	case "II*\x00":
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return 0
	}
	const tag, short, entrySize = 0x0112, 3, 12
	at := uint64(order.Uint32(tiff[4:])) // of the first directory
	if at+2 > uint64(len(tiff)) {
		return 0
	}
	entries := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(entries) < entrySize {
			return 0
		}
		if order.Uint16(entries) == tag {
			value := order.Uint16(entries[8:])
			if order.Uint16(entries[2:]) != short || order.Uint32(entries[4:]) != 1 || value < 1 || value > 8 {
				return 0
			}
			return int(value)
		}
		entries = entries[entrySize:]
	}
	return 0
}
