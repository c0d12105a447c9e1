package importer

import (
	"os"
	"path/filepath"
	"slices"

	"storefront/internal/content/catalog"
	"storefront/internal/content/scaffold"
	"storefront/internal/content/yaml"
	"storefront/internal/lib/lazyregexp"
)

// A product of content is a draft because its source withdraws it, because a fact is assumed, or because an editor made
// it one. The memory records only the first reason: draft in its product.yaml is the source's own value, and the file
// withdrawn beside it records whether the product was a draft for another reason too. If it was not, a source that
// publishes it again publishes it here. Without that file the source's value is unknown.
const withdrawnFile = "withdrawn"

// SetPublication records whether a cell of a table withdraws the product. One such cell is enough.
func (p *Product) SetPublication(at Note, isWithdrawn bool) {
	if p.publication == nil || isWithdrawn && !p.Facts.Draft {
		p.publication, p.Facts.Draft = &at, isWithdrawn
	}
}

// rememberPublication records the facts of a product with its publication in the source.
func (j *Job) rememberPublication(p *Product, key string, alone bool) error {
	if err := j.Remember(key, "product.yaml", scaffold.YAML(p.Facts)); err != nil {
		return err
	}
	return j.rememberWithdrawn(key, p.Facts.Draft, alone)
}

const withdrawnBySourceAlone = "by the source alone\n"

func (j *Job) rememberWithdrawn(key string, isWithdrawn, alone bool) error {
	switch {
	case isWithdrawn && alone:
		return j.Remember(key, withdrawnFile, []byte(withdrawnBySourceAlone))
	case isWithdrawn:
		return j.Remember(key, withdrawnFile, []byte("by the source, and for another reason\n"))
	}
	if j.Stage.Exists(key + "/" + withdrawnFile) {
		return j.Remember(key, withdrawnFile, nil)
	}
	return nil
}

// updatePublication reports what an update withdraws or publishes. It returns the reader of content's facts for the
// update, which ignores a draft that is independent of the source, and the base: the remembered facts, without a draft
// that may not be the source's.
func (j *Job) updatePublication(p *Product, key string, base []byte) (read keyReader, _ []byte, err error) {
	read = canonicalOf[catalog.Product]
	ours, _, err := ReadKeys(filepath.Join(j.Content, "products", p.Slug, "product.yaml"))
	if err != nil {
		return read, base, nil // which the update reports
	}
	before, _, err := ReadKeys(filepath.Join(j.Content, filepath.FromSlash(key), "product.yaml"))
	isKnown := err == nil
	mark, _ := os.ReadFile(filepath.Join(j.Content, filepath.FromSlash(key), withdrawnFile))
	isDraft, wasDraft := ours.Get("draft").Text() == "true", before.Get("draft").Text() == "true"
	wasWithdrawn := wasDraft && len(mark) > 0
	alone := isDraft && wasWithdrawn && string(mark) == withdrawnBySourceAlone
	if wasDraft && !wasWithdrawn {
		if p.publication == nil {
			p.Facts.Draft = false
		}
		base = draftLine.ReplaceAll(base, nil)
	}
	if !isKnown && p.publication == nil {
		p.Facts.Draft = false
	}
	mayPublish := alone || !isKnown && p.publication != nil
	switch withdraws := p.Facts.Draft; {
	case p.publication == nil:
	case withdraws && !isDraft && (isKnown && !wasWithdrawn || !isKnown && j.Prefer == "source"):
		j.notePublication(p, "the source withdraws it; the product becomes a draft", "remove draft to publish it")
	case !withdraws && isDraft && (alone || !isKnown && j.Prefer == "source"):
		j.notePublication(p, "the source publishes it; the product is no longer a draft", "")
	case !withdraws && isDraft && wasDraft:
		j.notePublication(p, "the source publishes it; the product stays a draft, as it is for another reason",
			remedyAssumed)
	}
	alone = p.Facts.Draft && (alone || !isDraft && !wasWithdrawn)
	if err := j.rememberWithdrawn(key, p.Facts.Draft, alone); err != nil {
		return nil, nil, err
	}
	if !isDraft || mayPublish {
		return read, base, nil
	}
	return WithoutDraft(read), base, nil
}

// draftLine matches the line of a remembered file that makes it a draft.
var draftLine = lazyregexp.New(`(?m)^draft: true\n`)

// WithoutDraft reads a file's keys without draft, whose line an update then leaves as it is.
func WithoutDraft(read keyReader) keyReader {
	return func(front string) (*yaml.Node, error) {
		n, err := read(front)
		if err == nil {
			n.Pairs = slices.DeleteFunc(n.Pairs, func(pair yaml.Pair) bool { return pair.Key.Value == "draft" })
		}
		return n, err
	}
}

// notePublication reports that a table publishes or withdraws an updated product.
func (j *Job) notePublication(p *Product, why, do string) {
	n := *p.publication
	n.Item, n.Why, n.Do = p.Slug, why, do
	j.Report.Note(n)
}
