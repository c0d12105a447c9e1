package monitor

import (
	"context"
	"errors"
	"log/slog"

	"storefront/internal/core/notice"
	"storefront/internal/shop/mail"
)

// delivery is the result of a notice, as far as its transport reports it.
type delivery struct{ outcome string }

type deliveryKey struct{}

// WrapSend counts and logs the notices of a channel: mails that the transport accepted, and other notices without an
// error.
func (m *Monitor) WrapSend(
	channel notice.Channel, send func(context.Context, notice.Notice) error,
) func(context.Context, notice.Notice) error {
	return func(ctx context.Context, n notice.Notice) error {
		d := delivery{outcome: "needless"}
		if channel != notice.Mail {
			d.outcome = "sent"
		}
		err := send(context.WithValue(ctx, deliveryKey{}, &d), n)
		if err != nil {
			d.outcome = "failed"
		}
		m.notices.WithLabelValues(string(channel), string(n.Kind), d.outcome).Inc()
		level := slog.LevelInfo
		if d.outcome == "needless" {
			level = slog.LevelDebug
		}
		// The recipient is personal data; the failure is logged by the job.
		m.log.Log(ctx, level, "notice "+d.outcome, "channel", channel, "kind", n.Kind, "notice", n.ID, "deployment",
			n.Deployment)
		return err
	}
}

// WrapTransport records the result of a mail for Send.
func (m *Monitor) WrapTransport(t mail.Transport) mail.Transport { return recordingTransport{t} }

type recordingTransport struct{ mail.Transport }

func (r recordingTransport) Send(ctx context.Context, write func() (*mail.Mail, error)) error {
	written := false
	err := r.Transport.Send(ctx, func() (*mail.Mail, error) {
		m, err := write()
		written = err == nil
		return m, err
	})
	d, ok := ctx.Value(deliveryKey{}).(*delivery)
	switch {
	case !ok:
	case errors.Is(err, mail.ErrRefused):
		d.outcome = "refused"
	case err == nil && written:
		d.outcome = "sent"
	}
	return err
}
