package vips

// #include "vips.h"
import "C"

import (
	"math"

	"storefront/internal/core/fault"
	"storefront/internal/picture"
)

// pipeline applies the operations of a recipe to a picture, in the order in which sharp does. image is the result so
// far.
type pipeline struct {
	*work
	recipe picture.Recipe
	format picture.Format
	source []byte
	limits Limits

	image  C.Object
	target picture.Target
	// widthSeen and heightSeen are the size of the source in pixels of image, which are not whole where decoding made
	// it smaller: of 1067 rows, 533½ are left.
	widthSeen, heightSeen float64
	premultiplied         bool
	deep                  bool // 16 bits a number
	// angle and mirrored are the camera's orientation, until it is applied.
	angle    int
	mirrored bool
}

// load opens the source, made smaller already by what its format can do cheaply.
func (p *pipeline) load(extra ...arg) {
	args := append(extra, arg{"buffer", p.source}, arg{"access", "sequential"}, arg{"fail_on", "error"})
	p.run(loaders[p.format].operation, args, func(done C.Object) { p.image = p.result(done, "out") })
}

func (p *pipeline) open() error {
	p.load()
	width, height := p.size(p.image)
	if err := p.limits.checkSource(width, height); err != nil {
		return err
	}
	p.angle, p.mirrored = held(p.intOf(p.image, "orientation"))
	return nil
}

// held returns how a picture has to be turned to stand upright (Exif 2.32, 4.6.5.1.6).
func held(orientation int) (angle int, mirrored bool) {
	switch orientation {
	case 2:
		return 0, true
	case 3:
		return 180, false
	case 4:
		return 180, true
	case 5:
		return 270, true
	case 6:
		return 90, false
	case 7:
		return 90, true
	case 8:
		return 270, false
	}
	return 0, false
}

func (p *pipeline) process() error {
	r := &p.recipe
	width, height := p.size(p.image)
	if p.angle%180 != 0 {
		width, height = height, width
	}
	p.target = r.Size.Target(width, height)
	if err := p.before(); err != nil {
		return err
	}
	p.shrinkOnLoad()
	p.toSRGB()
	p.deep = p.err == nil && C.format_of(p.image) == ushort
	p.early()
	p.resize()
	p.turn(p.angle, p.mirrored)
	p.angle, p.mirrored = 0, false
	if err := p.mirrorAndFill(); err != nil {
		return err
	}
	p.extend()
	if err := p.limits.check(p.size(p.image)); err != nil {
		return err
	}
	p.effects()
	return p.limits.check(p.size(p.image))
}

// before does what has to be done to the source in its full size. A picture that has to be whole for that is bounded.
func (p *pipeline) before() error {
	r := &p.recipe
	if r.Extract == nil && !r.Trims && !r.RotateFirst {
		return nil
	}
	if err := p.limits.check(p.size(p.image)); err != nil {
		return err
	}
	p.turn(p.angle, p.mirrored)
	p.angle, p.mirrored = 0, false
	if r.RotateFirst {
		p.mirror()
		p.rotate()
	}
	if r.Trims {
		p.trim()
	}
	if a := r.Extract; a != nil {
		width, height := p.size(p.image)
		if a.Left+a.Width > width || a.Top+a.Height > height {
			return fault.New(fault.Invalid, "The requested region is outside the picture.",
				fault.Field{Name: "extract", Code: fault.Max})
		}
		p.image = p.op("extract_area", nil, arg{"input", p.image}, arg{"left", a.Left}, arg{"top", a.Top},
			arg{"width", a.Width}, arg{"height", a.Height})
	}
	return nil
}

