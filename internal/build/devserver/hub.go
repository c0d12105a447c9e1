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
	runID string

	mu      sync.Mutex
	closed  bool
	current []Problem
	clients map[chan message]string // the deployment that each shows
	history []*engine.ContentChanges
}

type message struct{ event, data string }

func newHub() *hub {
	return &hub{runID: strconv.FormatInt(time.Now().UnixNano(), 36), clients: map[chan message]string{}}
}

func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for client := range h.clients {
		close(client)
		delete(h.clients, client)
	}
}

// maxPendingMessages is the number of messages that wait for a browser. A browser that is further behind is
// disconnected, and connects again.
const maxPendingMessages = 16

func (h *hub) send(to chan message, m message) {
	select {
	case to <- m:
	default:
		close(to)
		delete(h.clients, to)
	}
}

func newMessage(event string, v any) message {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // our own types can always be encoded
	}
	return message{event, string(data)}
}

// maxNamedPaths is the number of paths that are sent by name.
const maxNamedPaths = 500

// sendChanges sends each browser the changed pages of its deployment, and returns how many changed in all.
func (h *hub) sendChanges(seen *engine.ContentChanges) (pages int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, paths := range seen.Changed {
		pages += len(paths)
	}
	h.history = append(h.history, seen)
	for client, deployment := range h.clients {
		if m, isAffected := changedMessage(seen, deployment); isAffected {
			h.send(client, m)
		}
	}
	return pages
}

func changedMessage(seen *engine.ContentChanges, deployment string) (m message, isAffected bool) {
	paths := seen.Changed[deployment]
	if seen.All || len(paths) > maxNamedPaths {
		return newMessage("changed", map[string]any{"all": true}), true
	}
	return newMessage("changed", map[string]any{"paths": paths}), len(paths) > 0
}

// state returns the name of the current state.
func (h *hub) state() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.runID + "." + strconv.Itoa(len(h.history))
}

// changesSince returns the changes for a deployment since a state: all, if the state is of another run or long ago.
func (h *hub) changesSince(state, deployment string) (messages []message) {
	run, number, _ := strings.Cut(state, ".")
	n, err := strconv.Atoi(number)
	if run != h.runID || err != nil || n < 0 || len(h.history)-n >= maxPendingMessages/2 {
		m, _ := changedMessage(&engine.ContentChanges{All: true}, deployment)
		return []message{m}
	}
	for _, seen := range h.history[min(n, len(h.history)):] {
		if m, isAffected := changedMessage(seen, deployment); isAffected {
			messages = append(messages, m)
		}
	}
	return messages
}

// sendProblems sends the current mistakes if they differ from those sent last.
func (h *hub) sendProblems(now []Problem) (changed bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if reflect.DeepEqual(now, h.current) {
		return false
	}
	h.current = now
	for client := range h.clients {
		h.send(client, problemsMessage(now))
	}
	return true
}

func problemsMessage(now []Problem) message {
	if now == nil {
		now = []Problem{}
	}
	return newMessage("problems", map[string]any{"problems": now})
}

func (h *hub) subscribe(state, deployment string) chan message {
	h.mu.Lock()
	defer h.mu.Unlock()
	client := make(chan message, maxPendingMessages)
	client <- problemsMessage(h.current)
	for _, m := range h.changesSince(state, deployment) {
		client <- m
	}
	if h.closed {
		close(client)
		return client
	}
	h.clients[client] = deployment
	return client
}

func (h *hub) unsubscribe(client chan message) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.clients, client)
}

// serve writes one browser's stream of events.
func (h *hub) serve(w http.ResponseWriter, r *http.Request, deployment string) {
	client := h.subscribe(r.URL.Query().Get("since"), deployment)
	defer h.unsubscribe(client)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	control := http.NewResponseController(w)
	fmt.Fprint(w, "retry: 500\n\n")
	for {
		select {
		case <-r.Context().Done():
			return
		case m, open := <-client:
			if !open {
				return
			}
			if _, err := fmt.Fprintf(w, "event: %s\ndata: %s\n\n", m.event, m.data); err != nil {
				return
			}
			if len(client) == 0 && control.Flush() != nil {
				return
			}
		}
	}
}
