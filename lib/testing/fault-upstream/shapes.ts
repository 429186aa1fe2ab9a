import {
  type Fault,
  fault,
  isList,
  type Outcome,
  type Outcomes,
  type Reply,
  write,
  writeReal,
} from './reply'

type Json = Record<string, unknown>
type Page = Json & { vehicles: Json[] }

const LIST_FAILS = { list: 'bad-response', record: 'answered' } as const

/** The real list with its vehicles changed; other endpoints as they are. */
function list(
  row: number,
  change: (page: Page, exchange: Reply) => unknown,
  options?: { readonly firstPage: boolean },
  outcome: Outcome | Outcomes = 'answered',
): Fault {
  return fault(row, outcome, async (exchange) => {
    if (!isList(exchange)) return writeReal(exchange)
    const page = (await (await exchange.real(options)).json()) as Page
    write(exchange, 200, JSON.stringify(change(page, exchange)))
  })
}

/** Every vehicle changed, in the list and alone. */
function each(
  row: number,
  change: (vehicle: Json, index: number) => Json,
  outcome: Outcome | Outcomes = 'answered',
): Fault {
  return fault(row, outcome, async (exchange) => {
    const answer = (await (await exchange.real()).json()) as Json &
      Partial<Page> & { vehicle?: Json }
    const { vehicles, vehicle } = answer
    const changed = {
      ...(vehicles || vehicle ? answer : change(answer, 0)),
      ...(vehicles && { vehicles: vehicles.map(change) }),
      ...(vehicle && { vehicle: change(vehicle, 0) }),
    }
    // As text, so that `__proto__` becomes a key and not a prototype.
    write(exchange, 200, JSON.stringify(changed).replaceAll('"proto here"', '"__proto__"'))
  })
}

/** The text of every answer changed; of records only, unless it is about lists too. */
function text(
  row: number,
  outcome: Outcome | Outcomes,
  change: (text: string) => string,
  isOfLists = false,
): Fault {
  return fault(row, outcome, async (exchange) => {
    if (isList(exchange) && !isOfLists) return writeReal(exchange)
    write(exchange, 200, change(await (await exchange.real()).text()))
  })
}

const without = (name: string) => (vehicle: Json) => {
  const { [name]: _gone, ...rest } = vehicle
  return rest
}

/** Rows 24 to 41: JSON answers that differ from the interface or use its edge cases. */
export const shapeFaults = {
  'wrong-shape': list(24, () => ({ results: 'none' }), undefined, LIST_FAILS),
  'array-shape': list(24, ({ vehicles }) => vehicles, undefined, LIST_FAILS),
  'row-without-id': list(25, (page) => {
    const [first = {}, ...others] = page.vehicles
    return { ...page, vehicles: [without('id')(first), ...others] }
  }),
  'rows-without-id': list(25, (page) => ({ ...page, vehicles: page.vehicles.map(without('id')) })),
  'missing-fields': each(26, ({ id, position }) => ({ id, position })),
  'null-fields': each(26, (vehicle) => ({
    ...Object.fromEntries(Object.keys(vehicle).map((name) => [name, null])),
    id: vehicle.id,
    position: vehicle.position,
  })),
  'wrong-types': each(27, (vehicle) => ({
    ...vehicle,
    year: 'old',
    make: 7,
    passengers_max: '4',
    functions: 'taxi',
  })),
  'cursor-object': list(27, (page) => ({ ...page, next_cursor: { page: 2 } })),
  'cursor-endless': list(27, (page) => ({ ...page, next_cursor: 'c'.repeat(1024 * 1024) })),
  'off-the-earth': each(28, (vehicle, index) =>
    index % 2 === 0 ? { ...vehicle, position: { lat: 91, lng: -500 } } : vehicle,
  ),
  // 1e999 is JSON and reads as Infinity.
  'infinite-position': text(
    28,
    'answered',
    (json) => json.replace(/"lat":\s*-?[\d.]+/, '"lat":1e999'),
    true,
  ),
  'hostile-keys': each(29, (vehicle) => ({
    ...vehicle,
    'proto here': { polluted: true },
    constructor: { prototype: { polluted: true } },
    make: '<img src=x onerror=alert(1)>\u202egnp.exe\u0000',
    status: '=HYPERLINK("http://evil.invalid")',
  })),
  'megabyte-string': each(
    29,
    (vehicle, index) => (index === 0 ? { ...vehicle, make: 'm'.repeat(1024 * 1024) } : vehicle),
    { list: 'answered', record: 'too-large' },
  ),
  'id-on-two-pages': list(30, (page) => ({
    ...page,
    vehicles: [...page.vehicles, ...page.vehicles.slice(0, 3)],
  })),
  'cursor-repeats': list(31, (page) => ({ ...page, next_cursor: 'again' }), { firstPage: true }),
  'cursor-empty': list(32, (page) => ({ ...page, next_cursor: '' })),
  'cursor-null': list(32, (page) => ({ ...page, next_cursor: null })),
  'cursor-absent': list(32, without('next_cursor')),
  'cursor-on-empty-page': fault(32, 'answered', async (exchange) => {
    if (!isList(exchange)) return writeReal(exchange)
    const isPast = exchange.url.searchParams.get('cursor') === 'past'
    const page: Json = isPast ? { vehicles: [] } : await (await exchange.real()).json()
    write(exchange, 200, JSON.stringify({ ...page, next_cursor: page.next_cursor ?? 'past' }))
  }),
  'endless-pages': list(
    33,
    (page, { nth }) => ({
      ...page,
      next_cursor: `page-${nth}`,
      vehicles: page.vehicles.map((vehicle) => ({ ...vehicle, id: `${vehicle.id}-${nth}` })),
    }),
    { firstPage: true },
  ),
  'page-two-fails': fault(34, 'answered', (exchange) =>
    exchange.url.searchParams.has('cursor') ? write(exchange, 500, '{}') : writeReal(exchange),
  ),
  'total-low': list(35, (page) => ({ ...page, total: 1 })),
  'total-negative': list(35, (page) => ({ ...page, total: -5 })),
  'total-absent': list(35, without('total')),
  'clock-ahead': each(36, (vehicle) => ({
    ...vehicle,
    mtime: new Date(Date.now() + 3_600_000).toISOString(),
  })),
  'unreadable-date': each(36, (vehicle) => ({ ...vehicle, mtime: 'yesterday' })),
  'another-record': text(39, { list: 'answered', record: 'bad-response' }, (json) =>
    json.replace(/"(id|our_ref)":\s*"[^"]*"/g, '"$1":"somebody-else"'),
  ),
  'unknown-words': each(40, (vehicle) => ({
    ...vehicle,
    status: 'levitating',
    type: 'zeppelin',
    functions: ['tea'],
  })),
  bare: text(
    41,
    'answered',
    (json) => {
      const answer = JSON.parse(json)
      return JSON.stringify(answer.vehicle ?? answer.booking ?? answer)
    },
    true,
  ),
  wrapped: text(41, 'answered', (json) => {
    const answer = JSON.parse(json)
    return JSON.stringify(answer.vehicle || answer.booking ? answer : { vehicle: answer })
  }),
} satisfies Record<string, Fault>
