// Codes of Node's files, of PostgreSQL, and of the file system that PGlite is compiled with.
// Source: https://www.postgresql.org/docs/current/errcodes-appendix.html
const CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100']
const ENOSPC_IN_WASM = 51
// Bounds a chain of causes that leads back to itself.
const DEEPEST_CAUSE = 6

interface ErrorLike {
  readonly code?: unknown
  readonly name?: unknown
  readonly errno?: unknown
  readonly cause?: unknown
}

/** Whether an error, or one that caused it, means that no space is left on the disk. */
export function isDiskFull(error: unknown, depth = 0): boolean {
  if (depth === DEEPEST_CAUSE || typeof error !== 'object' || error === null) return false
  const { code, name, errno, cause }: ErrorLike = error
  const isFullInWasm = name === 'ErrnoError' && errno === ENOSPC_IN_WASM
  return CODES.includes(code) || isFullInWasm || isDiskFull(cause, depth + 1)
}
