import { isList, type Play, type Reply, write, writeReal } from './reply'

type Json = Record<string, unknown>
type Vehicles = Json[]

/** The real list with its vehicles changed; other endpoints as they are. */
function list(
  row: number,
  change: (page: Json & { vehicles: Vehicles }, exchange: Reply) => unknown,
  options?: { readonly firstPage: boolean },
) {
  const play: Play = async (exchange) => {
    if (!isList(exchange)) return writeReal(exchange)
    const page = (await (await exchange.real(options)).json()) as Json & { vehicles: Vehicles }
    write(exchange, 200, JSON.stringify(change(page, exchange)))
  }
  return { row, play }
}

/** Every vehicle changed, in the list and alone. */
function each(row: number, change: (vehicle: Json, index: number) => Json) {
  const play: Play = async (exchange) => {
    const answer = (await (await exchange.real()).json()) as Json & { vehicles?: Vehicles; vehicle?: Json }
    const changed = answer.vehicles
      ? { ...answer, vehicles: answer.vehicles.map(change) }
      : answer.vehicle
        ? { ...answer, vehicle: change(answer.vehicle, 0) }
        : change(answer, 0)
    // As text, so that `__proto__` becomes a key and not a prototype.
    write(exchange, 200, JSON.stringify(changed).replaceAll('"proto here"', '"__proto__"'))
  }
  return { row, play }
}

/** Rows 24 to 41: JSON answers that differ from the interface or use its edge cases. */
export const shapeFaults = {
  'wrong-shape': list(24, () => ({ results: 'none' })),
  'array-shape': list(24, ({ vehicles }) => vehicles),
  'row-without-id': list(25, (page) => ({
    ...page,
    vehicles: page.vehicles.map(({ id, ...rest }, index) => (index === 0 ? rest : { id, ...rest })),
  })),
  'rows-without-id': list(25, (page) => ({
    ...page,
    vehicles: page.vehicles.map(({ id, ...rest }) => rest),
  })),
  'missing-fields': each(26, ({ id, position }) => ({ id, position })),
  'null-fields': each(26, (vehicle) =>
    Object.fromEntries(
      Object.entries(vehicle).map(([name, value]) => [
        name,
        name === 'id' || name === 'position' ? value : null,
      ]),
    ),
  ),
  'wrong-types': each(27, (vehicle) => ({
    ...vehicle,
    year: 'old',
    make: 7,
    passengers_max: '4',
    functions: 'taxi',
  })),
  'off-the-earth': each(28, (vehicle, index) =>
    index % 2 === 0 ? { ...vehicle, position: { lat: 91, lng: -500 } } : vehicle,
  ),
  'infinite-position': {
    row: 28,
    play: async (exchange) => {
      const text = await (await exchange.real()).text()
      // 1e999 is JSON and reads as Infinity.
      write(exchange, 200, text.replace(/"lat":\s*-?[\d.]+/, '"lat":1e999'))
    },
  },
  'hostile-keys': each(29, (vehicle) => ({
    ...vehicle,
    'proto here': { polluted: true },
    constructor: { prototype: { polluted: true } },
    make: '<img src=x onerror=alert(1)>\u202egnp.exe\u0000',
    status: '=HYPERLINK("http://evil.invalid")',
  })),
  'megabyte-string': each(29, (vehicle, index) =>
    index === 0 ? { ...vehicle, make: 'm'.repeat(1024 * 1024) } : vehicle,
  ),
  'id-on-two-pages': list(30, (page) => ({
    ...page,
    vehicles: [...page.vehicles, ...page.vehicles.slice(0, 3)],
  })),
  'cursor-repeats': list(31, (page) => ({ ...page, next_cursor: 'again' }), { firstPage: true }),
  'cursor-empty': list(32, (page) => ({ ...page, next_cursor: '' })),
  'cursor-null': list(32, (page) => ({ ...page, next_cursor: null })),
  'cursor-on-empty-page': {
    row: 32,
    play: async (exchange) => {
      if (!isList(exchange)) return writeReal(exchange)
      const isPast = exchange.url.searchParams.get('cursor') === 'past'
      const page: Json = isPast ? { vehicles: [] } : await (await exchange.real()).json()
      write(exchange, 200, JSON.stringify({ ...page, next_cursor: page.next_cursor ?? 'past' }))
    },
  },
  'cursor-absent': list(32, ({ next_cursor: _gone, ...page }) => page),
  'cursor-object': list(27, (page) => ({ ...page, next_cursor: { page: 2 } })),
  'cursor-endless': list(27, (page) => ({ ...page, next_cursor: 'c'.repeat(1024 * 1024) })),
  'endless-pages': list(
    33,
    (page, { nth }) => ({
      ...page,
      next_cursor: `page-${nth}`,
      vehicles: page.vehicles.map((vehicle) => ({ ...vehicle, id: `${vehicle.id}-${nth}` })),
    }),
    { firstPage: true },
  ),
  'page-two-fails': {
    row: 34,
    play: (exchange) =>
      exchange.url.searchParams.has('cursor') ? write(exchange, 500, '{}') : writeReal(exchange),
  },
  'total-low': list(35, (page) => ({ ...page, total: 1 })),
  'total-negative': list(35, (page) => ({ ...page, total: -5 })),
  'total-absent': list(35, ({ total: _gone, ...page }) => page),
  'clock-ahead': each(36, (vehicle) => ({
    ...vehicle,
    mtime: new Date(Date.now() + 3_600_000).toISOString(),
  })),
  'unreadable-date': each(36, (vehicle) => ({ ...vehicle, mtime: 'yesterday' })),
  'another-record': {
    row: 39,
    play: async (exchange) => {
      if (isList(exchange)) return writeReal(exchange)
      const text = await (await exchange.real()).text()
      const changed = text.replace(/"(id|our_ref)":\s*"[^"]*"/g, '"$1":"somebody-else"')
      write(exchange, 200, changed)
    },
  },
  'unknown-words': each(40, (vehicle) => ({
    ...vehicle,
    status: 'levitating',
    type: 'zeppelin',
    functions: ['tea'],
  })),
  bare: {
    row: 41,
    play: async (exchange) => {
      const answer = (await (await exchange.real()).json()) as Json
      write(exchange, 200, JSON.stringify(answer.vehicle ?? answer.booking ?? answer))
    },
  },
  wrapped: {
    row: 41,
    play: async (exchange) => {
      if (isList(exchange)) return writeReal(exchange)
      const answer = (await (await exchange.real()).json()) as Json
      write(exchange, 200, JSON.stringify(answer.vehicle || answer.booking ? answer : { vehicle: answer }))
    },
  },
} satisfies Record<string, { row: number; play: Play }>
