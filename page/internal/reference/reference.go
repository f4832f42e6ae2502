// Package reference finds references where HTML wraps them in a notation of its own: [Srcset] in the attribute of that
// name, [Refresh] in a meta refresh or a Refresh header, [InStyle] in style sheets and style attributes.
//
// What comes back is as written: the caller decodes, resolves and judges it.
package reference
