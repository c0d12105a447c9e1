package render_test

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"storefront/internal/build/render"
	"storefront/internal/core/payload"
)

// fakeWorker names the environment variable that makes the test binary a rendering worker; its value is the behaviour.
const fakeWorker = "RENDER_TEST_WORKER"

func TestMain(m *testing.M) {
	if behaviour := os.Getenv(fakeWorker); behaviour != "" {
		runWorker(behaviour, bufio.NewReader(os.Stdin), os.Stdout)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// runWorker runs a worker that answers each page with its shell's locale, as part of a shared text, and its payload.
func runWorker(behaviour string, in io.Reader, out io.Writer) {
	var hello struct {
		Protocol int
		Shells   []payload.Shell
	}
	first := readFrame(in)
	if behaviour == "ends at once" || json.Unmarshal(first, &hello) != nil || hello.Protocol != 2 {
		os.Exit(3)
	}
	answer := `{"protocol":2}`
	if behaviour == "speaks another protocol" {
		answer = `{"protocol":1}`
	}
	writeFrame(out, []byte(answer))
	for pages := 0; ; pages++ {
		request := readFrame(in)
		if request == nil {
			return
		}
		shell, body := hello.Shells[binary.LittleEndian.Uint32(request[4:])], string(request[8:])
		status, parts := byte(0), slices.Concat(localePart(shell.Locale, pages == 0), textPart(body))
		frame := request[:4:4]
		if strings.Contains(body, `"/bad"`) {
			switch behaviour {
			case "reports an error":
				status, parts = 1, textPart("the component threw")
			case "dies":
				os.Exit(3)
			case "answers half":
				_, _ = out.Write([]byte{200, 0, 0, 0, 1, 2})
				os.Exit(0)
			case "answers another page":
				frame = []byte{99, 0, 0, 0}
			case "answers too little":
				writeFrame(out, frame)
				continue
			case "answers too much":
				parts = binary.LittleEndian.AppendUint32(nil, 1000)
			case "shares no text":
				parts = numbers(^uint32(7), 0, 1)
			case "shares too little text":
				parts = numbers(^uint32(0), 0, 1000)
			}
		}
		frame = append(append(frame, status), parts...)
		if behaviour == "answers in parts" {
			out := bytewise{out}
			writeFrame(out, frame)
			continue
		}
		writeFrame(out, frame)
	}
}

// textPart returns a part of an answer with its own text.
func textPart(text string) []byte {
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(text))), text...)
}

const sharedText = "<en><ar>"

// localePart returns a part of an answer that refers to the shared text. The first one contains the text.
func localePart(locale string, first bool) []byte {
	from := uint32(strings.Index(sharedText, "<"+locale))
	part := numbers(^uint32(0))
	if first {
		part = append(part, textPart(sharedText)...)
	}
	return append(part, numbers(from, from+uint32(len("<en>")))...)
}

func numbers(all ...uint32) (data []byte) {
	for _, n := range all {
		data = binary.LittleEndian.AppendUint32(data, n)
	}
	return data
}

// bytewise writes one byte at a time.
type bytewise struct{ io.Writer }

func (w bytewise) Write(data []byte) (int, error) {
	for i := range data {
		if n, err := w.Writer.Write(data[i : i+1]); err != nil {
			return i + n, err
		}
	}
	return len(data), nil
}

func readFrame(in io.Reader) []byte {
	var size [4]byte
	if _, err := io.ReadFull(in, size[:]); err != nil {
		return nil
	}
	frame := make([]byte, binary.LittleEndian.Uint32(size[:]))
	if _, err := io.ReadFull(in, frame); err != nil {
		return nil
	}
	return frame
}

func writeFrame(out io.Writer, frame []byte) {
	_, _ = out.Write(append(binary.LittleEndian.AppendUint32(nil, uint32(len(frame))), frame...))
}

