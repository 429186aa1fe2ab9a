import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { workerData } from 'node:worker_threads'
import { bundleOf } from '../../build/build-inputs.js'

// The first module of every worker thread, in JavaScript: it finds the thread's own entry.
/** @type {{ root: string, source: string, bundle: string | undefined }} */
const { root, source, bundle: bundleOfProcess } = workerData
// Finding it takes the hash of all sources.
const folder = bundleOfProcess ?? (await bundleOf(root))
const bundle = folder && new URL(workerBundleName(source), folder)

// A thread of the tests is in no bundle.
if (bundle && existsSync(bundle)) {
  await import(bundle.href)
} else {
  const { register } = await import('tsx/esm/api')
  register({ tsconfig: fileURLToPath(new URL('../../../tsconfig.json', import.meta.url)) })
  await import(new URL(`../../../${source}`, import.meta.url).href)
}

/** `lib/city/worker.ts` is `city-worker.mjs`. @param {string} path */
function workerBundleName(path) {
  return `${path.split('/').slice(-2).join('-').replace(/\.ts$/, '')}.mjs`
}
