// Package render has React components turn payloads into HTML, in Node worker processes that Go drives over pipes.
//
// The protocol, whose other half is site/render/server/worker.ts. Numbers are little-endian; every frame is a
// u32, the length of what follows it.
//
//  1. Go sends one frame of JSON, {"protocol":2,"shells":[…],"texts":{"fr":{…}}}; Node answers with one,
//     {"protocol":2}.
//  2. A request frame is u32 id, u32 index of the shell, and the payload's JSON. Its answer is u32 id, u8 status
//     (0: HTML, 1: the message of a failure) and parts of UTF-8 text. Answers come in the order of the requests, and
//     many requests may wait in the pipe. A request with the index 0xffffffff has the JSON of new shells in place of a
//     payload; its answer has no parts.
//  3. A part is an i32 n: if it is not negative, n bytes follow; otherwise it is of the shared text number -n-1, and
//     two u32 follow, the first byte of the part and the one after its last. Shared texts are numbered in the order of
//     their first parts; in such a part the u32 length of the text and the text follow n.
//
// The end of stdin ends the worker. Node logs to stderr only.
package render

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"syscall"

	"storefront/internal/core/payload"
)

const protocol = 2

// replaceShells is the shell index of a request that replaces the shells.
const replaceShells = 0xffffffff

// maxInFlight is the maximum number of pages in a worker's pipes: enough to keep it busy, few enough to bound memory.
const maxInFlight = 8

// Input is sent to a worker before its first page: the shells of pages, and by language the messages of the interface
// that are not in the site bundle.
type Input struct {
	Shells []payload.Shell
	Texts  map[string]json.RawMessage
}

// Page is one page to render.
type Page struct {
	Shell   int
	Payload []byte
	// Done receives the HTML, which is valid until Done returns. It is called from a goroutine of the pool, several at
	// a time.
	Done func(html []byte) error
}

// PageError is a page that could not be rendered. It ends its pool; another one can render the other pages.
type PageError struct {
	Page Page
	Err  error
}

func (e *PageError) Error() string {
	return fmt.Sprintf("%v\nwhile rendering %s", e.Err, pageName(e.Page.Payload))
}

func (e *PageError) Unwrap() error { return e.Err }

// Pool is a set of workers.
type Pool struct {
	queue               chan Page
	rendered            chan renderedPage
	buffers             sync.Pool // of *[]byte, for HTML
	workers             sync.WaitGroup
	writers             sync.WaitGroup
	failOnce            sync.Once
	err                 error
	failed              chan struct{}
	stopWatchingContext func() bool // false if the context has ended
}

// renderedPage is a page with its HTML. Other goroutines write it to the disk, so that workers do not wait for that.
type renderedPage struct {
	page Page
	html []byte
}

// writersPerCore is the number of pages that are written at a time: creating files waits more than it computes.
const writersPerCore = 2

// WarmWorker is a worker that is started before the pages to render are known: Node takes as long to start as a small
// change takes to be planned.
type WarmWorker struct{ worker *worker }

// StartWarmWorker starts a worker, which ends with ctx. If that fails, Start reports it.
func StartWarmWorker(ctx context.Context, workerFile string) *WarmWorker {
	w, _ := startWorker(ctx, workerFile)
	return &WarmWorker{w}
}

// Stop ends the worker if Start has not used it.
func (w *WarmWorker) Stop() {
	if w.worker != nil {
		w.worker.kill()
		w.worker = nil
	}
}

