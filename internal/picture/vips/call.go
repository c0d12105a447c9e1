package vips

// #cgo linux LDFLAGS: -ldl -lm
// #include <stdlib.h>
// #include "vips.h"
import "C"

import (
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"unsafe"
)

// work runs the operations that make one picture; end closes all that they opened. After the first operation that
// fails, the others do nothing.
type work struct {
	err     error
	objects []C.Object
	pinned  runtime.Pinner
}

// arg is an argument of an operation by libvips' name for it. Arguments other than pictures and bytes are passed as
// text.
type arg struct {
	name  string
	value any
}

// op runs an operation that makes a picture.
func (w *work) op(name string, in C.Object, args ...arg) C.Object {
	var out C.Object
	if in != nil {
		args = append(args, arg{"in", in})
	}
	w.run(name, args, func(done C.Object) { out = w.result(done, "out") })
	return out
}

// run runs an operation and then calls read with it.
func (w *work) run(name string, args []arg, read func(done C.Object)) {
	if w.err != nil {
		return
	}
	cname := C.CString(name)
	defer C.free(unsafe.Pointer(cname))
	operation := C.new_operation(cname)
	if operation == nil {
		w.fail(name)
		return
	}
	for _, a := range args {
		if !w.set(operation, a) {
			C.end_operation(operation)
			w.fail(name)
			return
		}
	}
	done := C.run_operation(operation)
	if done == nil {
		w.fail(name)
		return
	}
	read(done)
	C.end_operation(done)
}

func (w *work) set(operation C.Object, a arg) bool {
	name := C.CString(a.name)
	defer C.free(unsafe.Pointer(name))
	switch value := a.value.(type) {
	case C.Object:
		C.set_picture(operation, name, value)
	case []byte:
		// libvips reads it for as long as it makes the picture, which ends before w does.
		w.pinned.Pin(&value[0])
		C.set_data(operation, name, unsafe.Pointer(&value[0]), C.size_t(len(value)))
	default:
		text := C.CString(asText(value))
		defer C.free(unsafe.Pointer(text))
		return C.set_text(operation, name, text) == 0
	}
	return true
}

func asText(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	case []float64:
		var all []string
		for _, x := range value {
			all = append(all, asText(x))
		}
		return strings.Join(all, " ")
	}
	return fmt.Sprint(value)
}

func (w *work) result(done C.Object, name string) C.Object {
	cname := C.CString(name)
	defer C.free(unsafe.Pointer(cname))
	return w.releaseAtEnd(C.result_picture(done, cname))
}

// releaseAtEnd releases an object when the work ends.
func (w *work) releaseAtEnd(o C.Object) C.Object {
	if o != nil {
		w.objects = append(w.objects, o)
	}
	return o
}

// encode runs an operation that returns a picture as a file.
func (w *work) encode(name string, in C.Object, args ...arg) []byte {
	var encoded []byte
	w.run(name, append(args, arg{"in", in}), func(done C.Object) {
		cname := C.CString("buffer")
		defer C.free(unsafe.Pointer(cname))
		var data unsafe.Pointer
		var size C.size_t
		blob := C.result_data(done, cname, &data, &size)
		encoded = C.GoBytes(data, C.int(size))
		C.free_data(blob)
	})
	return encoded
}

// copyToMemory returns the same picture in memory, for an operation that cannot read it from top to bottom.
func (w *work) copyToMemory(in C.Object) C.Object {
	if w.err != nil {
		return nil
	}
	out := w.releaseAtEnd(C.in_memory(in))
	if out == nil {
		w.fail("copy_memory")
	}
	return out
}

func (w *work) size(in C.Object) (width, height int) {
	if w.err != nil {
		return 1, 1
	}
	return int(C.width_of(in)), int(C.height_of(in))
}

func (w *work) bands(in C.Object) int {
	if w.err != nil {
		return 3
	}
	return int(C.bands_of(in))
}

func (w *work) hasAlpha(in C.Object) bool { return w.err == nil && C.has_alpha(in) != 0 }

func (w *work) hasField(in C.Object, field string) bool {
	if w.err != nil {
		return false
	}
	name := C.CString(field)
	defer C.free(unsafe.Pointer(name))
	return C.has_field(in, name) != 0
}

func (w *work) intOf(in C.Object, field string) int {
	if w.err != nil {
		return 0
	}
	name := C.CString(field)
	defer C.free(unsafe.Pointer(name))
	return int(C.int_of(in, name))
}

func (w *work) fail(operation string) {
	// The text may be that of another goroutine's failure: libvips has one for all. It is for logs only.
	text := C.failure()
	w.err = fmt.Errorf("%s: %w", operation, errors.New(strings.TrimSpace(C.GoString(text))))
	C.release_text(text)
}

func (w *work) end() {
	for i := len(w.objects) - 1; i >= 0; i-- {
		C.release(w.objects[i])
	}
	w.pinned.Unpin()
	C.tidy_thread()
}
