package render

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
)

var errMalformedAnswer = errors.New("it sent a broken answer")

// frameReader reads one frame. It keeps the first error; later reads return nothing.
type frameReader struct {
	out       *bufio.Reader
	remaining int // bytes of the frame that are not read yet
	err       error
}

// nextFrame returns a reader of the next frame.
func (w *worker) nextFrame() *frameReader {
	f := &frameReader{out: w.out, remaining: 4}
	if f.remaining = int(f.readUint32()); f.err != nil {
		f.err = fmt.Errorf("it ended early: %w", f.err)
	}
	return f
}

func (f *frameReader) readUint32() uint32 {
	b := f.readBytes(4)
	if b == nil {
		return 0
	}
	return binary.LittleEndian.Uint32(b)
}

// readBytes returns the next n bytes, valid until the next call; nil after an error.
func (f *frameReader) readBytes(n int) []byte {
	if !f.consume(n) {
		return nil
	}
	b, err := f.out.Peek(n)
	if err != nil {
		f.setError(err, len(b))
		return nil
	}
	_, _ = f.out.Discard(n) // they have been read
	return b
}

// appendBytes appends the next n bytes of the frame.
func (f *frameReader) appendBytes(to []byte, n int) []byte {
	if !f.consume(n) {
		return to
	}
	end := len(to) + n
	to = slices.Grow(to, n)[:end]
	read, err := io.ReadFull(f.out, to[end-n:])
	f.setError(err, read)
	return to
}

// consume subtracts n from the remaining bytes. It reports false, with an error, if the frame has fewer.
func (f *frameReader) consume(n int) bool {
	if f.err == nil && n > f.remaining {
		f.err = errMalformedAnswer
	}
	f.remaining -= n
	return f.err == nil
}

// setError records an error that occurred after a number of bytes were read.
func (f *frameReader) setError(err error, read int) {
	if errors.Is(err, io.EOF) && read > 0 {
		err = io.ErrUnexpectedEOF
	}
	f.err = err
}

// readAnswer reads the next answer and appends its text to html.
func (w *worker) readAnswer(html []byte) (id uint32, failed bool, _ []byte, err error) {
	f := w.nextFrame()
	id = f.readUint32()
	if status := f.readBytes(1); status != nil {
		failed = status[0] != 0
	}
	for f.remaining > 0 && f.err == nil {
		if n := int32(f.readUint32()); n >= 0 {
			html = f.appendBytes(html, int(n))
		} else {
			html = append(html, w.readSharedPart(f, int(^n))...)
		}
	}
	return id, failed, html, f.err
}

// readSharedPart reads a part of the shared text with an index, and the text itself at its first part.
func (w *worker) readSharedPart(f *frameReader, index int) []byte {
	if index == len(w.sharedTexts) {
		w.sharedTexts = append(w.sharedTexts, f.appendBytes(nil, int(f.readUint32())))
	}
	from, to := f.readUint32(), f.readUint32()
	if f.err == nil && (index >= len(w.sharedTexts) || from > to || int(to) > len(w.sharedTexts[index])) {
		f.err = errMalformedAnswer
	}
	if f.err != nil {
		return nil
	}
	return w.sharedTexts[index][from:to]
}
