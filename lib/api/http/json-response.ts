import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { acceptsGzip } from './accepts-gzip'

const pack = promisify(gzip)

/**
 * A JSON answer with its length, so that Next leaves one below a kilobyte uncompressed: compression takes a thread of
 * libuv's pool, on which passwords are hashed.
 */
export function jsonResponse(body: unknown, status: number, headers: Headers): Response {
  return jsonTextResponse(JSON.stringify(body), status, headers)
}

/** @param text JSON */
export function jsonTextResponse(text: string, status: number, headers: Headers): Response {
  if (!headers.has('content-type')) headers.set('content-type', 'application/json')
  headers.set('content-length', String(Buffer.byteLength(text)))
  return new Response(text, { status, headers })
}

/** For large answers, whose text is at hand: Next leaves a route's JSON as it is. */
export async function gzipJsonResponse(
  text: string,
  status: number,
  headers: Headers,
  { headers: asked }: Request,
): Promise<Response> {
  headers.append('vary', 'accept-encoding')
  if (!acceptsGzip(asked.get('accept-encoding'))) return jsonTextResponse(text, status, headers)
  const packed = await pack(text)
  headers.set('content-type', 'application/json')
  headers.set('content-encoding', 'gzip')
  headers.set('content-length', String(packed.byteLength))
  return new Response(new Uint8Array(packed), { status, headers })
}