// useFakeNode makes the test binary the program "node" on the PATH, as a worker with a behaviour.
func useFakeNode(t *testing.T, behaviour string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if err := os.Symlink(self, filepath.Join(bin, "node")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	t.Setenv(fakeWorker, behaviour)
}

// No Node package is installed above it, so that the "node" on the PATH is used.
const workerFile = "/nowhere/worker.mjs"

var shells = []payload.Shell{{Locale: "en"}, {Locale: "ar"}}

func start(t *testing.T, workers int) *render.Pool {
	t.Helper()
	pool, err := render.Start(t.Context(), workerFile, render.Input{Shells: shells}, workers, &render.WarmWorker{})
	if err != nil {
		t.Fatal(err)
	}
	return pool
}

func TestPoolRendersEachPageWithItsOwnPayload(t *testing.T) {
	for _, behaviour := range []string{"answers", "answers in parts"} {
		for _, workers := range []int{1, 3} {
			t.Run(fmt.Sprintf("%s, %d workers", behaviour, workers), func(t *testing.T) {
				useFakeNode(t, behaviour)
				pool := start(t, workers)
				var mu sync.Mutex
				got := map[int]string{}
				for i := range 100 {
					page := render.Page{Shell: i % 2, Payload: []byte(strings.Repeat("x", i*10)),
						Done: func(html []byte) error {
							mu.Lock()
							defer mu.Unlock()
							got[i] = string(html)
							return nil
						}}
					if err := pool.Render(page); err != nil {
						t.Fatal(err)
					}
				}
				if err := pool.Close(); err != nil {
					t.Fatal(err)
				}
				for i := range 100 {
					if want := "<" + shells[i%2].Locale + ">" + strings.Repeat("x", i*10); got[i] != want {
						t.Errorf("page %d is %q, want %q", i, got[i], want)
					}
				}
				if left := children(t); len(left) != 0 {
					t.Errorf("%d workers are left", len(left))
				}
			})
		}
	}
}

func TestWorkerFailureNamesThePage(t *testing.T) {
	for _, test := range []struct {
		behaviour, want string
		ofPage          bool
	}{
		{"reports an error", "rendering worker: the component threw\nwhile rendering /bad (ar)", true},
		{"dies", "rendering worker: it ended early: EOF\nwhile rendering /bad (ar)", true},
		{"answers half", "rendering worker: unexpected EOF\nwhile rendering /bad (ar)", true},
		{"answers another page", "rendering worker: it answered out of order", false},
		{"answers too little", "rendering worker: it sent a broken answer\nwhile rendering /bad (ar)", true},
		{"answers too much", "rendering worker: it sent a broken answer\nwhile rendering /bad (ar)", true},
		{"shares no text", "rendering worker: it sent a broken answer\nwhile rendering /bad (ar)", true},
		{"shares too little text", "rendering worker: it sent a broken answer\nwhile rendering /bad (ar)", true},
	} {
		t.Run(test.behaviour, func(t *testing.T) {
			useFakeNode(t, test.behaviour)
			pool := start(t, 1)
			good, err := pool.RenderOne(t.Context(), 0, []byte(`{"path":"/good"}`))
			if err != nil || string(good) != `<en>{"path":"/good"}` {
				t.Fatalf("the good page is %q, %v", good, err)
			}
			if html, err := pool.RenderOne(t.Context(), 1, []byte(`{"path":"/bad","locale":"ar"}`)); err == nil {
				t.Errorf("the bad page is rendered as %q", html)
			}
			if err := pool.Render(render.Page{}); err == nil {
				t.Error("the pool accepts pages after a failure")
			}
			err = pool.Close()
			if err == nil || err.Error() != test.want {
				t.Errorf("error %q, want %q", err, test.want)
			}
			var page *render.PageError
			if errors.As(err, &page) != test.ofPage {
				t.Errorf("%v names a page: want %v", err, test.ofPage)
			}
			if left := children(t); len(left) != 0 {
				t.Errorf("%d workers are left", len(left))
			}
		})
	}
}

func TestWorkerWithoutAValidHelloFailsThePool(t *testing.T) {
	for behaviour, want := range map[string]string{
		"ends at once":            "it ended early",
		"speaks another protocol": "another protocol than 2",
	} {
		t.Run(behaviour, func(t *testing.T) {
			useFakeNode(t, behaviour)
			pool := start(t, 1)
			if _, err := pool.RenderOne(t.Context(), 0, []byte(`{}`)); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("error %v, want %q", err, want)
			}
			_ = pool.Close()
		})
	}
}

func TestStartFailsIfNodeIsMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	warm := render.StartWarmWorker(t.Context(), workerFile)
	pool, err := render.Start(t.Context(), workerFile, render.Input{Shells: shells}, 1, warm)
	if pool != nil || err == nil || !strings.Contains(err.Error(), "is Node installed?") {
		t.Errorf("pool %v, error %v", pool != nil, err)
	}
}

func TestErrorOfDoneFailsThePool(t *testing.T) {
	useFakeNode(t, "answers")
	pool := start(t, 1)
	full := errors.New("the disk is full")
	if err := pool.Render(render.Page{Payload: []byte(`{}`), Done: func([]byte) error { return full }}); err != nil {
		t.Fatal(err)
	}
	if err := pool.Close(); !errors.Is(err, full) {
		t.Errorf("error %v, want %v", err, full)
	}
}
