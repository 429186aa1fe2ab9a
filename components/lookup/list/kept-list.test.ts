import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type KeptList, parseKeptList, writeKeptList } from './kept-list'

const list: KeptList = {
  text: 'depot/7\n100% 🚕\nسيارة 7\nx',
  isRunning: true,
  rows: [
    { line: 1, ourRef: 'depot/7', outcome: { kind: 'found', vehicleId: 'v-7' } },
    { line: 2, ourRef: '100% 🚕', outcome: { kind: 'not-found' } },
    {
      line: 3,
      ourRef: 'سيارة 7',
      outcome: { kind: 'failed', problem: 'request-refused', detail: 'The service answered 400.' },
    },
    { line: 4, ourRef: 'x', outcome: null },
    { line: 5, ourRef: 'c\u0007', outcome: { kind: 'skipped', why: 'contains a control character' } },
  ],
}

it('comes back from storage as it was', () => {
  expect(parseKeptList(writeKeptList(list))).toEqual(list)
})

it('keeps of a found vehicle only its id', () => {
  const vehicle = {
    make: 'Prius',
    licencePlate: 'KB23',
    driverName: 'Ada',
    isDriverWithheld: false,
    live: null,
  }
  const [row] = list.rows
  const written = writeKeptList({
    ...list,
    rows: [{ line: 1, ourRef: 'depot/7', outcome: { kind: 'found', vehicleId: 'v-7', vehicle } }],
  })
  expect(written).not.toMatch(/Ada|KB23|Prius/)
  expect(parseKeptList(written)?.rows).toEqual([row])
})

it('an outcome that is none waits again', () => {
  const text = writeKeptList(list).replace('not-found', 'lost').replace('request-refused', 'toString')
  expect(parseKeptList(text)?.rows.map(({ outcome }) => outcome?.kind ?? null)).toEqual([
    'found',
    null,
    null,
    null,
    'skipped',
  ])
})

it('takes nothing else for a list, and fails of nothing', () => {
  expect(parseKeptList(null)).toBeNull()
  expect(parseKeptList('{')).toBeNull()
  expect(parseKeptList('{"text":"","rows":[{"line":1,"ourRef":""}]}')).toBeNull()
  fc.assert(fc.property(fc.json(), (text) => void parseKeptList(text)))
})
