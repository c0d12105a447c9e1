package imageproxy_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"storefront/internal/fault"
	"storefront/internal/imageproxy"
	"storefront/internal/picture"
)

const ipxFolder = "../../tools/ipx"

// ipx runs IPX over a folder, and gives its address.
func ipx(t *testing.T, folder string) string {
	t.Helper()
	if _, err := os.Stat(ipxFolder + "/node_modules/ipx"); err != nil {
		t.Fatalf("IPX is not installed (tools/need.sh ipx installs it)")
	}
	cmd := exec.CommandContext(t.Context(), "node", "serve.mjs", folder)
	cmd.Dir, cmd.Stderr = ipxFolder, os.Stderr
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

// examples are those of IPX's own page (readme of 3.1.1), with its spellings.
var examples = []string{
	"_", "f_webp", "f_auto", "w_200", "embed,f_webp,s_200x200",
	"width_200", "height_200", "s_200x200", "resize_200x200", "s_200x200,kernel_nearest", "s_200x200,fit_outside",
	"s_200x200,pos_top", "trim_100", "extend_10_20_30_40", "r_45,b_00ff00", "extract_10_20_200_100", "format_webp",
	"quality_50", "rotate_45", "enlarge,s_2000x2000", "flip", "flop", "sharpen_30", "median_10", "blur_5", "gamma_3",
	"negate", "normalize", "threshold_10", "tint_1098123", "grayscale",
}

// ours go beyond the examples: what the site uses, other spellings and separators, and what depends on order.
var ours = []string{
	"f_webp&w_200", "f:webp,w=200", "format_jpg,q_60", "f_jpeg", "f_png,w_100", "f_avif,w_100", "f_gif,w_100",
	"s_300", "s_1000x1000", "s_100x2000", "s_301x199,fit_cover", "s_200x200,fit_contain,b_fff", "s_200x200,fit_contain,b_00ff00",
	"s_200x200,fit_inside", "s_200x100,fit_fill", "s_333x77,fit_outside,pos_right%20bottom", "s_150x200,pos_entropy",
	"s_150x200,pos_attention", "w_10,h_10,q_50,blur_3", "s_10x10,q_50,blur_3,f_webp", "w_1,f_png", "h_3", "w_200,h_100", "h_100,s_50x50",
	"w_317", "h_211", "w_799", "enlarge,w_1000", "enlarge,h_1000", "enlarge,s_900x300,fit_contain", "rotate_90", "rotate_90,s_100x50",
	"resize_100x50,rotate_90", "rotate_180,w_100", "rotate_-90,h_100", "rotate_30,w_100", "crop_0_0_100_100,w_50", "extract_0_0_100_300,s_50x50",
	"flatten,b_fff", "blur_0.5", "sharpen_2_1_3", "median_3", "gamma_1.5_2.5", "threshold_128", "modulate_1.5", "tint_red",
	"tint_%23336699", "grayscale,negate,flip,flop", "extend_0_0_10_0,b_fff,w_100",
}

// TestIPXsExamplesGiveTheSamePictures runs both. What IPX takes for the default format is its own; the storefront's is WebP.
func TestIPXsExamplesGiveTheSamePictures(t *testing.T) {
	w := newWorld(t, func(c *imageproxy.Config) { c.Format = imageproxy.SourceFormat })
	w.media.put(t, "buffalo.png", asPNG(t, drawn(640, 427)))
	w.media.put(t, "buffalo.jpg", asJPEG(t, drawn(1601, 1067)))
	address := ipx(t, string(w.media))
	compared, refused := 0, 0
	for _, name := range []string{"buffalo.png", "buffalo.jpg"} {
		for _, modifiers := range append(examples, ours...) {
			theirs, err := theirPicture(t, address+"/"+modifiers+"/media/"+name)
			a := w.get("/_ipx/"+modifiers+"/media/"+name, "Accept", "image/avif,image/webp,*/*")
			if err != nil {
				refused++ // by IPX; see docs/pictures.md for those that are served here all the same
				if a.err != nil && !fault.Is(a.err, fault.Invalid) {
					t.Errorf("%s of %s: IPX fails (%v), and here it is %v", modifiers, name, err, a.err)
				}
				t.Logf("%s of %s: IPX fails: %v; here: %v", modifiers, name, err, a.err)
				continue
			}
			compared++
			if a.err != nil {
				t.Errorf("%s of %s: %v", modifiers, name, a.err)
				continue
			}
			got, err := picture.Probe(a.body)
			if err != nil {
				t.Errorf("%s of %s: %v", modifiers, name, err)
			} else if got != theirs {
				t.Errorf("%s of %s: %+v, IPX gives %+v", modifiers, name, got, theirs)
			}
		}
	}
	fmt.Printf("ipx: %d addresses compared, size and format the same; %d fail in IPX itself\n", compared, refused)
}

func theirPicture(t *testing.T, url string) (picture.Header, error) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "image/avif,image/webp,*/*")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		return picture.Header{}, fmt.Errorf("%d %.100s", response.StatusCode, data)
	}
	return picture.Probe(data)
}
