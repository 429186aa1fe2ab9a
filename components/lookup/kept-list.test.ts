import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type KeptList, parseKeptList, writeKeptList } from './kept-list'

const list: KeptList = {
  text: 'depot/7\n100% 🚕\nسيارة 7\nx',
  isRunning: true,
  rows: [
    { line: 1, ourRef: 'depot/7', outcome: { kind: 'found', vehicleId: 'v-7' } },
    { line: 2, ourRef: '100% 🚕', outcome: { kind: 'not-found' } },
    { line: 3, ourRef: 'سيارة 7', outcome: { kind: 'failed', problem: 'kerbside-unreachable' } },
    { line: 4, ourRef: 'x', outcome: null },
  ],
}

it('comes back from storage as it was', () => {
  expect(parseKeptList(writeKeptList(list))).toEqual(list)
})

it('an outcome that is none waits again', () => {
  const text = writeKeptList(list).replace('not-found', 'lost').replace('kerbside-unreachable', 'toString')
  expect(parseKeptList(text)?.rows.map(({ outcome }) => outcome?.kind ?? null)).toEqual([
    'found',
    null,
    null,
    null,
  ])
})

it('takes nothing else for a list, and fails of nothing', () => {
  expect(parseKeptList(null)).toBeNull()
  expect(parseKeptList('{')).toBeNull()
  expect(parseKeptList('{"text":"","rows":[{"line":1,"ourRef":""}]}')).toBeNull()
  fc.assert(fc.property(fc.json(), (text) => void parseKeptList(text)))
})
