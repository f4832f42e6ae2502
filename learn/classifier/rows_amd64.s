#include "textflag.h"

// func addRows(s, w []float32, d vector.Vector)
TEXT ·addRows(SB), NOSPLIT, $0-72
	MOVQ s_base+0(FP), DI
	MOVQ s_len+8(FP), CX // the number of labels
	MOVQ w_base+24(FP), SI
	MOVQ d_base+48(FP), R8
	MOVQ d_len+56(FP), R9
	MOVQ CX, R11
	ANDQ $-4, R11 // the part of them that is read four at a time

nextTerm:
	TESTQ R9, R9
	JZ    done
	MOVL  0(R8), AX // ID
	IMULQ CX, AX
	LEAQ  (SI)(AX*4), R10
	MOVSS 4(R8), X0 // Value
	SHUFPS $0, X0, X0
	XORQ  DX, DX

four:
	CMPQ   DX, R11
	JGE    one
	MOVUPS (R10)(DX*4), X1
	MOVUPS (DI)(DX*4), X2
	MULPS  X0, X1
	ADDPS  X1, X2
	MOVUPS X2, (DI)(DX*4)
	ADDQ   $4, DX
	JMP    four

one:
	CMPQ  DX, CX
	JGE   endTerm
	MOVSS (R10)(DX*4), X1
	MOVSS (DI)(DX*4), X2
	MULSS X0, X1
	ADDSS X1, X2
	MOVSS X2, (DI)(DX*4)
	INCQ  DX
	JMP   one

endTerm:
	ADDQ $8, R8
	DECQ R9
	JMP  nextTerm

done:
	RET

// func addToRows(w, s []float32, d vector.Vector)
TEXT ·addToRows(SB), NOSPLIT, $0-72
	MOVQ w_base+0(FP), SI
	MOVQ s_base+24(FP), DI
	MOVQ s_len+32(FP), CX
	MOVQ d_base+48(FP), R8
	MOVQ d_len+56(FP), R9
	MOVQ CX, R11
	ANDQ $-4, R11

nextTerm:
	TESTQ R9, R9
	JZ    done
	MOVL  0(R8), AX
	IMULQ CX, AX
	LEAQ  (SI)(AX*4), R10
	MOVSS 4(R8), X0
	SHUFPS $0, X0, X0
	XORQ  DX, DX

four:
	CMPQ   DX, R11
	JGE    one
	MOVUPS (DI)(DX*4), X1
	MOVUPS (R10)(DX*4), X2
	MULPS  X0, X1
	ADDPS  X1, X2
	MOVUPS X2, (R10)(DX*4)
	ADDQ   $4, DX
	JMP    four

one:
	CMPQ  DX, CX
	JGE   endTerm
	MOVSS (DI)(DX*4), X1
	MOVSS (R10)(DX*4), X2
	MULSS X0, X1
	ADDSS X1, X2
	MOVSS X2, (R10)(DX*4)
	INCQ  DX
	JMP   one

endTerm:
	ADDQ $8, R8
	DECQ R9
	JMP  nextTerm

done:
	RET
