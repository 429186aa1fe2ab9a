import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { acceptsGzip } from '@/lib/api/http/response'

const BASE = '/_next/static/'
const compress = promisify(gzip)

const types: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
}

/**
 * Answers scripts and styles of a build, 4 MB at most, which never change: Next reads and
 * compresses them for every answer. They are read here, since another build beside the
 * running server removes them.
 * @returns an answer, which is false for another address
 */
export function createBuildFileAnswer(folder: string) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = new Map(
    paths
      .filter((path) => extname(path) in types)
      .map((path) => [path.replaceAll(sep, '/'), readBuildFile(join(folder, path))]),
  )

  return async ({ method, url = '', headers }: IncomingMessage, response: ServerResponse) => {
    if (!url.startsWith(BASE) || !(method === 'GET' || method === 'HEAD')) return false
    const path = url.slice(BASE.length).split('?', 1)[0] ?? ''
    const file = files.get(path)
    if (!file) return false
    response.setHeader('cache-control', 'public, max-age=31536000, immutable')
    response.setHeader('vary', 'accept-encoding')
    response.setHeader('etag', file.etag)
    if (headers['if-none-match']?.includes(file.etag)) {
      response.writeHead(304).end()
      return true
    }
    const isGzipped = acceptsGzip(String(headers['accept-encoding'] ?? ''))
    if (isGzipped) file.gzipped ??= compress(file.plain)
    const body = isGzipped ? await file.gzipped! : file.plain
    if (isGzipped) response.setHeader('content-encoding', 'gzip')
    response.writeHead(200, { 'content-type': file.type, 'content-length': body.length })
    response.end(method === 'HEAD' ? undefined : body)
    return true
  }
}

function readBuildFile(path: string) {
  const plain = readFileSync(path)
  // Weak, because both encodings have it.
  const etag = `W/"${createHash('sha1').update(plain).digest('base64url')}"`
  // From the first answer that needs it on.
  const gzipped = null as Promise<Buffer> | null
  return { type: types[extname(path)]!, etag, plain, gzipped }
}
