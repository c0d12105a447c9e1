package search

import "encoding/binary"

// Postings list the documents that contain a word, and the fields in which they do. Documents with the word in a name
// come first, in a list of their own, because suggestions read only those. A list has, for each document, the distance
// from the one before and its fields.
type postings struct{ named, others postingList }

func (p *postings) add(doc int, field Field) {
	if field&names != 0 {
		p.named.add(doc, field)
	} else {
		p.others.add(doc, field)
	}
}

// join appends the postings of other documents.
func (p *postings) join(more *postings) {
	p.named.join(&more.named)
	p.others.join(&more.others)
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

func (l *postingList) join(more *postingList) {
	switch {
	case len(more.bytes) == 0:
		return
	case len(l.bytes) == 0:
		*l = *more
		return
	}
	both := postingList{bytes: make([]byte, 0, len(l.bytes)+len(more.bytes))}
	a, b := l.all(), more.all()
	for len(a) > 0 || len(b) > 0 {
		from := &a
		if len(a) == 0 || len(b) > 0 && b[0].doc < a[0].doc {
			from = &b
		}
		both.add((*from)[0].doc, (*from)[0].field)
		*from = (*from)[1:]
	}
	*l = both
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
