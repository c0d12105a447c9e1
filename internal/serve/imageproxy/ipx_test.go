package imageproxy_test

import (
	"bufio"
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"storefront/internal/picture"
)

const ipxFolder = "../../../tools/ipx"

// startIPX runs IPX over a folder, and returns its address.
func startIPX(t *testing.T, folder string) string {
	t.Helper()
	if _, err := os.Stat(ipxFolder + "/node_modules/ipx"); err != nil {
		t.Fatalf("IPX is not installed (tools/need.sh ipx installs it)")
	}
	cmd := exec.CommandContext(t.Context(), "node", "serve.mjs", folder)
	cmd.Dir = ipxFolder
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Wait()
	})
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(address)
}

// addresses are the spellings and separators of IPX, and the sizes, formats and backgrounds that pages use.
var addresses = []string{
	"f_webp", "f_auto", "w_200", "f_webp,s_200x200", "width_200", "height_200", "s_200x200", "resize_200x200",
	"s_200x200,fit_outside", "format_webp", "quality_50", "blur_5", "f_webp&w_200", "f:webp,w=200", "format_jpg,q_60",
	"f_jpeg", "f_png,w_100", "f_avif,w_100", "f_gif,w_100", "s_300", "s_1000x1000", "s_100x2000",
	"s_301x199,fit_cover", "s_200x200,fit_contain,b_fff", "s_200x200,fit_contain,b_00ff00", "s_200x200,fit_inside",
	"s_200x100,fit_fill", "w_10,h_10,q_50,blur_3", "s_10x10,q_50,blur_3,f_webp", "w_1,f_png", "h_3", "w_200,h_100",
	"h_100,s_50x50", "w_317", "h_211", "w_799",
}

// alike is how far two pictures may be apart, as the mean difference of a channel of 255: other versions of the codecs,
// of the kernels' arithmetic, and of what is cut to a half pixel.
const alike = 5.0

// different lists the pictures that may differ, with the reason.
var different = map[string]string{
	"h_3": "of a fine pattern three rows are left; libvips averages blocks first, which is " +
		"another pattern",
	"quality_50": "which colours a palette gets is its library's choice",
}

// TestIPXAddressesGiveTheSamePictures runs both. An address without a format is requested as PNG, whose pixels are
// compared too: the default format is the source's in IPX and WebP here.
func TestIPXAddressesGiveTheSamePictures(t *testing.T) {
	w := newWorld(t, nil)
	w.media.put(t, "buffalo.png", asPNG(t, testImage(320, 214)))
	w.media.put(t, "buffalo.jpg", asJPEG(t, testImage(801, 533)))
	address := startIPX(t, string(w.media))
	for _, picture := range []string{"buffalo.png", "buffalo.jpg"} {
		for _, modifiers := range addresses {
			named := strings.Contains(modifiers, "f_") || strings.Contains(modifiers, "f:") ||
				strings.Contains(modifiers, "format")
			source := "/" + modifiers + "/media/" + picture
			if !named {
				source = "/f_png," + modifiers + "/media/" + picture
			}
			theirs, err := fetchFromIPX(t, address+source)
			if err != nil {
				t.Fatal(err)
			}
			a := w.get("/_ipx"+source, "Accept", acceptAll)
			compare(t, source, a, theirs)
			if !named {
				compareLooks(t, modifiers, a.body, theirs)
			}
		}
	}
}

const acceptAll = "image/avif,image/webp,*/*"

func compare(t *testing.T, source string, a answer, theirs []byte) {
	t.Helper()
	if a.err != nil {
		t.Errorf("%s: %v", source, a.err)
		return
	}
	got, err := picture.Probe(a.body)
	if err != nil {
		t.Errorf("%s: %v", source, err)
		return
	}
	if want, err := picture.Probe(theirs); err != nil || got != want {
		t.Errorf("%s: %+v, IPX gives %+v (%v)", source, got, want, err)
	}
}

func compareLooks(t *testing.T, modifiers string, ours, theirs []byte) {
	t.Helper()
	a, errOurs := png.Decode(bytes.NewReader(ours))
	b, errTheirs := png.Decode(bytes.NewReader(theirs))
	if errOurs != nil || errTheirs != nil || a.Bounds() != b.Bounds() {
		t.Errorf("%s: %v %v", modifiers, errOurs, errTheirs)
		return
	}
	if d := difference(a, b); d > alike && different[modifiers] == "" {
		t.Errorf("%s: differs by %.1f of 255 a channel", modifiers, d)
	}
}

// difference is by how much two pictures differ in a channel of a pixel, on average, of 255. The race detector, which
// looks at every byte, would take minutes for nothing.
//
//go:norace
func difference(a, b image.Image) float64 {
	one, other := pixels(a), pixels(b)
	sum := 0
	for i, v := range one {
		sum += max(int(v), int(other[i])) - min(int(v), int(other[i]))
	}
	return float64(sum) / float64(len(one))
}

func pixels(m image.Image) []byte {
	as := image.NewRGBA(m.Bounds())
	draw.Draw(as, as.Rect, m, m.Bounds().Min, draw.Src)
	return as.Pix
}

func fetchFromIPX(t *testing.T, url string) ([]byte, error) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", acceptAll)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	data := readAll(t, response.Body)
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%d %.100s", response.StatusCode, data)
	}
	return data, nil
}
