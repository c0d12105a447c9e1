package account

// Busy has no turn for anybody.
func Busy() *Argon2id { return &Argon2id{make(chan struct{})} }
