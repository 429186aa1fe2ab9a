import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { markerPng, tilePng } from '@/e2e/bench/pictures'

const PAGE = fileURLToPath(new URL('./page/page.tsx', import.meta.url))
const MAP_FOLDER = fileURLToPath(new URL('../../../components/map', import.meta.url))

const HTML = `<!doctype html>
<meta charset="utf-8">
<title>Map bench</title>
<link rel="stylesheet" href="/page.css">
<style>
  body { margin: 0 }
  .stage { width: 1280px; height: 800px }
  .size-full { width: 100%; height: 100% }
  .relative { position: relative }
  .pointer-events-none { pointer-events: none }
</style>
<script type="module" src="/page.js"></script>`

export interface Site {
  readonly url: string
  close(): void
}

/** Serves the page of the benchmark, the map's workers and tiles of one picture. */
export async function openMapSite(): Promise<Site> {
  const files = await bundle()
  const server = createServer(({ url = '/' }, response) => {
    const { type, body } = url.startsWith('/tiles/')
      ? { type: 'image/png', body: tilePng }
      : (files.get(url) ?? { type: 'text/plain', body: null })
    response.writeHead(body === null ? 404 : 200, {
      'content-type': type,
      'cache-control': 'max-age=600',
      // An isolated page gets a clock of microseconds.
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

interface File {
  readonly type: string
  readonly body: string | Uint8Array
}

async function bundle(): Promise<Map<string, File>> {
  const workers = (await readdir(MAP_FOLDER, { recursive: true })).filter((name) =>
    name.endsWith('.worker.ts'),
  )
  const { outputFiles } = await build({
    entryPoints: [PAGE, ...workers.map((name) => join(MAP_FOLDER, name))],
    entryNames: '[name]',
    outdir: '/',
    bundle: true,
    format: 'esm',
    splitting: false,
    minify: true,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.png': 'dataurl' },
    write: false,
    logLevel: 'error',
  })
  const files = new Map<string, File>([
    ['/', { type: 'text/html; charset=utf-8', body: HTML }],
    ['/marker.png', { type: 'image/png', body: markerPng }],
  ])
  for (const { path, contents } of outputFiles) {
    const name = basename(path)
    const type = name.endsWith('.css') ? 'text/css' : 'text/javascript'
    // The map requests its worker by the name of its source.
    files.set(`/${name.replace(/\.worker\.js$/, '.worker.ts')}`, { type, body: contents })
  }
  return files
}
