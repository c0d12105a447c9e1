package main

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// quoteYAML returns a text as a YAML scalar; the vocabulary needs no escapes.
func quoteYAML(text string) string { return `"` + text + `"` }

func listYAML(items []string) string {
	out := make([]string, len(items))
	for i, item := range items {
		out[i] = quoteYAML(item)
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// siteFolder writes files below a root and remembers the first failure.
type siteFolder struct {
	root string
	mu   sync.Mutex
	err  error
}

func (f *siteFolder) write(rel, text string) {
	path := filepath.Join(f.root, rel)
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		err = os.WriteFile(path, []byte(text), 0o644)
	}
	if err != nil {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.err = err
	}
}

// forEach calls do for 0 to n-1 on all cores.
func forEach(n int, do func(i int)) {
	var wait sync.WaitGroup
	cores := runtime.NumCPU()
	for core := range cores {
		wait.Go(func() {
			for i := core; i < n; i += cores {
				do(i)
			}
		})
	}
	wait.Wait()
}

// pictures writes plain pictures of one colour each, because their content does not matter.
func (f *siteFolder) pictures(dir string) {
	for i := range pictureCount {
		m := image.NewPaletted(image.Rect(0, 0, 1600, 1067),
			color.Palette{color.RGBA{uint8(i * 10), 120, uint8(255 - i*10), 255}})
		var b bytes.Buffer
		if err := png.Encode(&b, m); err != nil {
			f.err = err
			return
		}
		f.write(filepath.Join(dir, pictureName(i)), b.String())
	}
}

// folderSize is the number of bytes and files below a folder, and how many of the files are HTML pages.
type folderSize struct {
	bytes, files, pages int64
}

func measureFolder(root string, visit func(path string, info os.FileInfo)) (s folderSize, err error) {
	root, err = filepath.EvalSymlinks(root)
	if err != nil {
		return s, err
	}
	err = filepath.Walk(root, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		s.files++
		s.bytes += info.Size()
		if strings.HasSuffix(path, ".html") {
			s.pages++
		}
		if visit != nil {
			visit(path, info)
		}
		return nil
	})
	return s, err
}
