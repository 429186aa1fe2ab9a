/** Lines that a part of the product may have, and the folders that it consists of. */
export interface Budget {
  readonly part: string
  readonly lines: number
  readonly folders: readonly string[]
}

/** Most lines and files of the product, and most lines of its tests, that the plan allows. */
export const totals = { lines: 46_000, files: 460, unit: 22_000, endToEnd: 11_500, helpers: 2_500 }

/** A folder over its budget makes room, or raises its budget in the same commit with the reason. */
// biome-ignore format: one line a side
export const budgets: readonly Budget[] = [
  ...parts('lib', { app: 1_200, interface: 1_350, api: 3_300, upstream: 950, vehicles: 450, live: 3_300, recording: 1_550, fleet: 1_350, webhooks: 1_250, auth: 1_400, store: 850, city: 2_300, inspect: 1_000, format: 950, server: 1_150, reference: 2_800 }),
  ...parts('components', { map: 4_000, search: 5_600, past: 1_200, bookings: 2_400, lookup: 700, record: 1_750, account: 1_500, layout: 900, ui: 1_300 }),
  { part: 'app and root', lines: 950, folders: ['app', 'next.config.js', 'vitest.config.ts'] },
]

function parts(folder: string, lines: Record<string, number>): Budget[] {
  return Object.entries(lines).map(([name, most]) => ({
    part: `${folder}/${name}`,
    lines: most,
    folders: [`${folder}/${name}`],
  }))
}
