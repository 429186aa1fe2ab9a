import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import { REQUEST_ID_HEADER } from '@/lib/api/contract/answers'
import { isProblemError } from '@/lib/api/contract/problem-error'
import {
  PROBLEM_TYPE_PREFIX,
  type Problem,
  type ProblemKind,
  problemKinds,
} from '@/lib/api/contract/problems'
import { isDiskFull } from '@/lib/app/settings/disk-full'
import { InvalidInput } from './input'

const pack = promisify(gzip)

/** @param header `accept-encoding`. Source: RFC 9110 §12.5.3 */
export function acceptsGzip(header: string | null | undefined): boolean {
  const codings = (header ?? '').split(',')
  return codings.some((coding) => GZIP_CODING.test(coding))
}

const GZIP_CODING = /^\s*gzip\s*(;\s*q=(1|0\.0*[1-9]).*)?$/i

/** Shorter answers gain less than their headers. */
const PACKED_FROM_BYTES = 1024
/**
 * Packed at once: handing less to a thread of libuv's pool, on which passwords
 * are hashed, takes longer.
 */
const SHORT_BYTES = 16 * 1024

/** JSON with its length, packed where the request accepts that and it is longer than a kilobyte. */
export async function jsonResponse(
  text: string,
  status: number,
  headers: Headers,
  request: Request,
): Promise<Response> {
  headers.set('content-type', 'application/json')
  const bytes = Buffer.from(text)
  const isLong = bytes.length >= PACKED_FROM_BYTES
  if (isLong) headers.append('vary', 'accept-encoding')
  const mayPack = isLong && acceptsGzip(request.headers.get('accept-encoding'))
  if (!mayPack) {
    headers.set('content-length', String(bytes.length))
    return new Response(text, { status, headers })
  }
  const packed = bytes.length < SHORT_BYTES ? gzipSync(bytes) : await pack(bytes)
  headers.set('content-encoding', 'gzip')
  headers.set('content-length', String(packed.length))
  return new Response(new Uint8Array(packed), { status, headers })
}

/** First pause after a rate limit without Retry-After. */
const FIRST_PAUSE_MS = 5_000

/**
 * RFC 9457 in Kerbside's own words; of the service only what a `detail` quotes, of
 * an error's message nothing.
 */
export function problemResponse(error: unknown, requestId: string): Response {
  const kind = problemKindOf(error)
  const { status, title, advice } = problemKinds[kind]
  const known = isProblemError(error) ? error : null
  const retryAfterMs = known?.retryAfterMs ?? (kind === 'rate-limited' ? FIRST_PAUSE_MS : null)
  const invalid = error instanceof InvalidInput ? error : null
  const problem: Problem = {
    type: `${PROBLEM_TYPE_PREFIX}${kind}`,
    title,
    status,
    detail: known?.detail ?? advice,
    requestId,
    retryAfterMs,
    parameter: known?.parameter ?? undefined,
    given: invalid?.given ?? undefined,
    allowed: invalid?.allowed,
  }
  const headers = new Headers({
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    [REQUEST_ID_HEADER]: requestId,
  })
  if (retryAfterMs !== null) headers.set('retry-after', String(Math.ceil(retryAfterMs / 1000)))
  const text = JSON.stringify(problem)
  headers.set('content-length', String(Buffer.byteLength(text)))
  return new Response(text, { status, headers })
}

export function problemKindOf(error: unknown): ProblemKind {
  if (isDiskFull(error)) return 'disk-full'
  if (isProblemError(error)) return error.kind
  return isDatabaseError(error) ? 'store-unreachable' : 'internal'
}

/** Line for the log; null for a problem of a known kind. */
export function faultOf(error: unknown): string | null {
  if (isDiskFull(error)) {
    return 'the disk is full (ENOSPC): free space where the database is, KERBSIDE_DATA or PostgreSQL’s own disk'
  }
  if (isProblemError(error) && error.kind !== 'internal') return null
  // The message of a failed statement contains its values.
  return isDatabaseError(error) ? `the database: ${String(error.cause)}` : String(error)
}

function isDatabaseError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  return error.name === 'DrizzleQueryError' || 'query' in error
}
