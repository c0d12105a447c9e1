package picture

import (
	"slices"

	"storefront/internal/core/fault"
)

// Sizes are the sizes in which a server makes pictures. Others are refused, because each costs processor time and
// anybody can write an address.
type Sizes struct {
	Widths []int // of pictures in their own proportions
	Boxes  []Box
}

// Box is a size to which pictures are cropped, in its proportions, in some widths.
type Box struct {
	Width, Height int
	Widths        []int
}

// SiteSizes are the sizes of the site's pages; a test compares them with site/lib/image/image-presets.ts.
var SiteSizes = &Sizes{
	Widths: []int{480, 800, 1200, 1600},
	Boxes: []Box{
		{320, 240, []int{320, 480, 680, 960}},
		{240, 160, []int{240, 480}},
		{80, 80, []int{80, 160}},
		{96, 72, []int{96, 192}},
		{480, 320, []int{400, 640, 960}},
		{1200, 630, []int{1200, 2400}},
		{1200, 800, []int{480, 800, 1200, 1600}}, // for a picture of unknown size
	},
}

// AnySizes allows everything in the grammar, for comparisons with other servers.
var AnySizes = &Sizes{}

var (
	qualities   = []int{0, 50, 60, 70, 80, 90}
	backgrounds = []Colour{{}, {A: 255}, {255, 255, 255, 255}}
	// placeholder is the blurred picture that is shown while another loads.
	placeholder = Recipe{Quality: 50, Size: Size{Width: 10, Height: 10, Box: true}, Blur: 3}
)

// CheckRecipe refuses a recipe that no picture may have. A failure is Invalid, of the modifier that is wrong.
func (s *Sizes) CheckRecipe(r Recipe) error {
	if s == AnySizes || r == placeholder {
		return nil
	}
	if !slices.Contains(qualities, r.Quality) {
		return refusedModifier("quality", fault.Unknown)
	}
	if r.Background != nil && !slices.Contains(backgrounds, *r.Background) {
		return refusedModifier("background", fault.Unknown)
	}
	if r.Blur != 0 {
		return refusedModifier("blur", fault.Closed)
	}
	if r.Size.Width == 0 && r.Size.Height == 0 {
		return refusedModifier("modifiers", fault.Required)
	}
	return nil
}

// CheckForSource refuses a size that no page requests of a source of this size. A page offers the sizes of the list up
// to that of the picture, and one that is smaller than the largest also in its own width.
func (s *Sizes) CheckForSource(r Recipe, h Header) error {
	if s == AnySizes || r == placeholder {
		return nil
	}
	// A camera's picture may lie on its side.
	if !s.contains(r.Size, h.Width, h.Height) && !s.contains(r.Size, h.Height, h.Width) {
		return refusedModifier("modifiers", fault.Unknown)
	}
	return nil
}

func (s *Sizes) contains(size Size, width, height int) bool {
	if !size.Box {
		return slices.Contains(s.Widths, max(size.Width, size.Height)) || size.Width == width &&
			width < slices.Max(s.Widths)
	}
	return slices.ContainsFunc(s.Boxes, func(b Box) bool {
		naturalWidth := max(min(width, height*b.Width/b.Height), 1)
		isListed := slices.Contains(b.Widths, size.Width) || size.Width == naturalWidth &&
			naturalWidth < slices.Max(b.Widths)
		return isListed && size.Height == round(float64(size.Width)*float64(b.Height)/float64(b.Width))
	})
}

func refusedModifier(name string, code fault.FieldCode) *fault.Error {
	return fault.New(fault.Invalid, "Pictures are made in the sizes and qualities that pages ask for.",
		fault.Field{Name: name, Code: code})
}
