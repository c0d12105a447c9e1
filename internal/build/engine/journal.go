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

	"storefront/internal/lib/flat"
	"storefront/internal/lib/wholefile"
)

// journal is a file of sections, each written completely or not at all. A section is a header and records; a later
// record replaces one of the same kind and key. Bytes after the last complete section are ignored.
type journal struct {
	file     string
	records  [recordKinds][]record
	firstEnd int64 // end of the first section; 0 if there is no journal
	end      int64 // end of the last complete section
}

type recordKind byte

const (
	lastBuildRecord recordKind = iota
	contentRecord              // the values that contentCache has once
	groupRecord                // a group of files
	productRecord
	postsRecord
	warningsRecord
	reviewsRecord
	pictureRecord
	outputRecord // its key is the deployment and the address
	itemRecord   // its key is the deployment and the index
	recordKinds
)

type record struct {
	key     string
	value   []byte
	deleted bool
}

const (
	sectionMark   = 0x6c6e726a // "jrnl"
	sectionHeader = 16         // mark, checksum of the records, their length
	recordHeader  = 9          // kind and whether it is deleted, length of the key, length of the value
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// readJournal reads a journal. It returns an empty one if the file cannot be read.
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
		if crc32.Checksum(section, castagnoli) != binary.LittleEndian.Uint32(rest[4:]) || !j.addRecords(section) {
			break
		}
		rest = rest[sectionHeader+size:]
		j.end = int64(len(data) - len(rest))
		if j.firstEnd == 0 {
			j.firstEnd = j.end
		}
	}
	return j
}

// addRecords adds the records of a section. It reports false if the section is malformed.
func (j *journal) addRecords(section []byte) bool {
	for len(section) > 0 {
		if len(section) < recordHeader {
			return false
		}
		kind, deleted := recordKind(section[0]&0x7f), section[0]&0x80 != 0
		key, value := binary.LittleEndian.Uint32(section[1:]), binary.LittleEndian.Uint32(section[5:])
		section = section[recordHeader:]
		if kind >= recordKinds || uint64(key)+uint64(value) > uint64(len(section)) {
			return false
		}
		j.records[kind] = append(j.records[kind],
			record{flat.UnsafeString(section[:key]), section[key : key+value : key+value], deleted})
		section = section[key+value:]
	}
	return true
}

// needsRewrite reports whether the whole journal has to be written again: there is none, or a fifth of it was added.
func (j *journal) needsRewrite() bool {
	return j.firstEnd == 0 || j.end > j.firstEnd+j.firstEnd/4+1<<20
}

// section writes a section. commit returns its first error.
type section struct {
	journal *journal
	file    *os.File
	rewrite bool
	out     *bufio.Writer
	sum     hash.Hash32
	size    int64
	err     error
}

// beginSection begins a section after the others or, if rewrite is true, the first section of a new journal.
func (j *journal) beginSection(rewrite bool) (s *section, err error) {
	s = &section{journal: j, rewrite: rewrite, sum: crc32.New(castagnoli)}
	if rewrite {
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
	s.setError(err)
}

// setError records the first error.
func (s *section) setError(err error) {
	if s.err == nil {
		s.err = err
	}
}

// put writes a record.
func (s *section) put(kind recordKind, key string, value []byte) {
	s.writeRecord(byte(kind), key, value)
}

// delete writes that the record of a key is deleted.
func (s *section) delete(kind recordKind, key string) { s.writeRecord(byte(kind)|0x80, key, nil) }

func (s *section) writeRecord(kind byte, key string, value []byte) {
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

// commit ends the section. It writes the header, which makes the section valid, last.
func (s *section) commit() error {
	s.setError(s.out.Flush())
	var head [sectionHeader]byte
	binary.LittleEndian.PutUint32(head[:], sectionMark)
	binary.LittleEndian.PutUint32(head[4:], s.sum.Sum32())
	binary.LittleEndian.PutUint64(head[8:], uint64(s.size))
	at := s.journal.end
	if s.rewrite {
		at = 0
	}
	if s.err == nil {
		_, s.err = s.file.WriteAt(head[:], at)
	}
	s.err = errors.Join(s.err, s.file.Close())
	if s.rewrite && s.err == nil {
		s.err = os.Rename(s.file.Name(), s.journal.file)
	}
	if s.err != nil && s.rewrite {
		_ = os.Remove(s.file.Name())
	}
	if s.err != nil {
		return s.err
	}
	s.journal.end = at + sectionHeader + s.size
	if s.rewrite {
		s.journal.firstEnd = s.journal.end
	}
	return nil
}
