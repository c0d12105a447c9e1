package booking

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestTurnsOfOneOrderWaitForEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var turns orderTurns
		began := time.Now()
		waited, end := turns.wait(t.Context(), "order")
		if waited {
			t.Error("the first waited")
		}
		if waited, end := turns.wait(t.Context(), "another"); waited {
			t.Error("it waited for another order")
		} else {
			end()
		}
		go func() {
			time.Sleep(maxTurnWait / 3)
			end()
		}()
		waited, end = turns.wait(t.Context(), "order")
		if took := time.Since(began); !waited || took != maxTurnWait/3 {
			t.Errorf("the second waited: %t, for %v", waited, took)
		}
		began = time.Now()
		if _, end := turns.wait(t.Context(), "order"); time.Since(began) != maxTurnWait {
			t.Errorf("the third waited for %v, want %v", time.Since(began), maxTurnWait)
		} else {
			end()
		}
		left, leave := context.WithCancel(t.Context())
		leave()
		began = time.Now()
		if _, end := turns.wait(left, "order"); time.Since(began) != 0 {
			t.Errorf("one that had left waited for %v", time.Since(began))
		} else {
			end()
		}
		end()
		if len(turns.busy) > 0 {
			t.Errorf("%d turns are kept", len(turns.busy))
		}
	})
}
