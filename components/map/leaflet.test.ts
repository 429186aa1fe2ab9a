import { build } from 'esbuild'
import { expect, test } from 'vitest'

// A part that the list leaves out has its type all the same, and is undefined in the browser.
test('every part of Leaflet that the maps use is in the list', async () => {
  const { warnings, metafile } = await build({
    entryPoints: ['components/map/maps.tsx', 'components/map/basemap/atlas.tsx'],
    alias: { leaflet: './components/map/leaflet.js', 'leaflet/src': './node_modules/leaflet/src' },
    external: ['@tanstack/*', 'react-leaflet', 'lucide-react', 'next', 'react', 'react-dom'],
    loader: { '.css': 'empty', '.png': 'empty' },
    bundle: true,
    format: 'esm',
    logLevel: 'silent',
    metafile: true,
    outdir: 'out',
    write: false,
  })
  const maps = Object.keys(metafile.inputs).filter((path) => path.startsWith('components/map/'))
  expect(maps).toEqual(
    expect.arrayContaining(['components/map/journey-map.tsx', 'components/map/leaflet.js']),
  )
  expect(warnings.map(({ text }) => text)).toEqual([])
})
