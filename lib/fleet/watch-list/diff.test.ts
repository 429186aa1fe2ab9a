import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ChangeSide } from '@/lib/api/contract/watch-list'
import type { FieldType } from '@/lib/interface/fields/fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import type { Inspected, Vehicle } from '@/lib/interface/resources'
import { readVehicle } from '@/lib/testing/read-records'
import { diffVehicles } from './watched-state'

const names = Object.keys(vehicleFields).filter((name) => name !== 'id')
/** They are part of a report. */
const compared = names.filter((name) => name !== 'mtime')

/** Meaning of a field, apart from how it is written. */
type Meaning =
  | null
  | 'none'
  | string
  | number
  | readonly string[]
  | Readonly<Record<string, string>>

const word = fc.stringMatching(/^[a-z_]{1,6}$/)
const text = fc.oneof(
  word,
  fc.string(),
  fc.constantFrom('1', '1.0', '', 'null', 'Zoë 🚕', '__proto__'),
)
type VehicleFieldType = (typeof vehicleFields)[keyof typeof vehicleFields]['type']
/** Of the types that a vehicle’s fields have or may get. */
const meanings: Record<VehicleFieldType | 'integer', fc.Arbitrary<Meaning>> = {
  string: text,
  datetime: fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => seconds * 1000),
  number: fc.oneof(
    fc.integer({ min: -50, max: 3000 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  ),
  integer: fc.integer({ min: 0, max: 3000 }),
  strings: fc.uniqueArray(word, { maxLength: 4 }),
  webhooks: fc.dictionary(fc.oneof(word, fc.constantFrom('__proto__', 'constructor')), text, {
    maxKeys: 3,
  }),
}

function isNumber(type: FieldType | undefined): boolean {
  return type === 'number' || type === 'integer'
}

function meaningOf(name: string): fc.Arbitrary<Meaning> {
  const field = vehicleFields[name as keyof typeof vehicleFields]
  const nothing: Meaning[] = 'nullable' in field ? [null, 'none'] : [null]
  const value = name === 'active_booking_id' ? word.map((id) => `b-${id}`) : meanings[field.type]
  return fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...nothing) },
    { weight: 5, arbitrary: value },
  )
}

type Model = Readonly<Record<string, Meaning>>
const model: fc.Arbitrary<Model> = fc.record(
  Object.fromEntries(names.map((name) => [name, meaningOf(name)])),
)
/** A few fields change from one reading to the next. */
const edits = fc.array(
  fc
    .constantFrom(...names)
    .chain((name) => meaningOf(name).map((meaning) => [name, meaning] as const)),
  { maxLength: 6 },
)
const histories = fc.tuple(model, fc.array(edits, { minLength: 1, maxLength: 5 }))

/** Writes a meaning in one of its forms; undefined leaves the field out. */
function write(
  name: string,
  meaning: Meaning,
  choose: (count: number) => number,
): string | undefined {
  const { type } = vehicleFields[name as keyof typeof vehicleFields]
  if (meaning === 'none' && name === 'active_booking_id') return 'null'
  if (meaning === null) return name === 'active_booking_id' || choose(2) === 0 ? undefined : 'null'
  if (isNumber(type)) {
    const number = meaning as number
    const forms = [
      JSON.stringify(number),
      number.toExponential(),
      JSON.stringify(String(number + 0)),
    ]
    if (Number.isInteger(number) && Math.abs(number) < 1e6)
      forms.push(`${number + 0}.0`, `"${number + 0}.00"`)
    return forms[choose(forms.length)]
  }
  if (type === 'datetime') {
    const iso = new Date(meaning as number).toISOString()
    const inZone = new Date((meaning as number) + 7_200_000)
      .toISOString()
      .replace('.000Z', '+02:00')
    const gmt = iso.replace('T', ' ').replace('Z', ' GMT')
    return JSON.stringify([iso, inZone, gmt][choose(3)])
  }
  if (type === 'strings') {
    const keys = meaning as readonly string[]
    const forms = [keys, [...keys].reverse(), [...keys, ...keys], keys.join(','), keys.join(', ')]
    return JSON.stringify(forms[choose(forms.length)])
  }
  if (type === 'webhooks')
    return object(
      Object.entries(meaning as object).map(([key, url]) => [key, JSON.stringify(url)]),
      choose,
    )
  return JSON.stringify(meaning)
}

/** A JSON object with its keys in some order. */
function object(entries: (readonly [string, string])[], choose: (count: number) => number): string {
  const left = [...entries]
  const written: string[] = []
  while (left.length > 0) {
    const [[key, value] = ['', '']] = left.splice(choose(left.length), 1)
    written.push(`${JSON.stringify(key)}:${value}`)
  }
  return `{${written.join(',')}}`
}

function read(state: Model, choose: (count: number) => number): Inspected<Vehicle> {
  const entries = names.flatMap((name) => {
    const written = write(name, state[name] as Meaning, choose)
    return written === undefined ? [] : [[name, written] as const]
  })
  const record = readVehicle(JSON.parse(object([['id', '"v-7"'], ...entries], choose)))
  if (!record) throw new Error('unreadable')
  return record
}

