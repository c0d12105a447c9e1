package devserver

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"time"

	"storefront/internal/build/engine"
)

// hub sends server-sent events to browsers:
//
//	changed   {paths} or {all: true}   pages that have changed
//	problems  {problems}               the mistakes in content; empty once they are corrected
//
// A document names the state from which it was made, and gets all changes since, also those from before it listened and
// of another run of the server.
type hub struct {
	run string

	mu      sync.Mutex
	closed  bool
	wrong   []Problem
	readers map[chan message]string // the deployment that each shows
	history []*engine.Seen
}

type message struct{ event, data string }

func newHub() *hub {
	return &hub{run: strconv.FormatInt(time.Now().UnixNano(), 36), readers: map[chan message]string{}}
}

func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for reader := range h.readers {
		close(reader)
		delete(h.readers, reader)
	}
}

// backlog is the number of messages that wait for a browser. A browser that is further behind is disconnected, and
// connects again.
const backlog = 16

func (h *hub) send(to chan message, m message) {
	select {
	case to <- m:
	default:
		close(to)
		delete(h.readers, to)
	}
}

func messageOf(event string, v any) message {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // our own types can always be encoded
	}
	return message{event, string(data)}
}

// mostPaths is the number of paths that are sent by name.
const mostPaths = 500

// changed sends each browser the changed pages of its deployment, and returns how many changed in all.
func (h *hub) changed(seen *engine.Seen) (pages int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, paths := range seen.Changed {
		pages += len(paths)
	}
	h.history = append(h.history, seen)
	for reader, deployment := range h.readers {
		if m, concerned := changedMessage(seen, deployment); concerned {
			h.send(reader, m)
		}
	}
	return pages
}

func changedMessage(seen *engine.Seen, deployment string) (m message, concerned bool) {
	paths := seen.Changed[deployment]
	if seen.All || len(paths) > mostPaths {
		return messageOf("changed", map[string]any{"all": true}), true
	}
	return messageOf("changed", map[string]any{"paths": paths}), len(paths) > 0
}

// state returns the name of the current state.
func (h *hub) state() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.run + "." + strconv.Itoa(len(h.history))
}

// since returns the changes for a deployment since a state: all, if the state is of another run or long ago.
func (h *hub) since(state, deployment string) (missed []message) {
	run, number, _ := strings.Cut(state, ".")
	n, err := strconv.Atoi(number)
	if run != h.run || err != nil || n < 0 || len(h.history)-n >= backlog/2 {
		m, _ := changedMessage(&engine.Seen{All: true}, deployment)
		return []message{m}
	}
	for _, seen := range h.history[min(n, len(h.history)):] {
		if m, concerned := changedMessage(seen, deployment); concerned {
			missed = append(missed, m)
		}
	}
	return missed
}

// problems sends the current mistakes if they differ from those sent last.
func (h *hub) problems(now []Problem) (news bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if reflect.DeepEqual(now, h.wrong) {
		return false
	}
	h.wrong = now
	for reader := range h.readers {
		h.send(reader, problemsMessage(now))
	}
	return true
}

func problemsMessage(now []Problem) message {
	if now == nil {
		now = []Problem{}
	}
	return messageOf("problems", map[string]any{"problems": now})
}

func (h *hub) join(state, deployment string) chan message {
	h.mu.Lock()
	defer h.mu.Unlock()
	reader := make(chan message, backlog)
	reader <- problemsMessage(h.wrong)
	for _, m := range h.since(state, deployment) {
		reader <- m
	}
	if h.closed {
		close(reader)
		return reader
	}
	h.readers[reader] = deployment
	return reader
}

func (h *hub) leave(reader chan message) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.readers, reader)
}

// serve writes one browser's stream of events.
func (h *hub) serve(w http.ResponseWriter, r *http.Request, deployment string) {
	reader := h.join(r.URL.Query().Get("since"), deployment)
	defer h.leave(reader)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	control := http.NewResponseController(w)
	fmt.Fprint(w, "retry: 500\n\n")
	for {
		select {
		case <-r.Context().Done():
			return
		case m, open := <-reader:
			if !open {
				return
			}
			if _, err := fmt.Fprintf(w, "event: %s\ndata: %s\n\n", m.event, m.data); err != nil {
				return
			}
			if len(reader) == 0 && control.Flush() != nil {
				return
			}
		}
	}
}
