package account

// Busy has no free processor.
func Busy() *Argon2id { return &Argon2id{make(chan struct{})} }
