package search

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
)

// An index file is, in this order:
//
//	magic           16 bytes
//	version         4 bytes, as all numbers here least significant byte first
//	size of core    4 bytes
//	checksum        4 bytes, CRC-32 of the core
//	core            the searched data; kept in memory
//	cards           the shown data, one JSON after another; read from the file for each result
//
// The core is a sequence of uvarints and texts; Write and read define it. A change of the core, or of the words that
// package analysis makes of a text, needs another formatVersion.
const (
	magic         = "storefront find\n"
	formatVersion = 4
	headerSize    = len(magic) + 12
)

// ErrFormat is the failure of an index that is damaged, or of another version of this program.
var ErrFormat = errors.New("the search index cannot be read")

func newHeader(core []byte) []byte {
	b := append(make([]byte, 0, headerSize), magic...)
	b = binary.LittleEndian.AppendUint32(b, formatVersion)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(core)))
	return binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(core))
}

// parseHeader checks a header and returns the size and checksum of the core.
func parseHeader(head []byte) (size int, checksum uint32, err error) {
	if len(head) < headerSize || string(head[:len(magic)]) != magic {
		return 0, 0, fmt.Errorf("%w: this is not a search index", ErrFormat)
	}
	head = head[len(magic):]
	if v := binary.LittleEndian.Uint32(head); v != formatVersion {
		return 0, 0, fmt.Errorf("%w: it is of format %d, and this program reads %d; build again, or run the API of "+
			"that build", ErrFormat, v, formatVersion)
	}
	return int(binary.LittleEndian.Uint32(head[4:])), binary.LittleEndian.Uint32(head[8:]), nil
}

func checkCore(core []byte, checksum uint32) error {
	if crc32.ChecksumIEEE(core) != checksum {
		return fmt.Errorf("%w: it is damaged", ErrFormat)
	}
	return nil
}

type encoder struct{ b []byte }

func (e *encoder) number(n int)     { e.b = binary.AppendUvarint(e.b, uint64(n)) }
func (e *encoder) text(s string)    { e.number(len(s)); e.b = append(e.b, s...) }
func (e *encoder) raw(b ...byte)    { e.b = append(e.b, b...) }
func (e *encoder) numbers(ns []int) { e.list(len(ns), func(i int) { e.number(ns[i]) }) }

func (e *encoder) list(n int, each func(i int)) {
	e.number(n)
	for i := range n {
		each(i)
	}
}

// decoder reads the output of encoder. After a failure it returns zeros, and failed is true.
type decoder struct {
	b      []byte
	failed bool
}

func (d *decoder) number() int {
	n, size := binary.Uvarint(d.b)
	if size <= 0 || n > 1<<53 {
		d.failed, d.b = true, nil
		return 0
	}
	d.b = d.b[size:]
	return int(n)
}

func (d *decoder) raw(n int) []byte {
	if n < 0 || n > len(d.b) {
		d.failed, d.b = true, nil
		return nil
	}
	out := d.b[:n:n]
	d.b = d.b[n:]
	return out
}

func (d *decoder) text() string { return string(d.raw(d.number())) }

// count reads the length of a list whose items take at least a byte each.
func (d *decoder) count() int {
	n := d.number()
	if n > len(d.b) {
		d.failed, d.b = true, nil
		return 0
	}
	return n
}

func (d *decoder) numbers(below int) []int {
	out := make([]int, d.count())
	for i := range out {
		out[i] = d.numberBelow(below)
	}
	return out
}

// numberBelow reads a number less than n.
func (d *decoder) numberBelow(n int) int {
	i := d.number()
	if i >= n {
		d.failed, d.b = true, nil
		return 0
	}
	return i
}
