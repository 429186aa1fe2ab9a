import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** A full garbage collection of this thread, which V8 offers by a flag only. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  // Another thread may have taken the flag back meanwhile.
  const collect: (() => void) | undefined = runInNewContext('globalThis.gc')
  setFlagsFromString('--no-expose-gc')
  collect?.()
}

/**
 * Frees the memory of this thread's start: V8 collects when memory is asked for, and a
 * quiet server asks for none.
 */
export function collectAfterStart(): void {
  // The second collection returns the pages that the first emptied.
  for (const ms of [15_000, 20_000]) setTimeout(collectGarbage, ms).unref()
}
