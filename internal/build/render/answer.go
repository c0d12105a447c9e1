package render

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
)

var errBroken = errors.New("it sent a broken answer")

// frame is a frame that is being read. Its first error stays.
type frame struct {
	out  *bufio.Reader
	left int // bytes that are not read yet
	err  error
}

// frame begins to read the next frame.
func (w *worker) frame() *frame {
	f := &frame{out: w.out, left: 4}
	if f.left = int(f.number()); f.err != nil {
		f.err = fmt.Errorf("it ended early: %w", f.err)
	}
	return f
}

func (f *frame) number() uint32 {
	b := f.next(4)
	if b == nil {
		return 0
	}
	return binary.LittleEndian.Uint32(b)
}

// next returns the next bytes, valid until the next call; nil if there are none.
func (f *frame) next(n int) []byte {
	if !f.has(n) {
		return nil
	}
	b, err := f.out.Peek(n)
	if err != nil {
		f.fail(err, len(b))
		return nil
	}
	_, _ = f.out.Discard(n) // they have been read
	return b
}

// append appends the next bytes.
func (f *frame) append(to []byte, n int) []byte {
	if !f.has(n) {
		return to
	}
	end := len(to) + n
	to = slices.Grow(to, n)[:end]
	read, err := io.ReadFull(f.out, to[end-n:])
	f.fail(err, read)
	return to
}

// has reports whether there are still n bytes in the frame, and takes them off.
func (f *frame) has(n int) bool {
	if f.err == nil && n > f.left {
		f.err = errBroken
	}
	f.left -= n
	return f.err == nil
}

// fail records an error that occurred after some bytes.
func (f *frame) fail(err error, read int) {
	if errors.Is(err, io.EOF) && read > 0 {
		err = io.ErrUnexpectedEOF
	}
	f.err = err
}

// answer reads an answer, and appends its text.
func (w *worker) answer(html []byte) (id uint32, failed bool, _ []byte, err error) {
	f := w.frame()
	id = f.number()
	if status := f.next(1); status != nil {
		failed = status[0] != 0
	}
	for f.left > 0 && f.err == nil {
		if n := int32(f.number()); n >= 0 {
			html = f.append(html, int(n))
		} else {
			html = append(html, w.sharedPart(f, int(^n))...)
		}
	}
	return id, failed, html, f.err
}

// sharedPart reads a part of a shared text.
func (w *worker) sharedPart(f *frame, place int) []byte {
	if place == len(w.shared) {
		w.shared = append(w.shared, f.append(nil, int(f.number())))
	}
	from, to := f.number(), f.number()
	if f.err == nil && (place >= len(w.shared) || from > to || int(to) > len(w.shared[place])) {
		f.err = errBroken
	}
	if f.err != nil {
		return nil
	}
	return w.shared[place][from:to]
}
