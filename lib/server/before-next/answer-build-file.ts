import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const BASE = '/_next/static/'
const compress = promisify(gzip)

const types: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
}

interface BuildFile {
  readonly type: string
  readonly etag: string
  readonly plain: Buffer
  readonly gzipped: Buffer
}

/** @returns false for another address */
type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

/**
 * Answers scripts and styles of a build, 4 MB at most, which never change: Next reads and compresses them for every
 * answer. Once read they are answered although another build removes them.
 * @param folder `.next/static`
 */
export function answerBuildFiles(folder: string): Answer {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const paths = new Set(
    found.filter((path) => extname(path) in types).map((path) => path.replaceAll(sep, '/')),
  )
  const files = new Map<string, Promise<BuildFile>>()

  function read(path: string): Promise<BuildFile> {
    const file = files.get(path) ?? readBuildFile(join(folder, path))
    files.set(path, file)
    file.catch(() => files.delete(path))
    return file
  }

  return async ({ method, url = '', headers }, response) => {
    if (!url.startsWith(BASE) || !(method === 'GET' || method === 'HEAD')) return false
    const path = url.slice(BASE.length).split('?', 1)[0] ?? ''
    if (!paths.has(path)) return false
    const file = await read(path).catch(() => null)
    if (!file) return false
    response.setHeader('cache-control', 'public, max-age=31536000, immutable')
    response.setHeader('vary', 'accept-encoding')
    response.setHeader('etag', file.etag)
    if (headers['if-none-match']?.includes(file.etag)) {
      response.writeHead(304).end()
      return true
    }
    const isGzipped = takesGzip(headers['accept-encoding'])
    const body = isGzipped ? file.gzipped : file.plain
    if (isGzipped) response.setHeader('content-encoding', 'gzip')
    response.writeHead(200, { 'content-type': file.type, 'content-length': body.length })
    response.end(method === 'HEAD' ? undefined : body)
    return true
  }
}

async function readBuildFile(path: string): Promise<BuildFile> {
  const plain = await readFile(path)
  return {
    type: types[extname(path)]!,
    // Weak, because both encodings have it.
    etag: `W/"${createHash('sha1').update(plain).digest('base64url')}"`,
    plain,
    gzipped: await compress(plain),
  }
}

/** @param accepted `br, gzip;q=0.5` */
function takesGzip(accepted: string | string[] = ''): boolean {
  return /(^|[\s,])gzip(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(accepted))
}
