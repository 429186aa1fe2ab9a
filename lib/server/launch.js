import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { hashInputs } from './build/build-inputs.js'

// The command of `npm start`, in JavaScript: compiling the server's TypeScript would take half of a start.
const root = fileURLToPath(new URL('../../', import.meta.url))
const bundle = new URL('../../.next/server-of-kerbside/', import.meta.url)
const isDevelopment = process.argv.includes('--dev')

if (!isDevelopment && (await isCurrent())) {
  process.setSourceMapsEnabled(true)
  await import(new URL('start.mjs', bundle).href)
} else {
  await import('tsx')
  await import('./start.ts')
}

/** Whether the bundle is of exactly these sources. */
async function isCurrent() {
  const inputs = await readFile(new URL('inputs', bundle), 'utf8').catch(() => null)
  return inputs !== null && inputs === (await hashInputs(root, {}))
}
