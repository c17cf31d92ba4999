"""What every kernel begins with: LLVM's own functions, those of the C library, and memory for lists."""

from kibitz.compiler.emit import ARENA_END, ARENA_TOP, ERROR

PRELUDE = f"""
declare i32 @_setjmp(ptr) returns_twice
declare void @longjmp(ptr, i32) noreturn
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare {{ i64, i1 }} @llvm.sadd.with.overflow.i64(i64, i64)
declare {{ i64, i1 }} @llvm.ssub.with.overflow.i64(i64, i64)
declare {{ i64, i1 }} @llvm.smul.with.overflow.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.abs.i64(i64, i1)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare double @llvm.fabs.f64(double)
declare double @llvm.floor.f64(double)
declare double @llvm.ceil.f64(double)
declare double @llvm.trunc.f64(double)
declare double @llvm.sqrt.f64(double)
declare double @llvm.roundeven.f64(double)
declare double @pow(double, double)
declare double @fmod(double, double)
declare double @log(double)
declare double @log2(double)
declare double @log10(double)
declare double @exp(double)
declare double @sin(double)
declare double @cos(double)
declare double @tan(double)
declare double @tanh(double)
declare double @atan(double)
declare double @fabs(double)
declare double @atan2(double, double)
declare double @hypot(double, double)
declare i32 @snprintf(ptr, i64, ptr, ...)
declare double @strtod(ptr, ptr)

define internal ptr @kb_allocate(ptr %ctx, i64 %size) alwaysinline {{
  %place = getelementptr i64, ptr %ctx, i64 {ARENA_TOP}
  %top = load ptr, ptr %place
  %next = getelementptr i8, ptr %top, i64 %size
  %limit = getelementptr i64, ptr %ctx, i64 {ARENA_END}
  %end = load ptr, ptr %limit
  %fits = icmp ule ptr %next, %end
  br i1 %fits, label %fine, label %full
fine:
  store ptr %next, ptr %place
  ret ptr %top
full:
  %error = getelementptr i64, ptr %ctx, i64 {ERROR}
  store i64 FULL, ptr %error
  call void @longjmp(ptr %ctx, i32 1) noreturn
  unreachable
}}

define internal void @kb_widen(ptr %ctx, ptr %list, i64 %size) noinline {{
  %length = load i64, ptr %list
  %rooms = getelementptr i64, ptr %list, i64 1
  %items = getelementptr i64, ptr %list, i64 2
  %old = load ptr, ptr %items
  %twice = shl i64 %length, 1
  %room = call i64 @llvm.smax.i64(i64 %twice, i64 8)
  %bytes = mul i64 %room, %size
  %data = call ptr @kb_allocate(ptr %ctx, i64 %bytes)
  %used = mul i64 %length, %size
  call void @llvm.memcpy.p0.p0.i64(ptr %data, ptr %old, i64 %used, i1 0)
  store i64 %room, ptr %rooms
  store ptr %data, ptr %items
  ret void
}}
"""
