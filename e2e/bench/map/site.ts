import { extname, join } from 'node:path'
import { build } from 'esbuild'
import { tilePng } from '@/e2e/support/tile'
import { serve } from '@/lib/reference/listen'

// The animation changes a pixel in every frame, because Chromium throttles unchanged frames.
const HTML = `<!doctype html>
<link rel="stylesheet" href="/page.css">
<style>
  body { margin: 0 }
  .size-full { width: 100%; height: 100% }
  .relative { position: relative }
  body::after { content: ''; position: fixed; left: 0; top: 0; width: 2px; height: 2px; z-index: 9999; animation: blink 1s infinite alternate }
  @keyframes blink { from { background: #000 } to { background: #fff } }
</style>
<script type="module" src="/page.js"></script>`

/** Serves the page of the benchmark, and one picture for all tiles. */
export async function openMapSite() {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'page.ts')],
    outdir: '/',
    bundle: true,
    format: 'esm',
    minify: true,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.png': 'dataurl' },
    write: false,
  })
  return serve(async ({ url }) => {
    const type = extname(new URL(url).pathname)
    if (type === '.png')
      return new Response(tilePng, { headers: { 'cache-control': 'max-age=600' } })
    if (type === '')
      return new Response(HTML, { headers: { 'content-type': 'text/html; charset=utf-8' } })
    const mime = type === '.css' ? 'text/css' : 'text/javascript'
    const file = outputFiles.find(({ path }) => path.endsWith(type))
    return new Response(file?.text, { headers: { 'content-type': mime } })
  })
}
