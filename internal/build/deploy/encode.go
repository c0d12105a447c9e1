package deploy

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"io"

	"gocloud.dev/blob"

	"storefront/internal/lib/httpfile"
)

// stored is a file as it is stored, with what the store is to send along.
type stored struct {
	body    []byte
	options blob.WriterOptions
}

// encode makes what is stored of a file. Object stores send what they have, so texts are stored compressed: every browser
// reads gzip, and whatever else asks for a page without it is seldom.
func (p *place) encode(rel string, data []byte) (stored, error) {
	kind := httpfile.KindOf(rel)
	s := stored{data, blob.WriterOptions{ContentType: kind.ContentType, CacheControl: httpfile.CachePolicy(rel)}}
	if !p.gzip || !kind.Text || len(data) < httpfile.SmallestCompressed {
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

// read gives a file that is there as it was before it was stored.
func (p *place) read(ctx context.Context, rel string) ([]byte, error) {
	data, err := p.bucket.ReadAll(ctx, rel)
	// A client may have unpacked it on the way.
	if err != nil || len(data) < 2 || data[0] != 0x1f || data[1] != 0x8b {
		return data, err
	}
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

func (s stored) md5() string {
	sum := md5.Sum(s.body)
	return string(sum[:])
}

// hashOf is the hash that lists of files have.
func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:len(sum)/2])
}
