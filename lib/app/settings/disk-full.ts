// Of Node's files, of PostgreSQL (also inside Kerbside), and of the file system that PGlite is
// compiled with. Source: https://www.postgresql.org/docs/current/errcodes-appendix.html
const CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100']
const ENOSPC_IN_WASM = 51

/** Whether an error, or one that caused it, means that no space is left on the disk. */
export function isDiskFull(error: unknown): boolean {
  let at = error
  for (let depth = 0; depth < 6 && typeof at === 'object' && at !== null; depth++) {
    const { code, name, errno, cause } = at as Record<'code' | 'name' | 'errno' | 'cause', unknown>
    if (CODES.includes(code) || (name === 'ErrnoError' && errno === ENOSPC_IN_WASM)) return true
    at = cause
  }
  return false
}
