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
  const files = new Map<string, BuildFile>()
  for (const path of paths) {
    if (!(extname(path) in types)) continue
    const address = path.replaceAll(sep, '/')
    const file = readBuildFile(join(folder, path))
    files.set(address, file)
  }

  return async ({ method, url = '', headers }: IncomingMessage, response: ServerResponse) => {
    const isRead = method === 'GET' || method === 'HEAD'
    if (!isRead) return false
    if (!url.startsWith(BASE)) return false
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
    response.writeHead(200, {
      'content-type': file.type,
      'content-length': body.length,
    })
    response.end(method === 'HEAD' ? undefined : body)
    return true
  }
}

interface BuildFile {
  readonly type: string
  readonly etag: string
  readonly plain: Buffer
  /** From the first answer that needs it on. */
  gzipped: Promise<Buffer> | null
}

function readBuildFile(path: string): BuildFile {
  const plain = readFileSync(path)
  const sha1 = createHash('sha1').update(plain).digest('base64url')
  return {
    type: types[extname(path)]!,
    // Weak, because both encodings have it.
    etag: `W/"${sha1}"`,
    plain,
    gzipped: null,
  }
}
