package picture_test

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/jpeg"
	"slices"
	"testing"

	"storefront/internal/picture"
)

// held returns a JPEG of 30 × 20 pixels with the orientation in its metadata, behind another entry.
func held(t testing.TB, orientation uint16, order binary.AppendByteOrder, header string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 30, 20)), nil); err != nil {
		t.Fatal(err)
	}
	exif := order.AppendUint32([]byte("Exif\x00\x00"+header), 8)
	exif = order.AppendUint16(exif, 2)
	for _, entry := range [][2]uint16{{0x010f, 0}, {0x0112, orientation}} {
		exif = order.AppendUint16(order.AppendUint16(exif, entry[0]), 3)
		exif = order.AppendUint16(order.AppendUint16(order.AppendUint32(exif, 1), entry[1]), 0)
	}
	segment := binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(exif)+2))
	return slices.Concat(b.Bytes()[:2], segment, exif, b.Bytes()[2:])
}

func TestProbeAppliesTheExifOrientation(t *testing.T) {
	for orientation := range uint16(11) {
		want := picture.Header{Format: picture.JPEG, Width: 30, Height: 20}
		if orientation >= 5 && orientation <= 8 {
			want.Width, want.Height = 20, 30
		}
		for name, data := range map[string][]byte{
			"little-endian": held(t, orientation, binary.LittleEndian, "II*\x00"),
			"big-endian":    held(t, orientation, binary.BigEndian, "MM\x00*"),
		} {
			if got, err := picture.Probe(data); err != nil || got != want {
				t.Errorf("orientation %d, order %s: %+v %v", orientation, name, got, err)
			}
		}
	}
	damaged := held(t, 6, binary.LittleEndian, "II*\x01")
	if got, err := picture.Probe(damaged); err != nil || got.Width != 30 {
		t.Errorf("with damaged metadata: %+v %v", got, err)
	}
}
