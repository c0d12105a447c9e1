package main

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/term"
)

// A bar is drawn after a second, ten times a second, and only on a terminal.
const (
	barAfter = time.Second
	barEvery = 100 * time.Millisecond
	barCells = 28
)

// bar shows the progress of a command. Callers only store numbers.
type bar struct {
	step        atomic.Pointer[string]
	done, total atomic.Int64
	end         func()
}

// startProgress starts a bar; without a terminal the bar shows nothing. end removes it, and may be called twice.
func (p *printer) startProgress() *bar {
	b := &bar{end: func() {}}
	if p.json || !p.isTerminal() {
		return b
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		select {
		case <-stop:
			return
		case <-time.After(barAfter):
		}
		ticker := time.NewTicker(barEvery)
		defer ticker.Stop()
		for {
			if step := b.step.Load(); step != nil {
				fmt.Fprint(p.err, "\r\x1b[K"+b.line(*step, p.terminalWidth()))
			}
			select {
			case <-stop:
				fmt.Fprint(p.err, "\r\x1b[K")
				return
			case <-ticker.C:
			}
		}
	}()
	b.end = sync.OnceFunc(func() { close(stop); <-stopped })
	return b
}

// set stores the progress of a step. It is safe for concurrent use.
func (b *bar) set(step string, done, total int) {
	if last := b.step.Load(); last == nil || *last != step {
		b.step.Store(&step)
	}
	b.done.Store(int64(done))
	b.total.Store(int64(total))
}

func (b *bar) line(step string, width int) string {
	done, total := b.done.Load(), max(b.total.Load(), 1)
	full := int(min(done, total) * barCells / total)
	line := fmt.Sprintf("[%s%s] %d of %d %s", strings.Repeat("=", full), strings.Repeat(" ", barCells-full), done,
		total, step)
	return line[:min(len(line), max(width-1, 0))]
}

// isTerminal reports whether stderr is a terminal with control characters. CI and TERM=dumb are reported as none.
func (p *printer) isTerminal() bool {
	f, ok := p.err.(*os.File)
	return ok && os.Getenv("CI") == "" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd()))
}

func (p *printer) terminalWidth() int {
	if f, ok := p.err.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return 80
}
