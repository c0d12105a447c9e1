package main

import (
	"os/exec"
	"runtime"
)

// openBrowser has the system open an address, and does not wait for it.
func openBrowser(p *printer, url string) {
	program := map[string][]string{"darwin": {"open"},
		"windows": {"rundll32", "url.dll,FileProtocolHandler"}}[runtime.GOOS]
	if program == nil {
		program = []string{"xdg-open"}
	}
	opening := exec.Command(program[0], append(program[1:], url)...)
	if err := opening.Start(); err != nil {
		p.say("No browser could be opened: %v", err)
		return
	}
	go func() { _ = opening.Wait() }()
}
