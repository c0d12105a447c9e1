package main

import (
	"context"
	"net"
	"net/http"

	"github.com/gorilla/mux"
)

// serveAPI runs a server of the whole API.
func serveAPI(ctx context.Context, t task) (ready, run, func() error, error) {
	b, err := newBackend(ctx, t)
	if err != nil {
		return ready{}, nil, nil, err
	}
	stop, err := b.serve(ctx, t.Builds)
	return ready{Address: b.listener.Addr().String(), Key: b.key}, nil, stop, err
}

// serveBare runs the server that the API is compared with: gorilla/mux with prepared answers of the API.
func serveBare(ctx context.Context, t task) (ready, run, func() error, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return ready{}, nil, nil, err
	}
	router := mux.NewRouter()
	for _, path := range []string{calendarPath, slotsPath} {
		router.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write(t.Bodies[r.RequestURI])
		}).Methods(http.MethodGet)
	}
	router.HandleFunc(monthPath, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(t.Bodies[r.RequestURI])
	}).Methods(http.MethodPost)
	server := listen(listener, router)
	return ready{Address: listener.Addr().String()}, nil, server.Close, nil
}
