import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzipSync, inflateSync } from 'node:zlib'
import { WEBHOOK_BODY_BYTES_MAXIMUM } from '@/lib/api/contract/webhooks'
import type { Webhooks } from '@/lib/webhooks/webhooks'

/** 256 bits in base64url; some senders put a slash behind every address. */
const ADDRESS = /^\/hooks\/([\w-]{43})\/?$/
const NO_TOKEN = '.'.repeat(43)
const HEADERS_MAXIMUM = 20
const HEADER_LENGTH = 500
/** Headers that a sender may set about a delivery; not those that proxies add. */
const KEPT_HEADER =
  /^(user-agent|date|idempotency-key|webhook-.+|ce-.+|.*signature.*|x-(?!forwarded|real-ip|kerbside).+)$/
const SECRET_HEADER = /(?<!idempotency-)key$|token|secret|password|auth|cookie/

type Decompress = (body: Buffer, options: typeof decompression) => Buffer | Promise<Buffer>
// In this turn, which takes a tenth of a millisecond for 64 KB; the window of
// Brotli takes several to fill.
const decompressors: Readonly<Record<string, Decompress>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: promisify(brotliDecompress),
}
/** One step of the thread pool is enough to find a body that is too long. */
const decompression = {
  maxOutputLength: WEBHOOK_BODY_BYTES_MAXIMUM,
  chunkSize: WEBHOOK_BODY_BYTES_MAXIMUM + 1,
}

export type WebhookReceiver = Pick<Webhooks, 'receive' | 'waitSeconds'> & {
  readonly tokens: Pick<Webhooks['tokens'], 'find'>
}

/**
 * Takes a webhook's delivery in. It is answered before it is parsed, and without Next.
 * @returns false for every other request, also with a token that is not in use: it is
 * answered as an unknown page
 */
export async function answerWebhook(
  request: IncomingMessage,
  response: ServerResponse,
  open: () => Promise<WebhookReceiver | null>,
): Promise<boolean> {
  const path = request.url?.split('?', 1)[0] ?? ''
  if (request.method !== 'POST' || path.startsWith('/api/')) return false
  // An unknown page takes the time that an unknown token takes.
  const secret = ADDRESS.exec(path)?.[1] ?? NO_TOKEN
  const webhooks = await open().catch(() => null)
  const tokenId = webhooks?.tokens.find(secret)
  // No token was ever read: the database was down when this process started.
  if (!webhooks || tokenId === undefined)
    return secret === NO_TOKEN ? false : end(response, 503, { 'retry-after': '30', ...closing })
  if (tokenId === null) return false
  const wait = webhooks.waitSeconds(tokenId)
  if (wait > 0) return end(response, 429, { 'retry-after': String(wait), ...closing })
  const body = await readBody(request)
  if (body === 'too long') return end(response, 413, closing)
  if (body === 'cut') {
    response.destroy()
    return true
  }
  const { headers } = request
  try {
    await webhooks.receive({
      tokenId,
      contentType: headers['content-type']?.slice(0, HEADER_LENGTH) ?? null,
      headers: keptHeaders(request, secret),
      body,
    })
  } catch {
    // The disk takes nothing: the sender repeats it.
    return end(response, 503, { 'retry-after': '30' })
  }
  return end(response, 200)
}

/** The rest of the body is not read. */
const closing = { connection: 'close' }

/**
 * @returns `too long` also for a body that becomes so when it is decompressed;
 * `cut` when the sender is gone
 */
async function readBody(request: IncomingMessage): Promise<Buffer | 'too long' | 'cut'> {
  if (Number(request.headers['content-length'] ?? 0) > WEBHOOK_BODY_BYTES_MAXIMUM) return 'too long'
  const body = await readParts(request)
  if (typeof body === 'string') return body
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? ''
  const decompress = Object.hasOwn(decompressors, encoding) ? decompressors[encoding] : undefined
  if (!decompress) return body
  try {
    return await decompress(body, decompression)
  } catch (error) {
    // A body that is not encoded as its header says is kept as it came.
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too long' : body
  }
}

/** By events: most bodies are short, and an iterator costs more than they do. */
function readParts(request: IncomingMessage): Promise<Buffer | 'too long' | 'cut'> {
  const parts: Buffer[] = []
  let size = 0
  return new Promise((resolve) => {
    request.on('data', (part: Buffer) => {
      size += part.byteLength
      if (size <= WEBHOOK_BODY_BYTES_MAXIMUM) parts.push(part)
      else {
        // The answer needs the connection, and the rest is not read.
        request.pause()
        resolve('too long')
      }
    })
    request.once('end', () => resolve(Buffer.concat(parts)))
    request.once('error', () => resolve('cut'))
    request.once('close', () => resolve('cut'))
  })
}

/** Proxies repeat the address: `X-Original-URI`, `X-Envoy-Original-Path`. */
function keptHeaders({ headersDistinct }: IncomingMessage, secret: string): [string, string][] {
  return Object.entries(headersDistinct)
    .filter(([name]) => KEPT_HEADER.test(name) && !SECRET_HEADER.test(name))
    .filter(([, values]) => !values?.some((value) => value.includes(secret)))
    .slice(0, HEADERS_MAXIMUM)
    .map(([name, values]) => [
      name.slice(0, HEADER_LENGTH),
      (values ?? []).join(', ').slice(0, HEADER_LENGTH),
    ])
}

const TEXTS = { 200: 'Received', 413: 'Too large', 429: 'Too many', 503: 'Not now' }

function end(
  response: ServerResponse,
  status: keyof typeof TEXTS,
  headers: Record<string, string> = {},
): true {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...headers,
  })
  response.end(`${TEXTS[status]}\n`)
  return true
}
