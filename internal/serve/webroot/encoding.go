package webroot

import (
	"bytes"
	"compress/gzip"
	"io"
	"slices"
	"strings"

	"storefront/internal/lib/httpfile"

	"github.com/andybalholm/brotli"
)

// encoding is a content coding of Accept-Encoding.
type encoding struct {
	name      string
	extension string
	writer    func(io.Writer) io.WriteCloser
}

// At these levels a page of 30 kB takes a few milliseconds, once.
const (
	brotliLevel = 5
	gzipLevel   = 6
)

// encodings lists the supported encodings, that of the smallest result first.
var encodings = []encoding{
	{"br", ".br", func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, brotliLevel) }},
	{"gzip", ".gz", func(w io.Writer) io.WriteCloser {
		z, err := gzip.NewWriterLevel(w, gzipLevel)
		if err != nil {
			panic(err) // the level is a constant
		}
		return z
	}},
}

func (e encoding) compress(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w := e.writer(&b)
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// acceptedEncodings returns the supported encodings of an Accept-Encoding (RFC 9110, 12.5.3) that weigh at least as
// much as identity, in descending order.
func acceptedEncodings(header string) []encoding {
	weights := map[string]float64{}
	for part := range strings.SplitSeq(header, ",") {
		name, parameters, _ := strings.Cut(part, ";")
		if name = strings.ToLower(strings.TrimSpace(name)); name != "" {
			weights[name] = httpfile.ParseWeight(parameters)
		}
	}
	weight := func(name string) float64 {
		if q, ok := weights[name]; ok {
			return q
		}
		return weights["*"]
	}
	accepted := slices.DeleteFunc(slices.Clone(encodings), func(e encoding) bool {
		return weight(e.name) == 0 || weight(e.name) < weights["identity"]
	})
	slices.SortStableFunc(accepted, func(a, b encoding) int {
		switch wa, wb := weight(a.name), weight(b.name); {
		case wa > wb:
			return -1
		case wa < wb:
			return 1
		}
		return 0
	})
	return accepted
}
