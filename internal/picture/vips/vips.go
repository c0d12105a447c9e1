// Package vips makes pictures with libvips, which streams a picture through all its operations in strips: a large
// picture is never whole in memory unless its format or an operation needs that.
package vips

// #include <stdlib.h>
// #include "vips.h"
import "C"

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"unsafe"

	"storefront/internal/core/fault"
	"storefront/internal/picture"
)

// Engine is a picture.Engine.
type Engine struct{ limits Limits }

// Limits bound one picture.
type Limits struct {
	SourcePixels int // of the source, by its header and by what libvips finds
	Pixels       int // of what is made, and of all that has to be in memory on the way
	AVIFPixels   int // of what is made as AVIF, which takes ten times as long
}

// DefaultLimits allow the pictures of cameras as sources, and those that screens show as results.
var DefaultLimits = Limits{SourcePixels: picture.MaxSourcePixels, Pixels: 4096 * 4096, AVIFPixels: 2_000_000}

// loaders are what libvips may read with, by format. Each reads bytes, never a file or an address.
var loaders = map[picture.Format]struct{ class, operation string }{
	picture.WebP: {"VipsForeignLoadWebpBuffer", "webpload_buffer"},
	picture.AVIF: {"VipsForeignLoadHeifBuffer", "heifload_buffer"},
	picture.JPEG: {"VipsForeignLoadJpegBuffer", "jpegload_buffer"},
	picture.PNG:  {"VipsForeignLoadPngBuffer", "pngload_buffer"},
	picture.GIF:  {"VipsForeignLoadNsgifBuffer", "gifload_buffer"},
}

// ErrMissing reports a machine without libvips.
var ErrMissing = errors.New("pictures cannot be made")

var loadLibrary = sync.OnceValue(func() error {
	var classes []string
	for _, l := range loaders {
		classes = append(classes, l.class)
	}
	files := libraries()
	names, freeNames := cStrings(files)
	defer freeNames()
	allowed, freeAllowed := cStrings(classes)
	defer freeAllowed()
	if message := C.open_vips(&names[0], &allowed[0]); message != nil {
		return fmt.Errorf("%w: %s (%s)", ErrMissing, C.GoString(message), strings.Join(files, ", "))
	}
	return nil
})

// cStrings returns a NULL-terminated list of C strings, and the function that frees them.
func cStrings(texts []string) (list []*C.char, free func()) {
	for _, text := range texts {
		list = append(list, C.CString(text))
	}
	return append(list, nil), func() {
		for _, text := range list {
			C.free(unsafe.Pointer(text))
		}
	}
}

// Open loads libvips. A failure is ErrMissing.
func Open(limits Limits) (*Engine, error) {
	if err := loadLibrary(); err != nil {
		return nil, err
	}
	return &Engine{limits}, nil
}

// Version returns the version of libvips.
func (e *Engine) Version() string { return C.GoString(C.version_of_vips()) }

// Make is documented at picture.Engine. The goroutine keeps its thread, whose buffers libvips would otherwise leave
// behind.
func (e *Engine) Make(ctx context.Context, source []byte, header picture.Header, r picture.Recipe) ([]byte, error) {
	if err := e.limits.checkSource(header.Width, header.Height); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, timeoutFault(ctx)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	w := &work{}
	defer w.end()
	made, err := e.make(ctx, w, source, header, r)
	switch {
	case ctx.Err() != nil:
		return nil, timeoutFault(ctx)
	case err != nil:
		return nil, err
	case w.err != nil:
		// The recipe is valid, so the source is damaged.
		return nil, fmt.Errorf("%w (%w)", picture.DamagedSource(), w.err)
	}
	return made, nil
}

func timeoutFault(ctx context.Context) error {
	return fmt.Errorf("%w (%w)", fault.New(fault.Unavailable, "The picture could not be made in time."), ctx.Err())
}

func (e *Engine) make(ctx context.Context, w *work, source []byte, header picture.Header,
	r picture.Recipe) ([]byte, error) {
	p := &pipeline{work: w, recipe: r, format: header.Format, source: source, limits: e.limits}
	if err := p.open(); err != nil {
		return nil, err
	}
	if err := p.process(); err != nil {
		return nil, err
	}
	if w.err != nil {
		return nil, nil
	}
	if width, height := w.size(p.image); r.Format == picture.AVIF && width*height > e.limits.AVIFPixels {
		return nil, fault.New(fault.Invalid, "So large a picture is not made as AVIF.",
			fault.Field{Name: "format", Code: fault.Max})
	}
	// Every strip of every picture is requested through this one.
	last := p.image
	done := make(chan struct{})
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		select {
		case <-ctx.Done():
			C.kill_picture(last)
		case <-done:
		}
	}()
	made := p.save()
	close(done)
	<-stopped
	return made, nil
}

func (l Limits) checkSource(width, height int) error {
	if width > l.SourcePixels || height > l.SourcePixels || width*height > l.SourcePixels {
		return fault.New(fault.Invalid, "The source has too many pixels.", fault.Field{Name: "source", Code: fault.Max})
	}
	return nil
}

func (l Limits) check(width, height int) error {
	if width < 1 || height < 1 || width*height > l.Pixels || width > maxSide || height > maxSide {
		return fault.New(fault.Invalid, "The requested operation is too large.",
			fault.Field{Name: "modifiers", Code: fault.Max})
	}
	return nil
}

// maxSide is the largest width and height of WebP.
const maxSide = 16383
