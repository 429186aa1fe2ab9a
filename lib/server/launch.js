import { fileURLToPath } from 'node:url'
import { bundleOf, startAgain } from './build/build-inputs.js'

// glibc reads its thresholds when a process starts (decision 065).
const { env, platform } = process
const thresholds = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536' }
if (platform === 'linux' && env.MALLOC_ARENA_MAX === undefined)
  startAgain?.({ ...thresholds, ...env })

// The command of `npm start`, in JavaScript: compiling the server's TypeScript
// would take half of a start.
const root = fileURLToPath(new URL('../../', import.meta.url))
const bundle = process.argv.includes('--dev') ? null : await bundleOf(root)

if (bundle) {
  // Worker threads run the same.
  Object.assign(globalThis, { kerbsideBundle: bundle.href })
  // Without source maps: Node would read those of all packages at the start, 27 MB of them.
  await import(new URL('start.mjs', bundle).href)
} else {
  await import('tsx')
  await import('./start.ts')
}
