package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"math"

	xdraw "golang.org/x/image/draw"
	"golang.org/x/image/webp"

	"storefront/internal/picture"
	"storefront/internal/picture/vips"
)

// likeness returns how alike two pictures of one size look: 1 is the same. It is the mean structural similarity (SSIM,
// Wang et al. 2004) in windows of 8×8 that overlap by half, on three scales and with the weights of luma and chroma for
// human eyes: 0.5, 0.3, 0.2 for the scales from fine to coarse, 0.8 for Y and 0.1 each for Cb and Cr.
func likeness(a, b image.Image) float64 {
	total := 0.0
	pa, pb := colourPlanes(a), colourPlanes(b)
	for _, scale := range []float64{0.5, 0.3, 0.2} {
		for channel, weight := range []float64{0.8, 0.1, 0.1} {
			total += scale * weight * similarity(pa[channel], pb[channel])
			pa[channel], pb[channel] = pa[channel].half(), pb[channel].half()
		}
	}
	return total
}

type plane struct {
	width, height int
	values        []float64
}

func colourPlanes(m image.Image) [3]plane {
	r := m.Bounds()
	rgba := image.NewNRGBA(image.Rect(0, 0, r.Dx(), r.Dy()))
	draw.Draw(rgba, rgba.Bounds(), m, r.Min, draw.Src)
	var p [3]plane
	for i := range p {
		p[i] = plane{r.Dx(), r.Dy(), make([]float64, r.Dx()*r.Dy())}
	}
	for i := range p[0].values {
		red, green, blue := float64(rgba.Pix[4*i]), float64(rgba.Pix[4*i+1]), float64(rgba.Pix[4*i+2])
		y := 0.299*red + 0.587*green + 0.114*blue
		p[0].values[i], p[1].values[i], p[2].values[i] = y, 0.564*(blue-y), 0.713*(red-y)
	}
	return p
}

func (p plane) half() plane {
	h := plane{p.width / 2, p.height / 2, make([]float64, (p.width/2)*(p.height/2))}
	for y := range h.height {
		for x := range h.width {
			i := 2*y*p.width + 2*x
			h.values[y*h.width+x] = (p.values[i] + p.values[i+1] + p.values[i+p.width] + p.values[i+p.width+1]) / 4
		}
	}
	return h
}

func similarity(a, b plane) float64 {
	const window, step = 8, 4
	c1, c2 := math.Pow(0.01*255, 2), math.Pow(0.03*255, 2)
	sum, n := 0.0, 0
	for top := 0; top+window <= a.height; top += step {
		for left := 0; left+window <= a.width; left += step {
			var sa, sb, saa, sbb, sab float64
			for y := top; y < top+window; y++ {
				for x := left; x < left+window; x++ {
					va, vb := a.values[y*a.width+x], b.values[y*a.width+x]
					sa, sb, saa, sbb, sab = sa+va, sb+vb, saa+va*va, sbb+vb*vb, sab+va*vb
				}
			}
			const k = window * window
			ma, mb := sa/k, sb/k
			da, db, dab := saa/k-ma*ma, sbb/k-mb*mb, sab/k-ma*mb
			sum += (2*ma*mb + c1) * (2*dab + c2) / ((ma*ma + mb*mb + c1) * (da + db + c2))
			n++
		}
	}
	if n == 0 {
		return 1
	}
	return sum / float64(n)
}

// decoder decodes pictures into pixels. It converts AVIF losslessly with libvips.
type decoder struct{ engine picture.Engine }

func newDecoder() (*decoder, error) {
	e, err := vips.Open(vips.DefaultLimits)
	return &decoder{e}, err
}

func (d *decoder) decode(ctx context.Context, data []byte) (image.Image, error) {
	header, err := picture.Probe(data)
	if err != nil {
		return nil, err
	}
	if header.Format == picture.AVIF {
		if data, err = d.engine.Make(ctx, data, header, picture.Recipe{Format: picture.PNG}); err != nil {
			return nil, err
		}
	}
	m, _, err := image.Decode(bytes.NewReader(data))
	return m, err
}

// reference scales the source with Go's own code, which averages like a lens.
func reference(source image.Image, width, height int) image.Image {
	to := image.NewNRGBA(image.Rect(0, 0, width, height))
	// The crop fills the box from the middle of the source.
	b := source.Bounds()
	scale := min(float64(b.Dx())/float64(width), float64(b.Dy())/float64(height))
	w, h := int(math.Round(float64(width)*scale)), int(math.Round(float64(height)*scale))
	left, top := b.Min.X+(b.Dx()-w)/2, b.Min.Y+(b.Dy()-h)/2
	xdraw.CatmullRom.Scale(to, to.Bounds(), source, image.Rect(left, top, left+w, top+h), draw.Src, nil)
	return to
}

func asJPEG(data []byte) ([]byte, error) {
	m, err := webp.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("decode: %w", err)
	}
	var b bytes.Buffer
	err = jpeg.Encode(&b, m, &jpeg.Options{Quality: 92})
	return b.Bytes(), err
}