// Start runs count workers of the site bundle's worker file, the warm one among them, until ctx ends. It returns a pool
// that has to be closed, or an error, and then no worker is left.
func Start(ctx context.Context, workerFile string, in Input, count int, warm *WarmWorker) (*Pool, error) {
	p := &Pool{queue: make(chan Page, maxInFlight), rendered: make(chan renderedPage, maxInFlight),
		failed: make(chan struct{})}
	p.stopWatchingContext = context.AfterFunc(ctx, func() { p.abort(ctx.Err()) })
	greeting, err := json.Marshal(map[string]any{"protocol": protocol, "shells": in.Shells, "texts": in.Texts})
	if err != nil {
		return nil, err
	}
	for range max(count, 1) {
		w := warm.worker
		warm.worker = nil
		if w == nil {
			if w, err = startWorker(ctx, workerFile); err != nil {
				p.abort(err)
				return nil, p.Close()
			}
		}
		p.workers.Go(func() {
			if err := w.serve(greeting, p); err != nil {
				p.abort(err)
			}
		})
	}
	for range writersPerCore * runtime.NumCPU() {
		p.writers.Go(p.deliverPages)
	}
	return p, nil
}

func (p *Pool) deliverPages() {
	for f := range p.rendered {
		if err := f.page.Done(f.html); err != nil {
			p.abort(err)
		}
		p.buffers.Put(&f.html)
	}
}

// FewPages is the number of pages for which a second worker is not worth its start.
const FewPages = 40

// ManyPages is the number of pages from which more workers save more time than their start and their compiling take.
const ManyPages = 5_000

// WorkerCount returns the number of workers for a number of pages: at most one for two processors, and from ManyPages
// on two for three, rounded up. The Go half of the build uses the other processors.
func WorkerCount(pages int) int {
	cores := runtime.NumCPU()
	if pages >= ManyPages {
		return (2*cores + 2) / 3
	}
	return min((cores+1)/2, 1+pages/FewPages)
}

func (p *Pool) abort(err error) {
	p.failOnce.Do(func() {
		p.err = err
		close(p.failed)
	})
}

// Render queues a page. After a failure of the pool it returns that error.
func (p *Pool) Render(page Page) error {
	select {
	case <-p.failed:
		return p.err
	default: // the queue may have room even after a failure
	}
	select {
	case <-p.failed:
		return p.err
	case p.queue <- page:
		return nil
	}
}

