package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"storefront/tools/gauge"
)

// editCount is the number of timed edits of each reader.
const editCount = 20

// measureWatch measures how long generate server takes to show a saved edit. Pauses between edits vary in length, so
// that some edits happen during the publishing of the previous one.
func measureWatch(us ours, n int) error {
	logLine("writing %d products", n)
	if err := us.write(n); err != nil {
		return err
	}
	subject := newProduct(n/2+1, n)
	logLine("building")
	s, err := startServer(us)
	if err != nil {
		return err
	}
	defer s.stop()
	path, _ := us.pagesOf(subject)
	url := strings.TrimSuffix(s.url, "/") + "/" + path
	logLine("timing events and requests")
	pid := s.cmd.Process.Pid
	busy := gauge.TreeCPU(pid)
	times, err := timeByEvents(url, us.textFile(subject))
	if err != nil {
		return err
	}
	cpu := (gauge.TreeCPU(pid) - busy) / editCount
	logLine("timing Chromium")
	inBrowser, reloads, err := timeInChromium(url, us.textFile(subject))
	if err != nil {
		return err
	}
	printWatch(n, cpu, []watchRow{
		{"event, then GET", times}, {"Chromium: new text in the document", inBrowser},
		{"control: Chromium reloads the page unchanged", reloads},
	})
	return nil
}

type watchRow struct {
	name  string
	times []float64 // ms
}

func (r watchRow) median() float64 { return r.times[len(r.times)/2] }

func printWatch(n int, cpu time.Duration, rows []watchRow) {
	load, _ := os.ReadFile("/proc/loadavg")
	fmt.Printf("\ngenerate server, %d products in 2 languages, %d edits of one text, from before the file is "+
		"written; %d cores, load %s\n",
		n, editCount, runtime.NumCPU(), load)
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\tmedian ms\tfastest\tslowest\t")
	for _, r := range rows {
		slices.Sort(r.times)
		fmt.Fprintf(w, "%s\t%.0f\t%.0f\t%.0f\t\n", r.name, r.median(), r.times[0], r.times[len(r.times)-1])
	}
	_ = w.Flush()
	fmt.Printf("\nThe server computes for %d ms an edit, the publishing that follows included.\n\n", cpu.Milliseconds())
	gauge.PrintTarget("a text change is shown within 150 ms", rows[1].median() < 150, "%.0f ms", rows[1].median())
}

type runningServer struct {
	cmd *exec.Cmd
	url string
}

// startServer starts the server and waits until it is ready.
func startServer(us ours) (*runningServer, error) {
	cmd := exec.Command(us.program, "server", "--json", "--port", "0", "--api", "none", "--site", us.site)
	cmd.Dir, cmd.Stderr = us.dir, os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &runningServer{cmd: cmd}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	for s.url == "" {
		if !lines.Scan() {
			return nil, fmt.Errorf("the server ended early: %w", cmd.Wait())
		}
		var e struct {
			Event   string
			URLs    []string
			Message string
		}
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return nil, err
		}
		if e.Event == "failed" {
			s.stop()
			return nil, fmt.Errorf("the server reports: %s", e.Message)
		}
		if e.Event == "ready" {
			s.url = e.URLs[0]
		}
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	time.Sleep(5 * time.Second) // excludes the planning after the start
	return s, nil
}

func (s *runningServer) stop() {
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	_ = s.cmd.Wait()
}

// timeByEvents listens to events like a page, and then requests the page.
func timeByEvents(url, file string) (times []float64, err error) {
	before, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.WriteFile(file, before, 0o644) }()
	origin, path, _ := strings.Cut(strings.TrimPrefix(url, "http://"), "/")
	host, port, _ := strings.Cut(origin, ":")
	get := func(path string) (*http.Response, error) {
		r, err := http.NewRequest(http.MethodGet, "http://127.0.0.1:"+port+path, http.NoBody)
		if err != nil {
			return nil, err
		}
		r.Host = host
		return http.DefaultClient.Do(r)
	}
	events, err := get("/__generate/events?since=")
	if err != nil {
		return nil, err
	}
	defer events.Body.Close()
	lines := bufio.NewScanner(events.Body)
	for i := range editCount {
		time.Sleep(time.Duration(700+(i*977)%2300) * time.Millisecond)
		mark := []byte("Edited: version-" + strconv.Itoa(i) + ".")
		began := time.Now()
		if err := os.WriteFile(file, append(append(slices.Clone(before), '\n'), append(mark, '\n')...),
			0o644); err != nil {
			return nil, err
		}
		for shown := false; !shown; {
			for lines.Scan() && !strings.Contains(lines.Text(), "/"+path+`"`) {
			}
			page, err := get("/" + path)
			if err != nil {
				return nil, err
			}
			body, err := io.ReadAll(page.Body)
			_ = page.Body.Close()
			if err != nil {
				return nil, err
			}
			shown = bytes.Contains(body, mark)
		}
		times = append(times, float64(time.Since(began).Microseconds())/1000)
	}
	return times, lines.Err()
}

func timeInChromium(url, file string) (times, reloads []float64, err error) {
	program := os.Getenv("CHROMIUM")
	if program == "" {
		for _, name := range []string{"chromium-headless-shell", "chromium"} {
			if program, err = exec.LookPath(name); err == nil {
				break
			}
		}
	}
	cmd := exec.Command("node", "tools/bench/watch.mjs", url, file, strconv.Itoa(editCount), program)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, nil, err
	}
	var measured struct{ Times, Reloads []float64 }
	err = json.Unmarshal(out, &measured)
	return measured.Times, measured.Reloads, err
}
