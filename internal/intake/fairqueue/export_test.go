package fairqueue

// Len returns the number of accounts.
func (a *Accounts) Len() int { return len(a.all) }
