/**
 * A JSON answer with its length, so that Next leaves one below a kilobyte uncompressed: compression takes a thread of
 * libuv's pool, on which passwords are hashed.
 */
export function jsonResponse(body: unknown, status: number, headers: Headers): Response {
  return jsonTextResponse(JSON.stringify(body), status, headers)
}

export function jsonTextResponse(text: string, status: number, headers: Headers): Response {
  if (!headers.has('content-type')) headers.set('content-type', 'application/json')
  headers.set('content-length', String(Buffer.byteLength(text)))
  return new Response(text, { status, headers })
}
