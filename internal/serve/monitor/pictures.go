package monitor

import (
	"github.com/prometheus/client_golang/prometheus"

	"storefront/internal/serve/imageproxy"
)

var (
	picturesDesc = gaugeDesc("pictures_total",
		"Pictures by outcome: made, cached, or refused because too many wait.", "outcome")
	pendingPicturesDesc = gaugeDesc("pictures_waiting", "Pictures that are being made or wait for it.")
)

// AddPictures measures the proxy of pictures.
func (m *Monitor) AddPictures(p *imageproxy.Proxy) { m.registry.MustRegister(pictureCollector{p}) }

type pictureCollector struct{ proxy *imageproxy.Proxy }

func (pictureCollector) Describe(to chan<- *prometheus.Desc) {
	to <- picturesDesc
	to <- pendingPicturesDesc
}

func (o pictureCollector) Collect(to chan<- prometheus.Metric) {
	s := o.proxy.Stats()
	for outcome, n := range map[string]int64{"made": s.Made, "cached": s.Cached, "refused": s.Refused} {
		to <- prometheus.MustNewConstMetric(picturesDesc, prometheus.CounterValue, float64(n), outcome)
	}
	to <- gaugeValue(pendingPicturesDesc, float64(s.Pending))
}
