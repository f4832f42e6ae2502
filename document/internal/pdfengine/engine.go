// Package pdfengine runs PDFium as WebAssembly and calls its functions.
package pdfengine

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"time"
	"unicode/utf16"

	"sluice/document/content"

	gopdfium "github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// wasmPage is what WebAssembly counts memory in.
const wasmPage = 64 << 10

// Engine runs PDFium. One goroutine uses it at a time.
//
// go-pdfium brings the program and its surroundings; the functions are called
// without its wrappers, which make a map entry with a random name for every
// handle and look up each function again for every character.
type Engine struct {
	pool     gopdfium.Pool
	instance gopdfium.Pdfium // nil until it is needed
	module   api.Module
	memory   api.Memory
	calls    map[string]api.Function
	stack    [12]uint64
	Scratch  uint32 // 64 bytes for numbers that functions return by pointer, and behind them
	strings  uint32 // shortString bytes for texts
	served   int    // documents that this instance has opened
}

// shortString is the room for texts that functions return, which nearly always
// suffices; longer ones get memory of their own.
const shortString = 4 << 10

// MaxMemory is the most memory of PDFium, in bytes, the file in it included: so
// the child stays under 400 MB.
const MaxMemory = 288 << 20

// Open compiles PDFium, or loads it compiled from the cache folder; "" for
// none.
func Open(ctx context.Context, cacheDir string) (*Engine, error) {
	config := wazero.NewRuntimeConfig().WithMemoryLimitPages(MaxMemory / wasmPage)
	if cacheDir != "" {
		if cache, err := wazero.NewCompilationCacheWithDir(cacheDir); err == nil {
			config = config.WithCompilationCache(cache)
		}
	}
	pool, err := webassembly.Init(webassembly.Config{
		Context:       experimental.WithMemoryAllocator(ctx, linearMemory),
		MaxIdle:       1,
		MaxTotal:      1,
		RuntimeConfig: config,
		// An empty configuration: the file is copied into PDFium's memory
		// instead, so that PDFium needs no access to any.
		FSConfig: wazero.NewFSConfig(), // no file
		Stdout:   io.Discard,
		Stderr:   io.Discard,
	})
	if err != nil {
		return nil, fmt.Errorf("start PDFium: %w", err)
	}
	return &Engine{pool: pool}, nil
}

// Fresh makes an instance whose memory holds nothing of earlier documents, if
// what there is was used enough or has grown.
func (e *Engine) Fresh() error {
	// WebAssembly's memory never shrinks, and one large document would keep it
	// large; leaks of PDFium add up as well.
	if e.instance != nil && (e.served >= 50 || e.memory.Size() > 96<<20) {
		e.Drop()
	}
	e.served++
	if e.instance != nil {
		return nil
	}
	instance, err := e.pool.GetInstance(time.Minute)
	if err != nil {
		return fmt.Errorf("start PDFium: %w", err)
	}
	// The implementation's type is not exported, its field is.
	field := reflect.Indirect(reflect.ValueOf(instance.GetImplementation())).FieldByName("Module")
	if !field.IsValid() {
		return errors.New("start PDFium: its module has moved (incompatible go-pdfium)")
	}
	module, ok := field.Interface().(api.Module)
	if !ok {
		return errors.New("start PDFium: its module has another type (incompatible go-pdfium)")
	}
	e.instance, e.module, e.memory, e.served = instance, module, module.Memory(), 1
	e.calls = map[string]api.Function{}
	scratch, err := e.Alloc(64 + shortString)
	e.Scratch, e.strings = scratch, scratch+64
	return err
}

// Size returns the memory of the instance in bytes, or 0 without an instance.
func (e *Engine) Size() uint32 {
	if e.memory == nil {
		return 0
	}
	return e.memory.Size()
}

// Drop forgets the instance. After a trap nothing in its memory can be relied
// on.
func (e *Engine) Drop() {
	if e.instance != nil {
		e.instance.Kill() //nolint:errcheck // it is forgotten in any case
	}
	e.instance, e.module, e.memory, e.calls = nil, nil, nil, nil
}