// shrinkOnLoad opens the source again in a smaller size where decoding can give one: JPEG in eighths, WebP in any.
func (p *pipeline) shrinkOnLoad() {
	r := &p.recipe
	if r.Extract != nil || r.Trims || r.RotateFirst || r.Gamma != 0 || p.err != nil {
		return
	}
	horizontal, vertical := p.shrink()
	shrink := min(horizontal, vertical)
	switch p.format {
	case picture.JPEG:
		by := 1
		for _, eighth := range []int{8, 4, 2} {
			if shrink >= float64(eighth) {
				by = eighth
				break
			}
		}
		if by > 1 && int(shrink) == by {
			by /= 2 // libjpeg's own rounding could make it smaller than the target
		}
		if by > 1 {
			width, height := p.size(p.image)
			p.load(arg{"shrink", by})
			p.widthSeen, p.heightSeen = float64(width)/float64(by), float64(height)/float64(by)
		}
	case picture.WebP:
		if shrink > 1 {
			p.load(arg{"scale", 1 / shrink})
		}
	}
}

// shrink is how much smaller the picture has yet to be, before it is turned upright.
func (p *pipeline) shrink() (horizontal, vertical float64) {
	t := p.target
	if p.angle%180 != 0 {
		t.Width, t.Height = t.Height, t.Width
	}
	width, height := p.size(p.image)
	return t.Shrink(width, height)
}

// Interpretations of libvips that are treated apart (VipsInterpretation).
const (
	cmyk   = 15
	rgb16  = 25
	grey16 = 26
	sRGB   = 22
)

func (p *pipeline) toSRGB() {
	if p.err != nil {
		return
	}
	kind := C.interpretation_of(p.image)
	var profile []arg
	switch {
	case kind == cmyk:
		profile = []arg{{"input_profile", "cmyk"}}
	case kind != grey16 && kind != rgb16 && p.has(p.image, "icc-profile-data"):
		profile = []arg{{"embedded", true}}
	default:
		return
	}
	upright := p.image
	p.image = p.op("icc_transform", p.image, append(profile, arg{"output_profile", "srgb"},
		arg{"intent", "perceptual"})...)
	if p.err != nil && kind != cmyk {
		p.image, p.err = upright, nil // a broken profile is no reason not to show the picture
	}
}

func (p *pipeline) early() {
	r := &p.recipe
	if r.Flatten && p.hasAlpha(p.image) {
		p.image = p.op("flatten", p.image, arg{"background", p.colour(r.Background, 3)})
	}
	if r.Gamma != 0 {
		p.withoutAlpha(func(in C.Object) C.Object { return p.op("gamma", in, arg{"exponent", 1 / r.Gamma}) })
	}
	if r.Grayscale {
		p.image = p.op("colourspace", p.image, arg{"space", "b-w"})
	}
}

func (p *pipeline) resize() {
	horizontal, vertical := p.shrink()
	resizes := horizontal != 1 || vertical != 1
	r := &p.recipe
	p.premultiplied = p.hasAlpha(p.image) && (resizes || r.Blur != 0 || r.Sharpen != nil)
	if p.premultiplied {
		p.premultiply()
	}
	if !resizes {
		return
	}
	kernel := r.Kernel
	if kernel == "" {
		kernel = "lanczos3"
	}
	if kernel == "lanczos3" && p.resamples(horizontal, vertical) {
		width, height := p.size(p.image)
		if p.widthSeen == 0 {
			p.widthSeen, p.heightSeen = float64(width), float64(height)
		}
		smaller := func(side int, shrink float64) int { return max(1, int(math.Round(float64(side)/shrink))) }
		w, h := smaller(width, horizontal), smaller(height, vertical)
		p.image = p.resampled(p.image, w, h, p.widthSeen/float64(w), p.heightSeen/float64(h))
		return
	}
	p.image = p.op("resize", p.image, arg{"scale", 1 / horizontal}, arg{"vscale", 1 / vertical}, arg{"kernel", kernel})
}

// largestResampled is in pixels: what is larger goes through libvips, which never has it whole.
const largestResampled = 4 << 20

// resamples reports whether a picture can be resampled in memory: colours in bytes, not too many of them.
func (p *pipeline) resamples(horizontal, vertical float64) bool {
	width, height := p.size(p.image)
	bands := p.bands(p.image)
	return p.err == nil && horizontal >= 1 && vertical >= 1 && width*height <= largestResampled &&
		C.format_of(p.image) == 0 && C.interpretation_of(p.image) == sRGB && (bands == 3 || bands == 4)
}

