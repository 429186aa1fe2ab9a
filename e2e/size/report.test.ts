import { expect, test } from 'vitest'
import { sizeReport } from './report'

const lines = (count: number) => '// a line\n'.repeat(count)

test('lines count by part; tests and helpers are no product', () => {
  const [first, ...rest] = sizeReport(
    new Map([
      ['lib/vehicles/table.ts', lines(451)],
      ['lib/vehicles/table.test.ts', lines(30)],
      ['lib/testing/vehicles.ts', lines(20)],
      ['e2e/map/map.spec.ts', lines(40)],
      ['public/worker.js', lines(9)],
      ['lib/elsewhere/a.ts', lines(1)],
    ]),
    new Set(),
  )
  expect(first).toBe(
    'product 452 of 46,000 lines in 2 of 460 files · unit tests 30 of 22,000 · e2e 40 of 11,500 · helpers 20 of 2,500',
  )
  expect(rest).toEqual([
    'lib/vehicles: 451 of 450 lines',
    'lib/elsewhere: 1 of 0 lines',
    'longest: lib/vehicles/table.ts 451, lib/elsewhere/a.ts 1',
  ])
})

test('an added file with one importer is named, unless it has 80 lines, a test or a second importer', () => {
  const user = (...names: string[]) => names.map((name) => `import '@/lib/format/${name}'\n`).join('')
  const report = sizeReport(
    new Map([
      ['lib/format/user.ts', user('small', 'tested', 'long', 'shared')],
      ['lib/format/other.ts', user('shared')],
      ['lib/format/small.ts', lines(79)],
      ['lib/format/tested.ts', lines(3)],
      ['lib/format/tested.test.ts', user('tested', 'small')],
      ['lib/format/long.ts', lines(80)],
      ['lib/format/shared.ts', lines(3)],
    ]),
    new Set(['small', 'tested', 'long', 'shared'].map((name) => `lib/format/${name}.ts`)),
  )
  expect(report.filter((line) => line.includes('alone'))).toEqual([
    'lib/format/small.ts: 79 lines, imported by lib/format/user.ts alone: move it there?',
  ])
})
