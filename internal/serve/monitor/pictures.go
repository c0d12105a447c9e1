package monitor

import (
	"github.com/prometheus/client_golang/prometheus"

	"storefront/internal/serve/imageproxy"
)

var (
	pictures = gauge("pictures_total",
		"Pictures by outcome: made, cached, or refused because too many wait.", "outcome")
	queue = gauge("pictures_waiting", "Pictures that are being made or wait for it.")
)

// AddPictures measures the proxy of pictures.
func (m *Monitor) AddPictures(p *imageproxy.Proxy) { m.registry.MustRegister(ofPictures{p}) }

type ofPictures struct{ proxy *imageproxy.Proxy }

func (ofPictures) Describe(to chan<- *prometheus.Desc) { to <- pictures; to <- queue }

func (o ofPictures) Collect(to chan<- prometheus.Metric) {
	s := o.proxy.Stats()
	for outcome, n := range map[string]int64{"made": s.Made, "cached": s.Cached, "refused": s.Refused} {
		to <- prometheus.MustNewConstMetric(pictures, prometheus.CounterValue, float64(n), outcome)
	}
	to <- value(queue, float64(s.Waiting))
}
