package main

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// pageWeight is the size of a detail page, in bytes.
type pageWeight struct {
	html, gzipped int64 // the mean of some pages in both languages, plain and as gzip
	script        *scriptWeight
}

// scriptWeight is the size of the script files that a browser requests, as gzip: at first, after scrolling through the
// page, and after beginning a booking.
type scriptWeight struct {
	AtOnce, Scrolled, Booking float64
}

// htmlWeight returns the mean of some detail pages in both languages.
func htmlWeight(r *result, n int) (w pageWeight, err error) {
	var count int64
	for i := 0; i < n; i += n / 50 {
		page, _ := r.pagesOf(newProduct(i, n))
		for _, prefix := range []string{"", "ar"} {
			data, err := os.ReadFile(filepath.Join(r.public(), prefix, page, "index.html"))
			if err != nil {
				return w, err
			}
			packed, err := gzipSize(data)
			if err != nil {
				return w, err
			}
			w.html, w.gzipped, count = w.html+int64(len(data)), w.gzipped+packed, count+1
		}
	}
	w.html, w.gzipped = w.html/count, w.gzipped/count
	return w, nil
}

type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

func gzipSize(data []byte) (int64, error) {
	var size counter
	w := gzip.NewWriter(&size)
	_, err := w.Write(data)
	return int64(size), errors.Join(err, w.Close())
}

// measureScript loads a detail page in a browser and returns the script files that it requests.
func (r *result) measureScript(p *product) error {
	page, _ := r.pagesOf(p)
	cmd := exec.Command("node", "tools/bench/scripts.mjs", r.public(), "/"+page+"/", "/ar/"+page+"/")
	var output strings.Builder
	cmd.Stderr = &output
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%w: %s", err, firstError(output.String()))
	}
	var pages []scriptWeight
	if err := json.Unmarshal(out, &pages); err != nil {
		return err
	}
	r.script = &scriptWeight{}
	for _, w := range pages {
		r.script.AtOnce += w.AtOnce / float64(len(pages))
		r.script.Scrolled += w.Scrolled / float64(len(pages))
		r.script.Booking += w.Booking / float64(len(pages))
	}
	return nil
}

// firstError returns the line of Node's output with the error.
func firstError(output string) string {
	for line := range strings.Lines(output) {
		if strings.Contains(line, "Error") {
			return strings.TrimSpace(line)
		}
	}
	return strings.TrimSpace(output)
}
