package drill_test

import (
	"bytes"
	"compress/zlib"
	big "encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"image"
	"image/jpeg"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"storefront/internal/picture"
	"storefront/internal/picture/vips"
	"storefront/internal/serve/imageproxy"
)

// encodedPhoto returns a JPEG with a pattern.
func encodedPhoto(t testing.TB, width, height int) []byte {
	t.Helper()
	m := image.NewYCbCr(image.Rect(0, 0, width, height), image.YCbCrSubsampleRatio420)
	for i := range m.Y {
		x, y := i%m.YStride, i/m.YStride
		m.Y[i] = uint8(x*y/200 + x ^ y)
	}
	for i := range m.Cb {
		m.Cb[i], m.Cr[i] = uint8(i/7), uint8(i/3)
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// encodedBomb returns a valid PNG of one colour: a small file with side × side pixels, 400 MB for a side of 20,000.
func encodedBomb(t testing.TB, side int) []byte {
	t.Helper()
	var pixels bytes.Buffer
	z, err := zlib.NewWriterLevel(&pixels, zlib.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	row := make([]byte, side+1)
	for range side {
		if _, err := z.Write(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	header := big.BigEndian.AppendUint32(nil, uint32(side))
	header = append(big.BigEndian.AppendUint32(header, uint32(side)), 8, 0, 0, 0, 0)
	file := []byte("\x89PNG\r\n\x1a\n")
	for _, chunk := range []struct {
		kind string
		data []byte
	}{{"IHDR", header}, {"IDAT", pixels.Bytes()}, {"IEND", nil}} {
		file = big.BigEndian.AppendUint32(file, uint32(len(chunk.data)))
		file = append(append(file, chunk.kind...), chunk.data...)
		file = big.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(append([]byte(chunk.kind), chunk.data...)))
	}
	return file
}

// hugeHeaders are files, by name, whose header declares a large size or another format.
var hugeHeaders = map[string]string{
	"bomb.jpg":  "\xff\xd8\xff\xc0\x00\x11\x08\xff\xdc\xff\xdc\x03\x01\x22\x00\x02\x11\x01\x03\x11\x01",
	"bomb.gif":  "GIF89a\xff\xff\xff\xff\x00\x00\x00",
	"bomb.webp": "RIFF\x16\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff",
	"bomb.avif": "\x00\x00\x00\x1cftypavif\x00\x00\x00\x00mif1avifmiaf" +
		"\x00\x00\x00\x30meta\x00\x00\x00\x00\x00\x00\x00\x24iprp\x00\x00\x00\x1cipco\x00\x00\x00\x14ispe\x00\x00\x00\x00\x00\x00\xff\xff\x00\x00\xff\xff",
	"map.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>`,
	"svg.png": `<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>`,
	"pdf.jpg": "%PDF-1.7\n1 0 obj <</MediaBox [0 0 90000 90000]>>",
}

// TestDecompressionBombsAreRefused requests pictures that are too large, truncated or in another format, and then more
// variants at once than the server makes.
func TestDecompressionBombsAreRefused(t *testing.T) {
	const budget = 4 << 20
	s := newPictureServer(t, func(c *imageproxy.Config) { c.CacheBytes = budget })
	large := encodedBomb(t, 20_000)
	writeFile(t, filepath.Join(s.media, "bomb.png"), large)
	for name, data := range hugeHeaders {
		writeFile(t, filepath.Join(s.media, name), []byte(data))
	}
	resetPeakMemory(t)
	before := peakMemory(t)
	slowest := time.Duration(0)
	for _, name := range append(slices.Sorted(maps.Keys(hugeHeaders)), "bomb.png") {
		began := time.Now()
		r := s.get(t, "/_ipx/w_480/media/"+name)
		slowest = max(slowest, time.Since(began))
		mustBeSourceProblem(t, name, r)
	}
	bombs := peakMemory(t) - before
	if bombs > 64<<20 {
		t.Errorf("the bombs took %d MB", bombs>>20)
	}
	truncated := requestTruncated(t, s)
	served, refused := flood(t, s)
	memory := peakMemory(t) - before
	if memory > 512<<20 {
		t.Errorf("all requests took %d MB", memory>>20)
	}
	if cached := folderSize(t, s.cache); cached > budget {
		t.Errorf("the cache has %d bytes, more than the limit of %d", cached, budget)
	}
	printRow(16, "%d bombs: 400 from the header, slowest %s, %d MB; %d truncated files: 400; flood: %d served, %d "+
		"answered 503, %d MB in all, %d KB cached", len(hugeHeaders)+1, slowest.Round(time.Millisecond), bombs>>20,
		truncated, served, refused, memory>>20, folderSize(t, s.cache)>>10)
	if long {
		decodeWithoutLimits(t, large, slowest)
	}
}

// mustBeSourceProblem fails the test unless a response is a problem document about the field source.
func mustBeSourceProblem(t *testing.T, name string, r *http.Response) {
	t.Helper()
	var p struct {
		Code   string
		Fields []struct{ Name string }
	}
	if r.StatusCode != http.StatusBadRequest || r.Header.Get("Content-Type") != "application/problem+json" ||
		json.NewDecoder(r.Body).Decode(&p) != nil || len(p.Fields) != 1 || p.Fields[0].Name != "source" {
		t.Errorf("%s: %d %v %+v", name, r.StatusCode, r.Header, p)
	}
}

// requestTruncated requests files of each format that are truncated at different lengths, and returns how many.
func requestTruncated(t *testing.T, s *pictureServer) (tried int) {
	t.Helper()
	engine, err := vips.Open(vips.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	whole := encodedPhoto(t, 200, 150)
	for _, format := range picture.Formats {
		data, err := engine.Make(t.Context(), whole, picture.Header{Format: picture.JPEG, Width: 200, Height: 150},
			picture.Recipe{Format: format})
		if err != nil {
			t.Fatal(err)
		}
		for i := range sized(6, 60) {
			name := fmt.Sprintf("cut-%d.%s", i, format)
			writeFile(t, filepath.Join(s.media, name), data[:len(data)*(i+1)/(sized(6, 60)+2)])
			mustBeSourceProblem(t, name, s.get(t, "/_ipx/w_480/media/"+name))
			tried++
		}
	}
	return tried
}

// flood requests 500 new variants a second without waiting for responses. It returns how many were served, and how many
// answered 503.
func flood(t *testing.T, s *pictureServer) (served, refused int) {
	t.Helper()
	for i := range floodSources {
		writeFile(t, filepath.Join(s.media, fmt.Sprintf("dunes-%d.0123456789.jpg", i)), encodedPhoto(t, 800, 600+i))
	}
	client := &http.Client{Transport: &http.Transport{MaxConnsPerHost: 500}}
	defer client.CloseIdleConnections()
	var mu sync.Mutex
	var group sync.WaitGroup
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for i := range 500 * sized(2, 15) {
		<-tick.C
		group.Go(func() {
			address := s.URL + variantAddress(i)
			r, err := client.Get(address)
			if err != nil {
				t.Error(err)
				return
			}
			_, _ = io.Copy(io.Discard, r.Body)
			_ = r.Body.Close()
			mu.Lock()
			defer mu.Unlock()
			switch {
			case r.StatusCode == http.StatusOK:
				served++
			case r.StatusCode == http.StatusServiceUnavailable && r.Header.Get("Retry-After") != "":
				refused++
			default:
				t.Errorf("%s: %d", address, r.StatusCode)
			}
		})
	}
	group.Wait()
	if served == 0 || refused == 0 {
		t.Errorf("%d served, %d answered 503: the flood was too small or too large to prove anything", served, refused)
	}
	return served, refused
}

const floodSources = 16

// variantAddress returns the path of a picture in one of the sizes that pages use, a different one for each number.
func variantAddress(i int) string {
	part := func(n int) (at int) {
		at, i = i%n, i/n
		return at
	}
	size := []string{"s_320x240", "s_480x360", "s_680x510", "s_240x160", "s_480x320", "s_160x160", "w_480",
		"w_800"}[part(8)]
	quality, fit := []int{50, 60, 70, 80, 90}[part(5)], []string{"cover", "contain", "fill", "inside"}[part(4)]
	source := part(floodSources)
	return fmt.Sprintf("/_ipx/f_%s,q_%d,fit_%s,%s/media/dunes-%d.0123456789.jpg",
		[]string{"webp", "jpeg", "png"}[part(3)], quality, fit, size, source)
}

// decodeWithoutLimits is the control: it decodes the bomb with an engine without limits.
func decodeWithoutLimits(t *testing.T, data []byte, guarded time.Duration) {
	t.Helper()
	engine, err := vips.Open(vips.Limits{SourcePixels: 1 << 40, Pixels: 1 << 40, AVIFPixels: 1 << 40})
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	_, err = engine.Make(t.Context(), data, picture.Header{Format: picture.PNG, Width: 20_000, Height: 20_000},
		picture.Recipe{Format: picture.WebP, Size: picture.Size{Width: 100}})
	took := time.Since(began)
	if err != nil || took < 20*guarded {
		t.Errorf("without limits the bomb took %s, with the error %v", took, err)
	}
	printRow(16, "control (no limits): the bomb is decoded in %s", took.Round(time.Millisecond))
}

// peakMemory returns the peak memory of this process since resetPeakMemory, in bytes.
func peakMemory(t *testing.T) int64 {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip("memory is measured on Linux only")
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	kilobytes, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return kilobytes << 10
}

// resetPeakMemory makes the kernel measure the peak memory of this process anew.
func resetPeakMemory(t *testing.T) {
	t.Helper()
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
		t.Logf("the peak memory counts from the start of the process: %v", err)
	}
}

// folderSize returns the size of all files in a folder.
func folderSize(t *testing.T, dir string) (total int64) {
	t.Helper()
	err := filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		total += info.Size()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return total
}
