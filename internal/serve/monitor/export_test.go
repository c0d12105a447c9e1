package monitor

import "github.com/prometheus/client_golang/prometheus"

// Registry is what /metrics shows.
func (m *Monitor) Registry() *prometheus.Registry { return m.registry }
