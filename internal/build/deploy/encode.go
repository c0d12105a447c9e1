package deploy

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/md5"
	"io"

	"gocloud.dev/blob"

	"storefront/internal/lib/httpfile"
)

// encodedFile is the stored form of a file, with its headers.
type encodedFile struct {
	body    []byte
	options blob.WriterOptions
}

// encode returns the stored form of a file. Object stores send the bytes that they have, so texts are stored
// compressed: every browser reads gzip, and other clients of pages are rare.
func (p *destination) encode(rel string, data []byte) (encodedFile, error) {
	kind := httpfile.KindOf(rel)
	s := encodedFile{data, blob.WriterOptions{ContentType: kind.ContentType, CacheControl: httpfile.CachePolicy(rel)}}
	if !p.gzip || !kind.Text || len(data) < httpfile.MinCompressBytes {
		return s, nil
	}
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return s, err
	}
	if _, err := w.Write(data); err != nil {
		return s, err
	}
	if err := w.Close(); err != nil {
		return s, err
	}
	if b.Len() < len(data) {
		s.body, s.options.ContentEncoding = b.Bytes(), "gzip"
	}
	return s, nil
}

// read returns a file at the target, decompressed.
func (p *destination) read(ctx context.Context, rel string) ([]byte, error) {
	data, err := p.bucket.ReadAll(ctx, rel)
	// The store's client may have decompressed it.
	if err != nil || len(data) < 2 || data[0] != 0x1f || data[1] != 0x8b {
		return data, err
	}
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

func (s encodedFile) md5() string {
	sum := md5.Sum(s.body)
	return string(sum[:])
}