// Function returns a function of PDFium. Looking one up by its name is slow, so
// each is kept.
func (e *Engine) Function(name string) api.Function {
	f := e.calls[name]
	if f == nil {
		if f = e.module.ExportedFunction(name); f == nil {
			panic(trap{fmt.Errorf("PDFium has no function %s", name)})
		}
		e.calls[name] = f
	}
	return f
}

// trap is what a call panics with when PDFium has stopped: it aborts where
// another program would return an error. What runs calls catches it with
// caught.
type trap struct{ err error }

// Caught turns a trap into an error.
func Caught(err *error) {
	switch p := recover().(type) {
	case nil:
	case trap:
		*err = p.err
	default:
		panic(p)
	}
}

// Call runs a function of PDFium and returns its result, 0 if it has none.
func (e *Engine) Call(f api.Function, args ...uint64) uint64 {
	stack := e.stack[:]
	stack[0] = 0
	copy(stack, args)
	// PDFium cannot be interrupted: who waits for it ends the process.
	if err := f.CallWithStack(context.Background(), stack); err != nil {
		panic(trap{fmt.Errorf("%w: PDFium stopped: %v", content.ErrDamaged, err)})
	}
	return stack[0]
}

// Do calls a function by its name.
func (e *Engine) Do(name string, args ...uint64) uint64 { return e.Call(e.Function(name), args...) }

// DoInt is Do for a function that returns an int.
func (e *Engine) DoInt(name string, args ...uint64) int { return int(int32(e.Do(name, args...))) }

// Alloc allocates n bytes of PDFium's memory. If that fails, it is a fault of the
// document, which needs too much.
func (e *Engine) Alloc(n int) (uint32, error) {
	at := uint32(e.Do("malloc", uint64(n)))
	if at == 0 {
		return 0, fmt.Errorf("%w: no memory for %d bytes", content.ErrTooLarge, n)
	}
	return at, nil
}

// Free returns memory to PDFium.
func (e *Engine) Free(at uint32) { e.Do("free", uint64(at)) }

// View is a part of PDFium's memory, valid until the next call.
func (e *Engine) View(at uint32, n int) []byte {
	b, ok := e.memory.Read(at, uint32(n))
	if !ok {
		panic(trap{fmt.Errorf("PDFium points outside its memory: %d bytes at %d", n, at)})
	}
	return b
}

// Float32 returns the number of 32 bits at a place of PDFium's memory.
func (e *Engine) Float32(at uint32) float64 {
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(e.View(at, 4))))
}

// Float64 returns the number of 64 bits at a place of PDFium's memory.
func (e *Engine) Float64(at uint32) float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64(e.View(at, 8)))
}

// Uint32 returns the whole number of 32 bits at a place of PDFium's memory.
func (e *Engine) Uint32(at uint32) uint32 { return binary.LittleEndian.Uint32(e.View(at, 4)) }

// Bytes calls a function that ends in (buffer, length) and returns the length
// that it needs, and returns what it wrote, its closing zeros included. What is
// longer than limit is not taken at all.
func (e *Engine) Bytes(name string, limit int, args ...uint64) []byte {
	f := e.Function(name)
	n := int(uint32(e.Call(f, append(args, uint64(e.strings), shortString)...)))
	switch {
	case n <= shortString:
		return append([]byte(nil), e.View(e.strings, n)...)
	case n > limit:
		return nil
	}
	at, err := e.Alloc(n)
	if err != nil {
		return nil
	}
	defer e.Free(at)
	m := int(uint32(e.Call(f, append(args, uint64(at), uint64(n))...)))
	return append([]byte(nil), e.View(at, min(n, m))...)
}

// Wide is bytes for UTF-16.
func (e *Engine) Wide(name string, limit int, args ...uint64) string {
	return Utf16String(e.Bytes(name, limit, args...))
}

// Utf16String reads UTF-16 in little-endian order without its closing zero.
func Utf16String(b []byte) string {
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	for len(units) > 0 && units[len(units)-1] == 0 {
		units = units[:len(units)-1]
	}
	return string(utf16.Decode(units))
}
