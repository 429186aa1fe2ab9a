import { expect, test } from 'vitest'
import { checkComments, checkImports } from './check'
import { rules } from './rules'

const check = (file: string, line: string, target: string) =>
  checkImports(new Map(Object.entries({ [file]: line, [target]: '' })), rules)

test.each([
  [
    'lib/interface/times.ts',
    "import type { Kind } from '@/lib/api/contract/x'",
    'lib/api/contract/x.ts',
  ],
  [
    'lib/interface/times.ts',
    "export { kind } from '@/lib/api/contract/x'",
    'lib/api/contract/x.ts',
  ],
  [
    'components/account/page.tsx',
    "() => import('@/components/search/map')",
    'components/search/map.tsx',
  ],
  ['lib/live/area.ts', "import { a } from '@/lib/testing/clock'", 'lib/testing/clock.ts'],
  [
    'lib/app/worker-thread/start.js',
    "import { a } from '../../server/launch.js'",
    'lib/server/launch.js',
  ],
])('%s may not have `%s`', (file, line, target) => {
  const remedy = rules.find(({ folder }) => file.startsWith(folder))?.remedy
  expect(check(file, line, target)).toEqual([`${file} may not import ${target}. ${remedy}`])
})

test.each([
  ['lib/live/area.test.ts', "import { a } from '@/lib/testing/clock'", 'lib/testing/clock.ts'],
  [
    'components/record/map.tsx',
    "import { A } from '@/components/map/maps'",
    'components/map/maps.tsx',
  ],
  ['components/account/page.tsx', "import { a } from './table'", 'components/account/table.tsx'],
])('%s may have `%s`', (file, line, target) => {
  expect(check(file, line, target)).toEqual([])
})

test('a path through the folder above is refused, a folder without a row too', () => {
  const files = new Map([
    ['lib/auth/sessions/a.ts', "import { b } from '../b'"],
    ['lib/auth/b.ts', ''],
    ['lib/new/a.ts', "import { b } from '@/lib/auth/b'"],
  ])
  expect(checkImports(files, rules)).toEqual([
    'lib/auth/sessions/a.ts imports ../b: use ./ inside a folder and @/ across folders.',
    'lib/new/a.ts may not import lib/auth/b.ts. No rule names its folder: add a row to e2e/import-rules/rules.ts.',
  ])
})

const problemsOf = (file: string, text: string) => checkComments(new Map([[file, text]]))

test('a comment may not be wider than the code, a single address may', () => {
  const words = 'word '.repeat(20)
  expect(problemsOf('lib/live/area.test.ts', `const a = 1\n// ${words}`)).toEqual([
    'lib/live/area.test.ts:2 has a comment beyond column 100: wrap it.',
  ])
  expect(problemsOf('lib/live/area.ts', `/**\n * Short.\n * ${words}\n */`)).toEqual([
    'lib/live/area.ts:3 has a comment beyond column 100: wrap it.',
  ])
  const address = `https://example.org/${'a'.repeat(100)}`
  expect(problemsOf('lib/live/area.ts', `/**\n * ${address}\n */`)).toEqual([])
  expect(problemsOf('lib/live/area.ts', `const text = '${words}'`)).toEqual([])
})

test.each([
  ['// What is older is deleted.', 'What'],
  ['const a = 1\n/** Whose list: null for all. */', 'Whose'],
  ['const a = 1 // those of the list', 'those'],
  ['/*\n * Nobody reads it.\n */', 'Nobody'],
])('product code may not have `%s`', (text, word) => {
  expect(problemsOf('lib/live/area.ts', text)).toEqual([
    expect.stringMatching(new RegExp(`^lib/live/area\\.ts:\\d begins a comment with “${word}”`)),
  ])
})

test.each([
  [
    'lib/live/area.ts',
    '// Whatever the clock said.\n// Deleted by the lease holder,\n// who renews it.',
  ],
  ['lib/live/area.ts', "const a = '// What is text'"],
  ['lib/live/area.test.ts', '// What a test says.'],
])('%s may have `%s`', (file, text) => {
  expect(problemsOf(file, text)).toEqual([])
})