/** Path, old and new, by comparing the meanings alone. */
function changesBetween(before: Model, after: Model): string[] {
  const changes: unknown[] = []
  for (const name of compared) {
    const old = before[name] as Meaning
    const now = after[name] as Meaning
    if (name === 'webhooks') changes.push(...webhookChanges(old, now))
    else if (!isSame(old, now)) changes.push([name, plain(old), plain(now)])
  }
  return changes.map((change) => JSON.stringify(change)).sort()
}

function webhookChanges(old: Meaning, now: Meaning): unknown[] {
  const oldUrls = new Map(Object.entries(old ?? {}))
  const newUrls = new Map(Object.entries(now ?? {}))
  const changes: unknown[] = []
  for (const key of new Set([...oldUrls.keys(), ...newUrls.keys()])) {
    const oldUrl = oldUrls.get(key)
    const newUrl = newUrls.get(key)
    if (oldUrl === newUrl) continue
    changes.push([`webhooks.${key}`, plain(oldUrl ?? null), plain(newUrl ?? null)])
  }
  return changes
}

function isSame(a: Meaning, b: Meaning): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return JSON.stringify([...a].sort()) === JSON.stringify([...b].sort())
  return a === b || (a === 0 && b === 0)
}

function plain(meaning: Meaning): unknown {
  if (Array.isArray(meaning)) return [...meaning].sort()
  // Also of -0.
  return meaning === 0 ? 0 : meaning
}

function shownValue(side: ChangeSide): unknown {
  if (side.is === 'json') return JSON.parse(side.json)
  return side.is === 'value' ? side.value : 'withheld'
}

/** A side's meaning, read back from the shown text. */
function shown(path: string, side: ChangeSide): unknown {
  if (side.is === 'absent') return null
  if (side.is === 'none') return 'none'
  const value = shownValue(side)
  const type = vehicleFields[path as keyof typeof vehicleFields]?.type
  if (isNumber(type)) return Number(value) + 0
  if (type === 'datetime') return Date.parse(String(value))
  return Array.isArray(value) ? [...new Set(value)].sort() : value
}

it('finds every change of a random history of whole records and invents none, however they are written', () => {
  fc.assert(
    fc.property(histories, fc.infiniteStream(fc.nat()), ([first, steps], numbers) => {
      const choose = (count: number) => (numbers.next().value as number) % count
      let before = first
      for (const step of steps) {
        const after = { ...before, ...Object.fromEntries(step) }
        const changes = diffVehicles(read(before, choose).raw, read(after, choose).raw)
        const found = changes.map((change) =>
          JSON.stringify([
            change.path,
            shown(change.path, change.old),
            shown(change.path, change.new),
          ]),
        )
        expect(found.sort()).toEqual(changesBetween(before, after))
        before = after
      }
    }),
    { numRuns: 300 },
  )
})

const vehicle = (fields: object) => readVehicle({ id: 'v-7', ...fields }) as Inspected<Vehicle>
const sides = (before: object, after: object) =>
  diffVehicles(vehicle(before).raw, vehicle(after).raw).map(({ path, old, new: now }) => [
    path,
    old,
    now,
  ])

it('names field, group and section', () => {
  expect(
    diffVehicles(
      vehicle({ driver_phone_number: '1' }).raw,
      vehicle({ driver_phone_number: '2', nickname: 'x' }).raw,
    ),
  ).toEqual([
    {
      path: 'driver_phone_number',
      label: 'Phone',
      group: 'driver',
      section: '2.1',
      old: { is: 'value', value: '1' },
      new: { is: 'value', value: '2' },
    },
    {
      path: 'nickname',
      label: 'nickname',
      group: null,
      section: null,
      old: { is: 'absent' },
      new: { is: 'json', json: '"x"' },
    },
  ])
})

it('shows a value of another type as received', () => {
  expect(sides({ year: 2020 }, { year: 'new' })).toEqual([
    ['year', { is: 'value', value: 2020 }, { is: 'json', json: '"new"' }],
  ])
  expect(sides({ make: { b: 1, a: [2] } }, { make: { a: [2], b: 1 } })).toEqual([])
  expect(sides({ webhooks: 'none' }, { webhooks: {} })).toEqual([
    ['webhooks', { is: 'json', json: '"none"' }, { is: 'json', json: '{}' }],
  ])
})

it('compares all of a long text, and keeps its beginning', () => {
  const before = `${'x'.repeat(600)}a`
  const after = `${'x'.repeat(600)}b`
  const [change] = diffVehicles(vehicle({ make: before }).raw, vehicle({ make: after }).raw)
  expect(change?.old).toEqual({ is: 'value', value: `${'x'.repeat(500)}…` })
})

it('shows a reference that came as a number as the text that it is read as', () => {
  const [change] = diffVehicles({ id: 'v-1', our_ref: 17 }, { id: 'v-1', our_ref: 18 })
  expect([change?.old, change?.new]).toEqual([
    { is: 'value', value: '17' },
    { is: 'value', value: '18' },
  ])
})
