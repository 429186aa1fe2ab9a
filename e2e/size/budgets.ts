/** Lines that a part of the product may have, and the folders that it consists of. */
export interface Budget {
  readonly part: string
  readonly lines: number
  readonly folders: readonly string[]
}

/** Most lines and files of the product, and most lines of its tests, that the plan allows. */
export const totals = { lines: 46_000, files: 460, unit: 22_000, endToEnd: 11_500, helpers: 2_500 }

/** A part over its budget makes room, or raises its budget in the same commit with the reason. */
// biome-ignore format: one line a part
export const budgets: readonly Budget[] = [
  lib('app', 1_200, 'process', 'config', 'observability'),
  lib('interface', 1_350, 'interface'),
  lib('api', 3_300, 'contract', 'http', 'routes', 'api', 'queries'),
  lib('upstream', 950, 'upstream'),
  lib('vehicles', 450, 'vehicles'),
  lib('live', 3_300, 'live', 'live-client', 'scheduling', 'browser'),
  lib('recording', 1_550, 'recording', 'trail'),
  lib('fleet', 1_350, 'directory', 'watch-list'),
  lib('webhooks', 1_250, 'webhooks'),
  lib('auth', 1_400, 'auth'),
  lib('store', 850, 'store', 'lock', 'encryption'),
  lib('city', 2_300, 'city', 'demo-city', 'worker-thread'),
  lib('inspect', 1_000, 'inspect', 'observations'),
  lib('format', 950, 'format'),
  lib('server', 1_150, 'server'),
  lib('reference', 2_800, 'reference'),
  components('map', 4_000, 'map'),
  components('search', 5_600, 'search', 'watch-list'),
  components('past', 1_200, 'replay', 'recording'),
  components('bookings', 2_400, 'booking', 'bookings', 'webhooks'),
  components('lookup', 700, 'lookup'),
  components('record', 1_750, 'record', 'inspector', 'vehicle', 'interface', 'observations', 'service'),
  components('account', 1_500, 'account', 'sign-in', 'operators', 'audit'),
  components('layout', 900, 'layout'),
  components('ui', 1_300, 'ui'),
  { part: 'app and root', lines: 950, folders: ['app', 'next.config.js', 'vitest.config.ts'] },
]

function lib(part: string, lines: number, ...names: string[]): Budget {
  return { part: `lib/${part}`, lines, folders: names.map((name) => `lib/${name}`) }
}

function components(part: string, lines: number, ...names: string[]): Budget {
  return { part: `components/${part}`, lines, folders: names.map((name) => `components/${name}`) }
}
