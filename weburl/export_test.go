package weburl

// ResolveFull resolves a reference without the fast path.
func (b *Base) ResolveFull(ref []byte) (URL, error) {
	if len(ref) > MaxLength {
		return URL{}, ErrTooLong
	}
	at, err := b.resolveFull(string(ref))
	if err != nil {
		return URL{}, err
	}
	return URL{string(b.buf), at}, nil
}

// IsQuick reports whether the fast path takes a reference.
func (b *Base) IsQuick(ref []byte) bool {
	_, _, ok := b.resolveQuick(ref, b.rules|careful)
	return ok
}
