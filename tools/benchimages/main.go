// Command benchimages measures the picture proxy beside IPX (sharp): pictures per second, processor time, and bytes at
// the same visual quality, of the same pictures in one run. make bench-images runs it. The two are measured in turns,
// medians count. It fails if something could not be measured, not if a target is missed.
//
// Both serve over HTTP from a process of their own; this one sends the requests. No request is sent twice to one
// process, and ours starts each round with an empty cache, which it fills.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
)

type options struct {
	media       string
	ipx         string
	pictures    int
	rounds      int
	connections int
	parts       string
}

func main() {
	if len(os.Args) == 3 && os.Args[1] == childArgument {
		if err := serve(os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, "bench-images child:", err)
			os.Exit(1)
		}
		return
	}
	var o options
	flag.StringVar(&o.media, "media", "content/media", "a folder of pictures")
	flag.StringVar(&o.ipx, "ipx", "tools/ipx", "the folder in which IPX is installed")
	flag.IntVar(&o.pictures, "pictures", 24, "the number of pictures, spread over the folder")
	flag.IntVar(&o.rounds, "rounds", 9, "the number of measurements of each; medians count")
	flag.IntVar(&o.connections, "connections", 4, "the number of concurrent requests")
	flag.StringVar(&o.parts, "parts", "speed,again,bytes", "what to measure")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "bench-images:", err)
		os.Exit(1)
	}
}

// requestKinds are the requests of pages: a card and a hero at one and two pixels a point, and the other formats. AVIF
// takes so much longer that it is measured by itself.
var requestKinds = []struct{ name, modifiers string }{
	{"webp w_400", "w_400,f_webp"},
	{"webp w_800", "w_800,f_webp"},
	{"webp s_640x480", "s_640x480,f_webp"},
	{"webp placeholder", "s_10x10,q_50,blur_3,f_webp"},
	{"jpeg w_400", "w_400,f_jpeg"},
	{"avif w_400", "w_400,f_avif"},
}

func run(ctx context.Context, o options) error {
	dir, err := os.MkdirTemp("", "bench-images")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	sources, err := prepareSources(dir, o)
	if err != nil {
		return err
	}
	fmt.Printf("%d pictures of %s, unchanged and as JPEG: %d sources\n", o.pictures, o.media, len(sources))
	if strings.Contains(o.parts, "speed") {
		if err := measureSpeed(ctx, dir, sources, o); err != nil {
			return err
		}
	}
	if strings.Contains(o.parts, "again") {
		if err := measureRepeated(ctx, dir, sources, o); err != nil {
			return err
		}
	}
	if strings.Contains(o.parts, "bytes") {
		return bytesAtQuality(ctx, dir, sources, o)
	}
	return nil
}

// prepareSources copies pictures spread over a folder, and adds each as a JPEG of quality 92, as cameras write.
func prepareSources(dir string, o options) ([]string, error) {
	all, err := filepath.Glob(filepath.Join(o.media, "*.webp"))
	if err != nil || len(all) == 0 {
		return nil, fmt.Errorf("there are no pictures in %s", o.media)
	}
	media := filepath.Join(dir, "media")
	if err := os.Mkdir(media, 0o755); err != nil {
		return nil, err
	}
	var names []string
	for i := range min(o.pictures, len(all)) {
		from := all[i*len(all)/min(o.pictures, len(all))]
		data, err := os.ReadFile(from)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(filepath.Base(from), ".webp")
		photo, err := asJPEG(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", from, err)
		}
		for file, content := range map[string][]byte{name + ".webp": data, name + ".jpg": photo} {
			if err := os.WriteFile(filepath.Join(media, file), content, 0o644); err != nil {
				return nil, err
			}
		}
		names = append(names, name+".webp", name+".jpg")
	}
	return names, nil
}
