package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
)

// qualityPoint has the size and the likeness of one quality, over all pictures.
type qualityPoint struct {
	quality  int
	bytes    float64
	likeness float64
}

// qualities are the requested qualities of each format, its default in the middle.
var qualities = map[string][]int{"webp": {70, 75, 80, 85}, "jpeg": {70, 75, 80, 85}, "avif": {40, 45, 50, 55}}

// bytesAtQuality requests the same pictures in several qualities from both, and prints how many bytes ours needs for
// the likeness of IPX's default. Likeness compares with a reference that neither has made; see likeness.
func bytesAtQuality(ctx context.Context, dir string, sources []string, o options) (err error) {
	ours, err := startOurs(ctx, dir)
	if err != nil {
		return err
	}
	theirs, err := startIPX(ctx, dir, o)
	if err != nil {
		return err
	}
	defer func() {
		_, errOurs := ours.stop()
		_, errTheirs := theirs.stop()
		err = errors.Join(err, errOurs, errTheirs)
	}()
	d, err := newDecoder()
	if err != nil {
		return err
	}
	fmt.Printf("\nBytes at the same likeness (SSIM of three scales in YCbCr against the source in that size; 1 is " +
		"the same)\n")
	fmt.Printf("%-18s %12s %12s %12s %12s   %s\n", "w_400", "ipx bytes", "ipx like", "ours bytes", "ours like",
		"ours at ipx's likeness / ipx")
	for _, format := range []string{"webp", "jpeg", "avif"} {
		var mine, other []qualityPoint
		for _, q := range qualities[format] {
			modifiers := fmt.Sprintf("w_400,f_%s,q_%d", format, q)
			a, err := measureQuality(ctx, d, ours, modifiers, dir, sources)
			if err != nil {
				return err
			}
			b, err := measureQuality(ctx, d, theirs, modifiers, dir, sources)
			if err != nil {
				return err
			}
			a.quality, b.quality = q, q
			mine, other = append(mine, a), append(other, b)
			fmt.Printf("%-18s %12.0f %12.5f %12.0f %12.5f   %.3f\n", fmt.Sprintf("%s q_%d", format, q), b.bytes,
				b.likeness, a.bytes, a.likeness, a.bytes/b.bytes)
		}
		middle := other[2]
		fmt.Printf("%-18s at q_%d: %.3f\n", format, middle.quality, bytesFor(mine, middle.likeness)/middle.bytes)
	}
	return nil
}

func measureQuality(ctx context.Context, d *decoder, s *server, modifiers, dir string, sources []string) (qualityPoint,
	error) {
	var p qualityPoint
	for _, name := range sources {
		data, err := s.get(ctx, modifiers, name)
		if err != nil {
			return p, err
		}
		got, err := d.decode(ctx, data)
		if err != nil {
			return p, err
		}
		file, err := os.ReadFile(filepath.Join(dir, "media", name))
		if err != nil {
			return p, err
		}
		source, err := d.decode(ctx, file)
		if err != nil {
			return p, err
		}
		p.bytes += float64(len(data)) / float64(len(sources))
		p.likeness += likeness(cachedReference(name, source, got.Bounds()), got) / float64(len(sources))
	}
	return p, nil
}

var referenceCache = map[string]image.Image{}

func cachedReference(name string, source image.Image, size image.Rectangle) image.Image {
	key := fmt.Sprint(name, size)
	if referenceCache[key] == nil {
		referenceCache[key] = reference(source, size.Dx(), size.Dy())
	}
	return referenceCache[key]
}

// bytesFor interpolates the bytes for a likeness between measured points: bytes grow about with the logarithm of the
// remaining difference.
func bytesFor(points []qualityPoint, likeness float64) float64 {
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		if likeness <= b.likeness || i == len(points)-1 {
			la, lb, l := math.Log(1-a.likeness), math.Log(1-b.likeness), math.Log(1-likeness)
			return math.Exp(math.Log(a.bytes) + (math.Log(b.bytes)-math.Log(a.bytes))*(l-la)/(lb-la))
		}
	}
	return math.NaN()
}
