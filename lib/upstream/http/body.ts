import type { ProblemKind } from '@/lib/api/contract/problems'
import type { Timeouts } from '@/lib/upstream/http/time-limit'

export interface Failure {
  readonly kind: ProblemKind
  /** For the log, after method and path. */
  readonly reason: string
}

/** Thrown while a body is read; the transport adds the call. */
export class UnreadableBody extends Error {
  constructor(readonly failure: Failure) {
    super(failure.reason)
  }
}

interface JsonOptions {
  /** Removes our key from the text, which a service may repeat anywhere. */
  readonly clean?: (text: string) => string
  /** Awaited before the parsing. */
  readonly turn?: (() => Promise<void>) | undefined
  /** An empty body is null. */
  readonly mayBeEmpty?: boolean
}

// A number of more digits than JavaScript keeps, as `1.50`, stays as it came. A quote within a text
// is escaped, and no match.
const NUMERIC_CURSOR =
  /("next_cursor"\s*:\s*)(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=\s*[,}])/g

/**
 * Reads a decompressed JSON body, strictly as UTF-8, up to a limit. The content type is ignored:
 * only JSON itself is stated (§1).
 * @throws UnreadableBody, or the error of the stream
 */
export async function readJson(
  response: Response,
  capBytes: number,
  options: JsonOptions = {},
): Promise<unknown> {
  const { clean = (text) => text, turn, mayBeEmpty = false } = options
  const bytes = await readBytes(response, capBytes)
  await turn?.()
  if (bytes.length === 0) {
    if (mayBeEmpty) return null
    throw unreadable('has an empty body')
  }

  const text = clean(decode(bytes))
  try {
    return JSON.parse(text.replace(NUMERIC_CURSOR, keepDigits))
  } catch {
    // The SyntaxError's message would quote the service's text.
    throw unreadable(`is not valid JSON (${bytes.length} bytes)`)
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('is not valid UTF-8')
  }
}

function keepDigits(match: string, name: string, digits: string): string {
  const isExact = String(Number(digits)) === digits
  return isExact ? match : `${name}"${digits}"`
}

async function readBytes(response: Response, capBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Counted after decompression, against gzip bombs. The throw cancels the rest.
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > capBytes) {
      throw new UnreadableBody({
        kind: 'too-large',
        reason: `body is larger than ${capBytes} bytes`,
      })
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

// Longer than the field names and the words of any refusal.
const BEGINNING_BYTES = 4096
const LONGEST_MS = 1_000

/**
 * Up to 4 KiB of a refusal's body within a second, then cancelled; null where it
 * breaks off. Never rejects.
 */
export async function beginningOf({ body }: Response): Promise<string | null> {
  if (!body) return ''
  const reader = body.getReader()
  const stop = () => void reader.cancel().catch(() => undefined)
  const timer = setTimeout(stop, LONGEST_MS)
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  try {
    while (bytes < BEGINNING_BYTES) {
      const { done, value } = await reader.read()
      if (done) return text
      bytes += value.length
      text += decoder.decode(value, { stream: true })
    }
    stop()
    return text
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

function unreadable(fault: string): UnreadableBody {
  return new UnreadableBody({ kind: 'bad-response', reason: `answer ${fault}` })
}

const DNS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'])
// Beginnings of Node's codes for rejected certificates and failed handshakes. Source:
// https://nodejs.org/api/errors.html
const TLS_PREFIXES = [
  'ERR_TLS_',
  'ERR_SSL_',
  'CERT_',
  'CRL_',
  'SELF_SIGNED_',
  'DEPTH_ZERO_',
  'UNABLE_TO_',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'ERROR_IN_CERT_',
]

const NOT_HTTP = /^(HPE_|HTTPParserError$|UND_ERR_HEADERS_OVERFLOW$)/

/** Classifies an error before the headers, by its code; null for an error of our own code. */
export function failureBeforeHeaders(error: unknown, timeouts: Timeouts): Failure | null {
  const code = codeOf(error)
  if (code === null) return null
  if (isOfTls(code)) return { kind: 'upstream-tls', reason: `no secure connection (${code})` }
  if (NOT_HTTP.test(code)) return { kind: 'bad-response', reason: `no HTTP answer (${code})` }
  return { kind: 'upstream-unreachable', reason: unreachableReason(code, timeouts) }
}

function isOfTls(code: string): boolean {
  if (code === 'EPROTO') return true
  return TLS_PREFIXES.some((prefix) => code.startsWith(prefix))
}

function unreachableReason(code: string, timeouts: Timeouts): string {
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return `no connection after ${timeouts.connectMs} ms`
  if (code === 'UND_ERR_ABORTED') return 'the proxy of HTTPS_PROXY or HTTP_PROXY made no connection'
  if (DNS.has(code)) return `name does not resolve (${code})`
  return `no connection (${code})`
}

/** Classifies an error within a body. A cut body is never an answer. */
export function failureInBody(error: unknown): Failure {
  const code = codeOf(error) ?? 'unknown error'
  return { kind: 'bad-response', reason: `body broke off (${code})` }
}

const DEEPEST_CAUSE = 5

// undici wraps socket errors in `fetch failed` or `terminated`; several
// addresses make an AggregateError.
function codeOf(error: unknown): string | null {
  let current: unknown = error
  for (let depth = 0; depth < DEEPEST_CAUSE && current instanceof Error; depth++) {
    const { code, errors, cause } = current as Error & { code?: unknown; errors?: unknown[] }
    if (typeof code === 'string') return code
    // undici 7 does not set the code of its parser's error.
    if (current.name === 'HTTPParserError') return current.name
    current = cause ?? errors?.[0]
  }
  const isOfFetch = error instanceof TypeError && error.message === 'fetch failed'
  return isOfFetch ? 'fetch failed' : null
}
