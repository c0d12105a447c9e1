package document

import (
	"fmt"
	"strings"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/qr"
)

// quietZone is what a reader needs to be empty around a code, in modules (ISO/IEC 18004).
const quietZone = 4

func encodeQR(text string) (barcode.Barcode, error) {
	image, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return nil, fmt.Errorf("draw the code: %w", err)
	}
	return image, nil
}

// drawQR draws a code with its quiet zone in a square. All of it is one path, since readers of PDF leave hairs between
// squares that are drawn one by one.
func (s *sheet) drawQR(image barcode.Barcode, start, top, side float64) {
	modules := image.Bounds().Dx()
	module := side / float64(modules+2*quietZone)
	left, bottom := s.x(start, side)+quietZone*module, pageHeight-top-quietZone*module
	dark := func(x, y int) bool {
		if x == modules {
			return false
		}
		r, _, _, _ := image.At(x, y).RGBA()
		return r == 0
	}
	var path strings.Builder
	for y := range modules {
		for x := 0; x < modules; x++ {
			from := x
			for dark(x, y) {
				x++
			}
			if x > from {
				fmt.Fprintf(&path, "%s %s %s %s re\n", decimal(left+float64(from)*module), decimal(bottom-float64(y+1)*module),
					decimal(float64(x-from)*module), decimal(module))
			}
		}
	}
	s.write("q " + ink.operand() + "rg")
	s.pdf.RawWriteStr(path.String() + "f Q\n")
}
