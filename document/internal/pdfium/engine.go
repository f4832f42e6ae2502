package pdfium

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

	gopdfium "github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// wasmPage is what WebAssembly counts memory in.
const wasmPage = 64 << 10

// engine runs PDFium. One goroutine uses it at a time.
//
// go-pdfium brings the program and its surroundings; the functions are called without its wrappers, which make a map
// entry with a random name for every handle and look each function up anew for every character.
type engine struct {
	pool     gopdfium.Pool
	instance gopdfium.Pdfium // nil until it is needed
	module   api.Module
	memory   api.Memory
	calls    map[string]api.Function
	stack    [12]uint64
	scratch  uint32 // 64 bytes for numbers that functions give back by pointer, and behind them
	strings  uint32 // shortString bytes for texts
	served   int    // documents that this instance has opened
}

const shortString = 4 << 10

// openEngine compiles PDFium, or loads it compiled from the cache folder; "" for none.
func openEngine(ctx context.Context, cacheDir string) (*engine, error) {
	config := wazero.NewRuntimeConfig().WithMemoryLimitPages(maxMemory / wasmPage)
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
		FSConfig:      wazero.NewFSConfig(), // no file
		Stdout:        io.Discard,
		Stderr:        io.Discard,
	})
	if err != nil {
		return nil, fmt.Errorf("start PDFium: %w", err)
	}
	return &engine{pool: pool}, nil
}

// fresh makes an instance whose memory holds nothing of earlier documents, if what there is was used enough or has grown.
func (e *engine) fresh() error {
	if e.instance != nil && (e.served >= 50 || e.memory.Size() > 96<<20) {
		e.drop()
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
		return errors.New("start PDFium: its module is not where it is expected")
	}
	module, ok := field.Interface().(api.Module)
	if !ok {
		return errors.New("start PDFium: its module is not what is expected")
	}
	e.instance, e.module, e.memory, e.served = instance, module, module.Memory(), 1
	e.calls = map[string]api.Function{}
	scratch, err := e.alloc(64 + shortString)
	e.scratch, e.strings = scratch, scratch+64
	return err
}

// drop forgets the instance. After a trap nothing in its memory can be relied on.
func (e *engine) drop() {
	if e.instance != nil {
		e.instance.Kill() //nolint:errcheck // it is forgotten in any case
	}
	e.instance, e.module, e.memory, e.calls = nil, nil, nil, nil
}

func (e *engine) function(name string) api.Function {
	f := e.calls[name]
	if f == nil {
		if f = e.module.ExportedFunction(name); f == nil {
			panic(trap{fmt.Errorf("PDFium has no function %s", name)})
		}
		e.calls[name] = f
	}
	return f
}

// trap is what a call panics with when PDFium has stopped: it aborts where another program would return an error.
// What runs calls catches it with caught.
type trap struct{ err error }

// caught turns a trap into an error.
func caught(err *error) {
	switch p := recover().(type) {
	case nil:
	case trap:
		*err = p.err
	default:
		panic(p)
	}
}

// call runs a function of PDFium and gives its result, 0 if it has none.
func (e *engine) call(f api.Function, args ...uint64) uint64 {
	stack := e.stack[:]
	stack[0] = 0
	copy(stack, args)
	if err := f.CallWithStack(context.Background(), stack); err != nil {
		panic(trap{fmt.Errorf("%w: PDFium has stopped on it: %v", ErrDamaged, err)})
	}
	return stack[0]
}

func (e *engine) do(name string, args ...uint64) uint64 { return e.call(e.function(name), args...) }

// doInt is do for a function that gives an int.
func (e *engine) doInt(name string, args ...uint64) int { return int(int32(e.do(name, args...))) }

func (e *engine) alloc(n int) (uint32, error) {
	at := uint32(e.do("malloc", uint64(n)))
	if at == 0 {
		return 0, fmt.Errorf("%w: no memory for %d bytes", ErrTooLarge, n)
	}
	return at, nil
}

func (e *engine) free(at uint32) { e.do("free", uint64(at)) }

// view is a part of PDFium's memory, valid until the next call.
func (e *engine) view(at uint32, n int) []byte {
	b, ok := e.memory.Read(at, uint32(n))
	if !ok {
		panic(trap{fmt.Errorf("PDFium points outside its memory: %d bytes at %d", n, at)})
	}
	return b
}

func (e *engine) float32(at uint32) float64 {
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(e.view(at, 4))))
}

func (e *engine) float64(at uint32) float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64(e.view(at, 8)))
}

func (e *engine) uint32(at uint32) uint32 { return binary.LittleEndian.Uint32(e.view(at, 4)) }

// bytes calls a function that ends in (buffer, length) and gives the length that it needs, and gives what it wrote, its
// closing zeros included. What is longer than limit is not taken at all.
func (e *engine) bytes(name string, limit int, args ...uint64) []byte {
	f := e.function(name)
	n := int(uint32(e.call(f, append(args, uint64(e.strings), shortString)...)))
	switch {
	case n <= shortString:
		return append([]byte(nil), e.view(e.strings, n)...)
	case n > limit:
		return nil
	}
	at, err := e.alloc(n)
	if err != nil {
		return nil
	}
	defer e.free(at)
	m := int(uint32(e.call(f, append(args, uint64(at), uint64(n))...)))
	return append([]byte(nil), e.view(at, min(n, m))...)
}

// wide is bytes for UTF-16.
func (e *engine) wide(name string, limit int, args ...uint64) string {
	return utf16String(e.bytes(name, limit, args...))
}

// utf16String reads UTF-16 in little-endian order without its closing zero.
func utf16String(b []byte) string {
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	for len(units) > 0 && units[len(units)-1] == 0 {
		units = units[:len(units)-1]
	}
	return string(utf16.Decode(units))
}
