package search

import (
	"encoding/binary"
	"math"
)

// Postings list the documents that contain a word, and the fields in which they do. Documents with the word in a name
// come first, in a list of their own, because suggestions read only those. A list has, for each document, the distance
// from the one before and its fields.
type postings struct{ named, others postingList }

func (p *postings) add(doc int, field Field) {
	if field&nameFields != 0 {
		p.named.add(doc, field)
	} else {
		p.others.add(doc, field)
	}
}

type postingList struct {
	bytes []byte
	last  int // document, and one
}

// add appends a document; documents come in ascending order.
func (l *postingList) add(doc int, field Field) {
	l.bytes = append(binary.AppendUvarint(l.bytes, uint64(doc+1-l.last)), byte(field))
	l.last = doc + 1
}

// merge adds the postings of other documents, less those of documents that are gone.
func (l *postingList) merge(more []byte, gone func(doc int) bool) {
	own := l.all()
	*l = postingList{bytes: make([]byte, 0, len(l.bytes)+len(more))}
	addBefore := func(doc int) {
		for len(own) > 0 && own[0].doc < doc {
			l.add(own[0].doc, own[0].field)
			own = own[1:]
		}
	}
	eachPosting(more, func(doc int, field Field) {
		addBefore(doc)
		if gone == nil || !gone(doc) {
			l.add(doc, field)
		}
	})
	addBefore(math.MaxInt)
}

type posting struct {
	doc   int
	field Field
}

func (l *postingList) all() []posting {
	out := make([]posting, 0, len(l.bytes)/2)
	eachPosting(l.bytes, func(doc int, field Field) { out = append(out, posting{doc, field}) })
	return out
}

func eachPosting(list []byte, found func(doc int, field Field)) {
	doc := -1
	for len(list) > 1 {
		step, size := uint64(list[0]), 1
		if step >= 0x80 {
			step, size = binary.Uvarint(list)
		}
		if size <= 0 || size >= len(list) {
			return
		}
		doc += int(step)
		found(doc, Field(list[size]))
		list = list[size+1:]
	}
}
