import type { ProblemKind } from '@/lib/api/contract/problems'
import type { Timeouts } from './time-limit'

export interface Failure {
  readonly kind: ProblemKind
  readonly what: string
}

const DNS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'])
// Node's codes for rejected certificates and failed handshakes. Source: https://nodejs.org/api/errors.html
const TLS =
  /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|EPROTO$|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|ERROR_IN_CERT_)/

/**
 * Classifies an error before the headers, by its code.
 * @returns null for an error of our own code
 */
export function failureBeforeHeaders(error: unknown, timeouts: Timeouts): Failure | null {
  const code = codeOf(error)
  if (code === null) return null
  if (code === 'UND_ERR_CONNECT_TIMEOUT') {
    return { kind: 'upstream-unreachable', what: `no connection after ${timeouts.connectMs} ms` }
  }
  if (DNS.has(code)) return { kind: 'upstream-unreachable', what: `name does not resolve (${code})` }
  if (TLS.test(code)) return { kind: 'upstream-tls', what: `no secure connection (${code})` }
  // An answer that is not HTTP.
  if (/^(HPE_|HTTPParserError$|UND_ERR_HEADERS_OVERFLOW$)/.test(code)) {
    return { kind: 'bad-response', what: `no HTTP answer (${code})` }
  }
  return { kind: 'upstream-unreachable', what: `no connection (${code})` }
}

/** Classifies an error within a body. A cut body is never an answer. */
export function failureInBody(error: unknown): Failure {
  return { kind: 'bad-response', what: `body broke off (${codeOf(error) ?? 'unknown error'})` }
}

// undici wraps socket errors in `fetch failed` or `terminated`; several addresses make an AggregateError.
function codeOf(error: unknown): string | null {
  let at: unknown = error
  for (let depth = 0; depth < 5 && at instanceof Error; depth++) {
    const { code, errors, cause } = at as Error & { code?: unknown; errors?: unknown[] }
    if (typeof code === 'string') return code
    // undici 7 does not set the code of its parser's error.
    if (at.name === 'HTTPParserError') return at.name
    at = cause ?? errors?.[0]
  }
  return error instanceof TypeError && error.message === 'fetch failed' ? 'fetch failed' : null
}
