package engine

import (
	"bufio"
	"encoding/binary"
	"errors"
	"hash"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"

	"storefront/internal/lib/wholefile"
)

// journal is a file of records in sections, each written whole or not at all: a section is a header and records, and a
// later record replaces one of the same kind and key. What follows the last whole section counts as not written.
type journal struct {
	file    string
	records [recordKinds][]record
	first   int64 // the length of the first section; 0: there is no journal
	end     int64 // of the last whole section
}

type recordKind byte

const (
	lastBuildRecord recordKind = iota
	contentRecord              // what the memory of content has once
	groupRecord                // of files
	productRecord
	postsRecord
	warningsRecord
	reviewsRecord
	pictureRecord
	outputRecord // its key is the deployment and the address
	itemRecord   // its key is the deployment and the place
	recordKinds
)

type record struct {
	key   string
	value []byte
	gone  bool
}

const (
	sectionMark   = 0x6c6e726a // "jrnl"
	sectionHeader = 16         // mark, checksum of the records, their length
	recordHeader  = 9          // kind and whether it is gone, length of the key, length of the value
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// readJournal reads a journal; one that cannot be read is empty.
func readJournal(file string) *journal {
	j := &journal{file: file}
	data, _, err := wholefile.Map(file) // records are used as long as the process runs
	if err != nil {
		return j
	}
	for rest := data; len(rest) >= sectionHeader; {
		size := binary.LittleEndian.Uint64(rest[8:])
		if binary.LittleEndian.Uint32(rest) != sectionMark || size > uint64(len(rest)-sectionHeader) {
			break
		}
		section := rest[sectionHeader : sectionHeader+size]
		if crc32.Checksum(section, castagnoli) != binary.LittleEndian.Uint32(rest[4:]) || !j.add(section) {
			break
		}
		rest = rest[sectionHeader+size:]
		j.end = int64(len(data) - len(rest))
		if j.first == 0 {
			j.first = j.end
		}
	}
	return j
}

// add adds the records of a section.
func (j *journal) add(section []byte) bool {
	for len(section) > 0 {
		if len(section) < recordHeader {
			return false
		}
		kind, gone := recordKind(section[0]&0x7f), section[0]&0x80 != 0
		key, value := binary.LittleEndian.Uint32(section[1:]), binary.LittleEndian.Uint32(section[5:])
		section = section[recordHeader:]
		if kind >= recordKinds || uint64(key)+uint64(value) > uint64(len(section)) {
			return false
		}
		j.records[kind] = append(j.records[kind], record{string(section[:key]), section[key : key+value : key+value],
			gone})
		section = section[key+value:]
	}
	return true
}

// compact reports whether the journal is to be written again: it has none, or a fifth of it was added.
func (j *journal) compact() bool { return j.first == 0 || j.end > j.first+j.first/4+1<<20 }

// section is a section that is being written. The first error is recorded for commit.
type section struct {
	journal *journal
	file    *os.File
	whole   bool
	out     *bufio.Writer
	sum     hash.Hash32
	size    int64
	err     error
}

// begin begins a section: after the others or, if the journal is written again, the first.
func (j *journal) begin(anew bool) (s *section, err error) {
	s = &section{journal: j, whole: anew, sum: crc32.New(castagnoli)}
	if anew {
		s.file, err = os.CreateTemp(filepath.Dir(j.file), filepath.Base(j.file)+"-*")
	} else if s.file, err = os.OpenFile(j.file, os.O_WRONLY, 0o600); err == nil {
		if err = s.file.Truncate(j.end); err == nil {
			_, err = s.file.Seek(j.end, io.SeekStart)
		}
	}
	if err != nil {
		return nil, err
	}
	s.out = bufio.NewWriterSize(s.file, 1<<20)
	s.write(make([]byte, sectionHeader))
	return s, nil
}

func (s *section) write(data []byte) {
	_, err := s.out.Write(data)
	s.keep(err)
}

// keep records the first error.
func (s *section) keep(err error) {
	if s.err == nil {
		s.err = err
	}
}

// put writes a record.
func (s *section) put(kind recordKind, key string, value []byte) { s.add(byte(kind), key, value) }

// drop writes that there is no record of a key any more.
func (s *section) drop(kind recordKind, key string) { s.add(byte(kind)|0x80, key, nil) }

func (s *section) add(kind byte, key string, value []byte) {
	var head [recordHeader]byte
	head[0] = kind
	binary.LittleEndian.PutUint32(head[1:], uint32(len(key)))
	binary.LittleEndian.PutUint32(head[5:], uint32(len(value)))
	for _, part := range [][]byte{head[:], []byte(key), value} {
		s.write(part)
		_, _ = s.sum.Write(part) // never fails
		s.size += int64(len(part))
	}
}

// commit ends the section. The header, which makes it count, is written last.
func (s *section) commit() error {
	s.keep(s.out.Flush())
	var head [sectionHeader]byte
	binary.LittleEndian.PutUint32(head[:], sectionMark)
	binary.LittleEndian.PutUint32(head[4:], s.sum.Sum32())
	binary.LittleEndian.PutUint64(head[8:], uint64(s.size))
	at := s.journal.end
	if s.whole {
		at = 0
	}
	if s.err == nil {
		_, s.err = s.file.WriteAt(head[:], at)
	}
	s.err = errors.Join(s.err, s.file.Close())
	if s.whole && s.err == nil {
		s.err = os.Rename(s.file.Name(), s.journal.file)
	}
	if s.err != nil && s.whole {
		_ = os.Remove(s.file.Name())
	}
	if s.err != nil {
		return s.err
	}
	s.journal.end = at + sectionHeader + s.size
	if s.whole {
		s.journal.first = s.journal.end
	}
	return nil
}
