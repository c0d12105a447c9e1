package ticket

import (
	"fmt"
	"strings"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/qr"

	"storefront/internal/shop/document/sheet"
)

// quietZone is the empty margin that scanners need around a code, in modules (ISO/IEC 18004).
const quietZone = 4

func encodeQR(text string) (barcode.Barcode, error) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return nil, fmt.Errorf("draw the code: %w", err)
	}
	return code, nil
}

// drawQR draws the code with its quiet zone in a square. The code is one path, since PDF readers leave hairlines
// between squares that are drawn one by one.
func (p *printer) drawQR(start, top, side float64) {
	modules := p.code.Bounds().Dx()
	module := side / float64(modules+2*quietZone)
	left, bottom := p.X(start, side)+quietZone*module, sheet.Height-top-quietZone*module
	dark := func(x, y int) bool {
		if x == modules {
			return false
		}
		r, _, _, _ := p.code.At(x, y).RGBA()
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
				fmt.Fprintf(&path, "%s %s %s %s re\n",
					sheet.Decimal(left+float64(from)*module), sheet.Decimal(bottom-float64(y+1)*module),
					sheet.Decimal(float64(x-from)*module), sheet.Decimal(module))
			}
		}
	}
	p.Write("q " + sheet.Ink.Operand() + "rg\n" + path.String() + "f Q")
}
