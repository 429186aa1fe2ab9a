import { expect, test } from 'vitest'
import { checkComments } from './comments'

const problemsOf = (file: string, text: string) => checkComments(new Map([[file, text]]))

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
  ['lib/live/area.ts', '// Whatever the clock said.\n// Deleted by the lease holder,\n// who renews it.'],
  ['lib/live/area.ts', "const a = '// What is text'"],
  ['lib/live/area.test.ts', '// What a test says.'],
])('%s may have `%s`', (file, text) => {
  expect(problemsOf(file, text)).toEqual([])
})
