package picture

import "math"

// Target is the size of a result, with the meaning of sharp; 0 leaves an axis free.
type Target struct {
	Width, Height int
	Fit           Fit
	// NoEnlarging prevents enlarging, whatever the target.
	NoEnlarging bool
}

// Target returns the target for a source of a size.
func (s Size) Target(width, height int) Target {
	t := Target{Width: s.Width, Height: s.Height, Fit: Cover, NoEnlarging: true}
	if !s.Box {
		return t
	}
	t.NoEnlarging = false
	if s.Fit != "" {
		t.Fit = s.Fit
	}
	t.Width, t.Height = clamp(width, height, t.Width, t.Height)
	return t
}

// clamp reduces a box to the size of the source, in the box's proportions.
func clamp(width, height, boxWidth, boxHeight int) (int, int) {
	ratio := float64(boxWidth) / float64(boxHeight)
	if boxWidth > width {
		boxWidth, boxHeight = width, round(float64(width)/ratio)
	}
	if boxHeight > height {
		boxWidth, boxHeight = round(float64(height)*ratio), height
	}
	return max(boxWidth, 1), max(boxHeight, 1)
}

func round(x float64) int { return int(math.Floor(x + 0.5)) }

// Shrink returns the factors by which a picture is reduced to reach the target.
func (t Target) Shrink(width, height int) (horizontal, vertical float64) {
	horizontal, vertical = 1, 1
	w, h := float64(width), float64(height)
	switch {
	case t.Width > 0 && t.Height > 0:
		horizontal, vertical = w/float64(t.Width), h/float64(t.Height)
		switch t.Fit {
		case Cover, Outside:
			horizontal = min(horizontal, vertical)
			vertical = horizontal
		case Contain, Inside:
			horizontal = max(horizontal, vertical)
			vertical = horizontal
		}
	case t.Width > 0:
		horizontal = w / float64(t.Width)
		vertical = horizontal
	case t.Height > 0:
		vertical = h / float64(t.Height)
		horizontal = vertical
	}
	if t.NoEnlarging {
		horizontal, vertical = max(horizontal, 1), max(vertical, 1)
	}
	return min(horizontal, w), min(vertical, h)
}

// Offset returns the position of an inner size in the middle of an outer one. Halves are rounded up for crops and down
// for padding, as sharp does.
func Offset(outerWidth, outerHeight, innerWidth, innerHeight int, isCrop bool) (left, top int) {
	odd := 0
	if isCrop {
		odd = 1
	}
	return (outerWidth - innerWidth + odd) / 2, (outerHeight - innerHeight + odd) / 2
}
