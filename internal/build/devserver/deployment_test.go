package devserver_test

import (
	"context"
	"errors"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"storefront/internal/build/devserver"
	"storefront/internal/build/engine"
	"storefront/internal/content/contenttest"
	"storefront/internal/lib/misuse"
)

func TestADeploymentThatDoesNotExistEndsTheServer(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()
	day := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	err = devserver.Run(ctx, devserver.Options{
		Options: engine.Options{Content: contenttest.Copy(t), Builds: filepath.Join(t.TempDir(), "builds"),
			Site: "../../../site/dist", AsOf: day, Deployment: "wayfar"},
		Listener: listener, Today: func() time.Time { return day },
		Notify: func(e devserver.Event) { t.Errorf("the event %s", e.Name) },
	})
	if err == nil || !strings.Contains(err.Error(), `there is no deployment "wayfar"; did you mean "wayfare"?`) {
		t.Errorf("the server ends with %v", err)
	}
	if _, isMisuse := errors.AsType[misuse.Error](err); !isMisuse {
		t.Errorf("%v is no error of the command line", err)
	}
}
