import type { App } from './compose'

// On globalThis: the server's code and each of Next's bundles hold a copy of this module.
const shared = globalThis as typeof globalThis & { kerbside?: App }

/** The process's parts. Next's bundles are given them, so that they hold none of their code. */
export function app(): App {
  if (!shared.kerbside) throw new Error('Kerbside was not started by `npm start` or `npm run dev`')
  return shared.kerbside
}

/** Once, by the command that runs. */
export function setApp(composed: App): App {
  shared.kerbside = composed
  return composed
}
