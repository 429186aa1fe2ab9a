// On globalThis: the server's own code stops the work of Next's bundles, and each holds a copy of this module.
const shared = globalThis as typeof globalThis & { kerbsideStops?: (() => Promise<void>)[] }

/** Has work done when the process stops, before the store is closed; work registered last comes first. */
export function beforeStop(work: () => Promise<void>): void {
  shared.kerbsideStops = [work, ...(shared.kerbsideStops ?? [])]
}

export async function runBeforeStop(): Promise<void> {
  const stops = shared.kerbsideStops ?? []
  shared.kerbsideStops = []
  for (const stop of stops) await stop().catch(() => undefined)
}
