#include "textflag.h"

// Of each term, AX is its number, R10 the address of its row, and X0 four times its weight.
#define TERM \
	MOVL  0(R8), AX \
	IMULQ CX, AX \
	LEAQ  (SI)(AX*1), R10 \
	MOVSS 4(R8), X0 \
	SHUFPS $0, X0, X0

// func add16(s, w *float32, k int, d vector.Vector)
TEXT ·add16(SB), NOSPLIT, $0-48
	MOVQ s+0(FP), DI
	MOVQ w+8(FP), SI
	MOVQ k+16(FP), CX
	SHLQ $2, CX // bytes of a row
	MOVQ d_base+24(FP), R8
	MOVQ d_len+32(FP), R9
	MOVUPS 0(DI), X4
	MOVUPS 16(DI), X5
	MOVUPS 32(DI), X6
	MOVUPS 48(DI), X7

next:
	TESTQ R9, R9
	JZ    done
	TERM
	MOVUPS 0(R10), X8
	MOVUPS 16(R10), X9
	MOVUPS 32(R10), X10
	MOVUPS 48(R10), X11
	MULPS  X0, X8
	MULPS  X0, X9
	MULPS  X0, X10
	MULPS  X0, X11
	ADDPS  X8, X4
	ADDPS  X9, X5
	ADDPS  X10, X6
	ADDPS  X11, X7
	ADDQ   $8, R8
	DECQ   R9
	JMP    next

done:
	MOVUPS X4, 0(DI)
	MOVUPS X5, 16(DI)
	MOVUPS X6, 32(DI)
	MOVUPS X7, 48(DI)
	RET

// func add8(s, w *float32, k int, d vector.Vector)
TEXT ·add8(SB), NOSPLIT, $0-48
	MOVQ s+0(FP), DI
	MOVQ w+8(FP), SI
	MOVQ k+16(FP), CX
	SHLQ $2, CX
	MOVQ d_base+24(FP), R8
	MOVQ d_len+32(FP), R9
	MOVUPS 0(DI), X4
	MOVUPS 16(DI), X5

next:
	TESTQ R9, R9
	JZ    done
	TERM
	MOVUPS 0(R10), X8
	MOVUPS 16(R10), X9
	MULPS  X0, X8
	MULPS  X0, X9
	ADDPS  X8, X4
	ADDPS  X9, X5
	ADDQ   $8, R8
	DECQ   R9
	JMP    next

done:
	MOVUPS X4, 0(DI)
	MOVUPS X5, 16(DI)
	RET

// func add4(s, w *float32, k int, d vector.Vector)
TEXT ·add4(SB), NOSPLIT, $0-48
	MOVQ s+0(FP), DI
	MOVQ w+8(FP), SI
	MOVQ k+16(FP), CX
	SHLQ $2, CX
	MOVQ d_base+24(FP), R8
	MOVQ d_len+32(FP), R9
	MOVUPS 0(DI), X4

next:
	TESTQ R9, R9
	JZ    done
	TERM
	MOVUPS 0(R10), X8
	MULPS  X0, X8
	ADDPS  X8, X4
	ADDQ   $8, R8
	DECQ   R9
	JMP    next

done:
	MOVUPS X4, 0(DI)
	RET

// func addTo16(w, s *float32, k int, d vector.Vector)
TEXT ·addTo16(SB), NOSPLIT, $0-48
	MOVQ w+0(FP), SI
	MOVQ s+8(FP), DI
	MOVQ k+16(FP), CX
	SHLQ $2, CX
	MOVQ d_base+24(FP), R8
	MOVQ d_len+32(FP), R9
	MOVUPS 0(DI), X4
	MOVUPS 16(DI), X5
	MOVUPS 32(DI), X6
	MOVUPS 48(DI), X7

next:
	TESTQ R9, R9
	JZ    done
	TERM
	MOVUPS 0(R10), X8
	MOVUPS 16(R10), X9
	MOVUPS 32(R10), X10
	MOVUPS 48(R10), X11
	MOVAPS X0, X1
	MOVAPS X0, X2
	MOVAPS X0, X3
	MULPS  X4, X0
	MULPS  X5, X1
	MULPS  X6, X2
	MULPS  X7, X3
	ADDPS  X0, X8
	ADDPS  X1, X9
	ADDPS  X2, X10
	ADDPS  X3, X11
	MOVUPS X8, 0(R10)
	MOVUPS X9, 16(R10)
	MOVUPS X10, 32(R10)
	MOVUPS X11, 48(R10)
	ADDQ   $8, R8
	DECQ   R9
	JMP    next

done:
	RET

// func addTo8(w, s *float32, k int, d vector.Vector)
TEXT ·addTo8(SB), NOSPLIT, $0-48
	MOVQ w+0(FP), SI
	MOVQ s+8(FP), DI
	MOVQ k+16(FP), CX
	SHLQ $2, CX
	MOVQ d_base+24(FP), R8
	MOVQ d_len+32(FP), R9
	MOVUPS 0(DI), X4
	MOVUPS 16(DI), X5

next:
	TESTQ R9, R9
	JZ    done
	TERM
	MOVUPS 0(R10), X8
	MOVUPS 16(R10), X9
	MOVAPS X0, X1
	MULPS  X4, X0
	MULPS  X5, X1
	ADDPS  X0, X8
	ADDPS  X1, X9
	MOVUPS X8, 0(R10)
	MOVUPS X9, 16(R10)
	ADDQ   $8, R8
	DECQ   R9
	JMP    next

done:
	RET

// func addTo4(w, s *float32, k int, d vector.Vector)
TEXT ·addTo4(SB), NOSPLIT, $0-48
	MOVQ w+0(FP), SI
	MOVQ s+8(FP), DI
	MOVQ k+16(FP), CX
	SHLQ $2, CX
	MOVQ d_base+24(FP), R8
	MOVQ d_len+32(FP), R9
	MOVUPS 0(DI), X4

next:
	TESTQ R9, R9
	JZ    done
	TERM
	MOVUPS 0(R10), X8
	MULPS  X4, X0
	ADDPS  X0, X8
	MOVUPS X8, 0(R10)
	ADDQ   $8, R8
	DECQ   R9
	JMP    next

done:
	RET