// premultiply keeps the number format: a picture is not to be made of floating-point numbers on the way.
func (p *pipeline) premultiply() {
	p.image = p.op("premultiply", p.image)
	p.image = p.op("cast", p.image, arg{"format", p.numbers()})
}

func (p *pipeline) numbers() string {
	if p.deep {
		return "ushort"
	}
	return "uchar"
}

const ushort = 2 // VipsBandFormat

// turn rotates by right angles and mirrors. It needs the picture whole, and so comes after making it smaller if it can.
func (p *pipeline) turn(angle int, mirrored bool) {
	if angle != 0 {
		p.image = p.settled(p.image)
		p.image = p.op("rot", p.image, arg{"angle", map[int]string{90: "d90", 180: "d180", 270: "d270"}[angle]})
	}
	if mirrored {
		p.image = p.op("flip", p.image, arg{"direction", "horizontal"})
	}
}

func (p *pipeline) mirror() {
	r := &p.recipe
	if r.Flip {
		p.image = p.settled(p.image)
		p.image = p.op("flip", p.image, arg{"direction", "vertical"})
	}
	if r.Flop {
		p.image = p.op("flip", p.image, arg{"direction", "horizontal"})
	}
}

// rightAngle is a rotation without corners to fill.
func (p *pipeline) rightAngle() bool { return math.Mod(p.recipe.Rotate, 90) == 0 }

func (p *pipeline) rotate() {
	if p.rightAngle() {
		p.turn((int(p.recipe.Rotate)+360)%360, false)
		return
	}
	p.image = p.settled(p.image)
	background := p.fill()
	p.image = p.op("rotate", p.image, arg{"angle", p.recipe.Rotate}, arg{"background", background})
}

// mirrorAndFill ends making the size: it turns, cuts or pads to the target.
func (p *pipeline) mirrorAndFill() error {
	later := !p.recipe.RotateFirst
	if later {
		p.mirror()
		if p.rightAngle() {
			p.rotate()
		}
	}
	if p.err == nil {
		if err := p.limits.check(p.size(p.image)); err != nil {
			return err
		}
	}
	p.fillBox()
	if later && !p.rightAngle() {
		p.rotate()
	}
	return nil
}

func (p *pipeline) fillBox() {
	width, height := p.size(p.image)
	t := p.target
	if t.Width == 0 {
		t.Width = width
	}
	if t.Height == 0 {
		t.Height = height
	}
	if t.Width == width && t.Height == height {
		return
	}
	at := p.recipe.Size.Position
	switch t.Fit {
	case picture.Contain:
		left, top := picture.Offset(at, t.Width, t.Height, width, height, false)
		p.embed(left, top, max(width, t.Width), max(height, t.Height))
	case picture.Cover:
		w, h := min(width, t.Width), min(height, t.Height)
		if at == "entropy" || at == "attention" {
			p.image = p.settled(p.image)
			p.image = p.op("smartcrop", nil, arg{"input", p.image}, arg{"width", w}, arg{"height", h},
				arg{"interesting", at})
			return
		}
		left, top := picture.Offset(at, width, height, w, h, true)
		p.image = p.op("extract_area", nil, arg{"input", p.image}, arg{"left", left}, arg{"top", top}, arg{"width", w},
			arg{"height", h})
	}
}

func (p *pipeline) extend() {
	e := p.recipe.Extend
	if e == nil {
		return
	}
	width, height := p.size(p.image)
	p.embed(e.Left, e.Top, width+e.Left+e.Right, height+e.Top+e.Bottom)
}

func (p *pipeline) embed(left, top, width, height int) {
	background := p.fill()
	p.image = p.op("embed", p.image, arg{"x", left}, arg{"y", top}, arg{"width", width}, arg{"height", height},
		arg{"extend", "background"}, arg{"background", background})
}
