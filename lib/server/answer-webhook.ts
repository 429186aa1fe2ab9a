import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { WEBHOOK_BODY_BYTES_MAXIMUM } from '@/lib/contract/webhooks'
import type { Webhooks } from '@/lib/webhooks/webhooks'

/** 256 bits in base64url. */
const ADDRESS = /^\/hooks\/([\w-]{43})$/
const HEADERS_MAXIMUM = 20
const HEADER_LENGTH = 500
/** What a sender may say about a delivery; not what proxies add. */
const KEPT_HEADER = /^(user-agent|date|webhook-.+|.*signature.*|x-(?!forwarded|real-ip|kerbside).+)$/

const decompressors: Readonly<
  Record<string, (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>
> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

/** What takes deliveries in. */
export type WebhookReceiver = Pick<Webhooks, 'receive' | 'waitSeconds'> & {
  readonly tokens: Pick<Webhooks['tokens'], 'find'>
}

/**
 * Takes a webhook's delivery in. It is answered before it is read, and without Next.
 * @returns false for every other request, also with a token that is not in use: it is answered as an unknown page
 */
export async function answerWebhook(
  request: IncomingMessage,
  response: ServerResponse,
  open: () => Promise<WebhookReceiver | null>,
): Promise<boolean> {
  const [, secret] = (request.method === 'POST' && ADDRESS.exec(request.url?.split('?', 1)[0] ?? '')) || []
  if (secret === undefined) return false
  const webhooks = await open()
  const tokenId = webhooks?.tokens.find(secret) ?? null
  if (!webhooks || tokenId === null) return false
  const wait = webhooks.waitSeconds(tokenId)
  if (wait > 0) return end(response, 429, { 'retry-after': String(wait), connection: 'close' })
  const body = await readBody(request)
  if (body === null) return end(response, 413, { connection: 'close' })
  const { headers } = request
  try {
    await webhooks.receive({
      tokenId,
      contentType: headers['content-type']?.slice(0, HEADER_LENGTH) ?? null,
      headers: keptHeaders(request),
      body,
    })
  } catch {
    // The disk takes nothing: the sender repeats it.
    return end(response, 503, { 'retry-after': '30' })
  }
  return end(response, 200)
}

/** @returns null for a body that is too long, or becomes so when it is decompressed */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > WEBHOOK_BODY_BYTES_MAXIMUM) return null
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.byteLength
    if (size > WEBHOOK_BODY_BYTES_MAXIMUM) return null
    parts.push(part)
  }
  const body = Buffer.concat(parts)
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? ''
  const decompress = Object.hasOwn(decompressors, encoding) ? decompressors[encoding] : undefined
  if (!decompress) return body
  return decompress(body, { maxOutputLength: WEBHOOK_BODY_BYTES_MAXIMUM }).catch(
    (error: NodeJS.ErrnoException) =>
      // What is not what its header says is kept as it came.
      error.code === 'ERR_BUFFER_TOO_LARGE' ? null : body,
  )
}

function keptHeaders({ headersDistinct }: IncomingMessage): [string, string][] {
  return Object.entries(headersDistinct)
    .filter(([name]) => KEPT_HEADER.test(name))
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
