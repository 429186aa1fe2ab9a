import { fileURLToPath } from 'node:url'
import { bundleOf, ENTRIES } from './build-inputs.js'

// In JavaScript: compiling the server's TypeScript would take half of a start.
const ROOT = new URL('../../', import.meta.url)
const NO_COMPILER =
  'There is no finished build of these sources, and the packages that build are not installed: run `npm ci --include=dev`, then `npm run build`'

/**
 * Runs a command from the build's bundle, which needs no compiler; from its source where there is
 * none of these sources, or where it is to be.
 * @param {keyof typeof ENTRIES} name
 */
export async function runEntry(name, { isFromSource = false } = {}) {
  const bundle = isFromSource ? null : await bundleOf(fileURLToPath(ROOT))
  if (bundle) {
    // Worker threads run the same.
    Object.assign(globalThis, { kerbsideBundle: bundle.href })
    // Without source maps: Node would read those of all packages at the start, 27 MB of them.
    await import(new URL(`${name}.mjs`, bundle).href)
    return
  }
  await import('tsx').catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    process.stderr.write(`${NO_COMPILER}\n`)
    process.exit(1)
  })
  await import(new URL(ENTRIES[name], ROOT).href)
}
