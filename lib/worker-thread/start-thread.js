import { fileURLToPath } from 'node:url'
import { workerData } from 'node:worker_threads'
import { bundleOf } from '../server/build/build-inputs.js'

// The first module of every worker thread, in JavaScript: it finds the thread's own entry.
/** @type {{ root: string, source: string }} */
const { root, source } = workerData
const bundle = await bundleOf(root)

if (bundle) {
  process.setSourceMapsEnabled(true)
  await import(new URL(workerBundleName(source), bundle).href)
} else {
  const { register } = await import('tsx/esm/api')
  register({ tsconfig: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)) })
  await import(new URL(`../../${source}`, import.meta.url).href)
}

/** `lib/places/worker.ts` is `places-worker.mjs`. @param {string} path */
function workerBundleName(path) {
  return `${path.split('/').slice(-2).join('-').replace(/\.ts$/, '')}.mjs`
}