// RenderOne renders a page and returns its HTML.
func (p *Pool) RenderOne(ctx context.Context, shell int, payload []byte) ([]byte, error) {
	done := make(chan []byte, 1)
	err := p.Render(Page{Shell: shell, Payload: payload, Done: func(html []byte) error {
		done <- bytes.Clone(html)
		return nil
	}})
	if err != nil {
		return nil, err
	}
	select {
	case html := <-done:
		return html, nil
	case <-p.failed:
		return nil, p.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// ReplaceShells replaces the shells of a pool of one worker.
func (p *Pool) ReplaceShells(ctx context.Context, shells []payload.Shell) error {
	data, err := json.Marshal(shells)
	if err != nil {
		return err
	}
	_, err = p.RenderOne(ctx, replaceShells, data)
	return err
}

// Close waits until everything is rendered and returns the first failure: a *PageError if it is of one page.
func (p *Pool) Close() error {
	close(p.queue)
	p.workers.Wait()
	close(p.rendered)
	p.writers.Wait()
	if !p.stopWatchingContext() {
		<-p.failed // the context has ended, and its error is that of the pool
	}
	return p.err
}

type worker struct {
	cmd   *exec.Cmd
	in    *bufio.Writer
	stdin io.Closer
	out   *bufio.Reader
	// sharedTexts are the texts that the worker has sent once for all documents, by their numbers.
	sharedTexts [][]byte
}

// nodeFlags bound a worker's memory. Of young generations of 8, 16 and 32 MB, 16 took the least processor time for what
// it holds.
var nodeFlags = []string{"--max-semi-space-size=16", "--max-old-space-size=192", "--no-warnings"}

func startWorker(ctx context.Context, file string) (*worker, error) {
	cmd := exec.CommandContext(ctx, NodeProgram(file), append(nodeFlags, file)...)
	cmd.Stderr = os.Stderr
	// a Ctrl-C is for this program, which may have pages to finish
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start a rendering worker: %w (is Node installed?)", err)
	}
	enlargePipe(stdin)
	enlargePipe(stdout)
	return &worker{cmd: cmd, in: bufio.NewWriterSize(stdin, 64<<10), stdin: stdin,
		out: bufio.NewReaderSize(stdout, 256<<10)}, nil
}

func (w *worker) kill() {
	_ = w.cmd.Process.Kill()
	_ = w.cmd.Wait()
}

// serve exchanges the first frames with a worker and lets it render the pages of a pool.
func (w *worker) serve(greeting []byte, p *Pool) error {
	err := w.handshake(greeting)
	if err != nil {
		w.kill()
	} else {
		err = w.renderQueue(p)
	}
	if err != nil {
		return fmt.Errorf("rendering worker: %w", err)
	}
	return nil
}

// bundleAdvice names the commands that make or install the site bundle of this version.
const bundleAdvice = "npm run build, or generate init . --site FILE in a storefront of its own"

func (w *worker) handshake(greeting []byte) error {
	if err := w.send(greeting); err != nil {
		return err
	}
	f := w.nextFrame()
	answer, err := f.appendBytes(nil, f.remaining), f.err
	if err != nil {
		return fmt.Errorf("%w; the site bundle may be of another version: %s", err, bundleAdvice)
	}
	var answered struct{ Protocol int }
	if err := json.Unmarshal(answer, &answered); err != nil || answered.Protocol != protocol {
		return fmt.Errorf("it speaks another protocol than %d: the site bundle is of another version: %s", protocol,
			bundleAdvice)
	}
	return nil
}

func (w *worker) send(parts ...[]byte) error {
	n := 0
	for _, p := range parts {
		n += len(p)
	}
	_ = binary.Write(w.in, binary.LittleEndian, uint32(n)) // the flush below returns errors
	for _, p := range parts {
		_, _ = w.in.Write(p)
	}
	return w.in.Flush()
}

// renderQueue sends the pages of the queue to the worker and delivers its answers, until the queue is closed or the
// pool has failed.
func (w *worker) renderQueue(p *Pool) error {
	pending := make(chan Page, maxInFlight)
	sent := make(chan error, 1)
	readingEnded := make(chan struct{})
	go func() {
		defer close(pending)
		defer w.stdin.Close()
		sent <- w.sendRequests(p, pending, readingEnded)
	}()
	err := w.readAnswers(p, pending)
	close(readingEnded)
	if err != nil {
		w.kill()
		return err
	}
	return errors.Join(<-sent, w.cmd.Wait())
}

// sendRequests sends pages. It puts each into pending before its answer can arrive.
func (w *worker) sendRequests(p *Pool, pending chan<- Page, readingEnded <-chan struct{}) error {
	for id := uint32(0); ; id++ {
		var page Page
		var ok bool
		select {
		case <-p.failed:
			return nil
		case <-readingEnded:
			return nil
		case page, ok = <-p.queue:
			if !ok {
				return nil
			}
		}
		select {
		case pending <- page:
		case <-readingEnded:
			return nil
		}
		var head [8]byte
		binary.LittleEndian.PutUint32(head[:], id)
		binary.LittleEndian.PutUint32(head[4:], uint32(page.Shell))
		if err := w.send(head[:], page.Payload); err != nil {
			return err
		}
	}
}

func (w *worker) readAnswers(p *Pool, pending <-chan Page) error {
	id := uint32(0)
	for page := range pending {
		var html []byte
		if used, ok := p.buffers.Get().(*[]byte); ok {
			html = (*used)[:0]
		}
		answer, failed, html, err := w.readAnswer(html)
		switch {
		case err != nil:
			return &PageError{page, err} // a worker renders its pages one after the other
		case answer != id:
			return errors.New("it answered out of order")
		case failed:
			return &PageError{page, errors.New(string(html))}
		}
		id++
		p.rendered <- renderedPage{page, html}
	}
	return nil
}

func pageName(data []byte) string {
	var page payload.Page
	_ = json.Unmarshal(data, &page)
	return fmt.Sprintf("%s (%s)", page.Path, page.Locale)
}
