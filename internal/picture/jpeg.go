package picture

import (
	"bytes"
	"encoding/binary"
	"iter"
)

// EndOfImage is the last marker of a JPEG.
const EndOfImage = 0xd9

// JPEGSegments returns the markers of a JPEG, each with the content of its segment, up to EndOfImage or where the file
// is cut off (ITU-T T.81, B.1). The coded pixels between segments are skipped, and so are thumbnails, which are inside
// segments.
func JPEGSegments(data []byte) iter.Seq2[byte, []byte] {
	return func(yield func(marker byte, content []byte) bool) {
		for at := 2; ; {
			next := bytes.IndexByte(data[min(at, len(data)):], 0xff)
			if at += next; next < 0 || at+1 >= len(data) {
				return
			}
			switch marker := data[at+1]; {
			case marker == EndOfImage:
				yield(marker, nil)
				return
			case marker == 0xff: // fill
				at++
			case marker <= 0x01, marker >= 0xd0 && marker <= 0xd8: // a stuffed byte, or a marker without a segment
				at += 2
			default:
				if at+4 > len(data) {
					return
				}
				end := at + 2 + int(binary.BigEndian.Uint16(data[at+2:]))
				if !yield(marker, data[at+4:max(at+4, min(end, len(data)))]) {
					return
				}
				at = end
			}
		}
	}
}

// sizeOfJPEG returns the size in which a picture is shown: that in the header of the frame (ITU-T T.81, B.2.2), turned
// as its Exif orientation says. It is 0 where browsers do not show frames of its kind. Go's image/jpeg rejects some
// chroma subsampling that browsers and libvips accept.
func sizeOfJPEG(data []byte) (width, height int) {
	const baseline, progressive, app1 = 0xc0, 0xc2, 0xe1
	orientation := 0
	for marker, frame := range JPEGSegments(data) {
		if marker == app1 && orientation == 0 {
			orientation = orientationOf(frame)
		}
		if marker < baseline || marker > progressive {
			continue
		}
		if len(frame) < 5 || frame[0] != 8 { // bits of a colour
			return 0, 0
		}
		width, height = int(binary.BigEndian.Uint16(frame[3:])), int(binary.BigEndian.Uint16(frame[1:]))
		if orientation >= 5 {
			return height, width
		}
		return width, height
	}
	return 0, 0
}
