import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const parts = fileURLToPath(import.meta.resolve('../../components/map/leaflet.js'))

/** Leaflet's lines for Internet Explorer 8. */
const withoutVml = {
  name: 'without-vml',
  setup: (/** @type {import('esbuild').PluginBuild} */ { onLoad }) =>
    onLoad({ filter: /SVG\.VML\.js$/ }, () => ({ contents: 'export let vmlCreate, vmlMixin' })),
}

/**
 * A loader for Turbopack: Leaflet's parts in one scope. Split over the maps'
 * chunks they weigh 4 KB more.
 */
// biome-ignore lint/style/noDefaultExport: Turbopack calls it.
export default async function loadLeaflet() {
  const { outputFiles } = await build({
    entryPoints: [parts],
    bundle: true,
    write: false,
    plugins: [withoutVml],
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}
