package deploy

import (
	"errors"
	"fmt"
	"net"
	"strings"

	"gocloud.dev/gcerrors"
)

// serviceError is an error response of an object store.
type serviceError interface {
	error
	ErrorCode() string
	ErrorMessage() string
}

var textByCode = map[string]string{
	"NoSuchBucket":          "there is no such bucket",
	"ContainerNotFound":     "there is no such container",
	"InvalidAccessKeyId":    "the credentials are refused",
	"SignatureDoesNotMatch": "the credentials are refused",
	"ExpiredToken":          "the credentials have expired",
	"AccessDenied":          "the credentials do not allow this",
}

// noCredentials precedes the place in which a store's client looks for credentials.
const noCredentials = "there are no credentials; the store's usual environment variables and files are looked at "

// shortTexts maps parts of long errors without a code to short texts.
var shortTexts = []struct{ part, text string }{
	{"failed to refresh cached credentials", noCredentials + "(AWS_ACCESS_KEY_ID, AWS_PROFILE …)"},
	{"private key should be a PEM", noCredentials + "(GOOGLE_APPLICATION_CREDENTIALS …)"}, // the key is empty
	{"could not find default credentials", noCredentials + "(GOOGLE_APPLICATION_CREDENTIALS …)"},
	{"Options.AccountName is required", noCredentials + "(AZURE_STORAGE_ACCOUNT, AZURE_STORAGE_KEY …)"},
	{"storage: bucket doesn't exist", "there is no such bucket"},
}

// explain returns an error with a short text for the long error of a store's client.
func explain(err error) error {
	var service serviceError
	var network *net.OpError
	var name *net.DNSError
	text := ""
	switch {
	case errors.As(err, &service):
		text = textByCode[service.ErrorCode()]
		if text == "" {
			text = "refused"
		}
		text += " (" + service.ErrorCode()
		if m := service.ErrorMessage(); m != "" {
			text += ": " + strings.TrimSuffix(m, ".")
		}
		text += ")"
	case errors.As(err, &name):
		text = "cannot be reached: " + name.Error()
	case errors.As(err, &network):
		text = "cannot be reached: " + network.Error()
	default:
		for _, s := range shortTexts {
			if strings.Contains(err.Error(), s.part) {
				return &explainedError{s.text, err}
			}
		}
		return err
	}
	return &explainedError{text, err}
}

// explainedError wraps an error under a short text.
type explainedError struct {
	text string
	err  error
}

func (e *explainedError) Error() string { return e.text }
func (e *explainedError) Unwrap() error { return e.err }

func isMissing(err error) bool { return gcerrors.Code(err) == gcerrors.NotFound }

// wrapError adds the target and the key to an error.
func (p *destination) wrapError(key string, err error) error {
	if key == "" {
		return fmt.Errorf("%s: %w", p.name, explain(err))
	}
	return fmt.Errorf("%s: %s: %w", p.name, key, explain(err))
}
