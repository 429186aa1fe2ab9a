import { expect, test } from 'vitest'
import { type Name, NameIndex } from './name-index'

const name = (text: string, rank: number, x: number, more: Partial<Name> = {}): Name => ({
  rank,
  lines: [text],
  x,
  y: 0,
  angle: 0,
  font: '',
  pixels: 10,
  colour: '',
  boxes: [{ minX: x - 20, minY: -5, maxX: x + 20, maxY: 5 }],
  key: text,
  apart: 0,
  ...more,
})
const everywhere = { minX: -1e4, minY: -1e4, maxX: 1e4, maxY: 1e4 }
const texts = (index: NameIndex) =>
  index
    .within(everywhere)
    .map(({ lines }) => lines[0])
    .sort()

test('no name is over another, of the same tile or of one placed before', () => {
  const index = new NameIndex()
  index.add('1', [name('A', 1, 0), name('B', 1, 30), name('C', 1, 60)])
  index.add('2', [name('D', 1, 70), name('E', 1, 120)])
  expect(texts(index)).toEqual(['A', 'C', 'E'])
})

test('a more important name of a later tile takes the place of others, and both places are repainted', () => {
  const index = new NameIndex()
  index.add('1', [name('street', 2, 0), name('lane', 2, 60)])
  const changed = index.add('2', [name('town', 1, 30)])
  expect(texts(index)).toEqual(['town'])
  expect(changed.map(({ minX }) => minX).sort((a, b) => a - b)).toEqual([-20, 10, 40])
})

test('a street is named again only far enough away', () => {
  const index = new NameIndex()
  const along = [0, 100, 399, 400].map((x) => name('A', 1, x, { apart: 400 }))
  index.add('1', along)
  expect(index.within(everywhere).map(({ x }) => x)).toEqual([0, 400])
  index.add('2', [name('A', 1, 500, { apart: 400 }), name('B', 1, 550, { apart: 400 })])
  expect(texts(index)).toEqual(['A', 'A', 'B'])
})

test('the same names stand on the map in whichever order their tiles arrive', () => {
  const tiles: readonly [string, Name[]][] = [
    ['1', [name('A', 1, 0), name('street', 2, 62)]],
    ['2', [name('B', 1, 30), name('lane', 2, 90)]],
    ['3', [name('town', 0, 20), name('path', 3, 60)]],
  ]
  const shown = [tiles, tiles.toReversed()].map((order) => {
    const index = new NameIndex()
    for (const [tile, names] of order) index.add(tile, names)
    return texts(index)
  })
  expect(shown).toEqual([
    ['street', 'town'],
    ['street', 'town'],
  ])
})

test('a name has its place again when the one that took it gave way', () => {
  const index = new NameIndex()
  index.add('1', [name('lane', 3, 30)])
  index.add('2', [name('street', 2, 0)])
  expect(texts(index)).toEqual(['street'])
  const changed = index.add('3', [name('town', 1, -30)])
  expect(texts(index)).toEqual(['lane', 'town'])
  expect(changed.map(({ minX }) => minX).sort((a, b) => a - b)).toEqual([-50, -20, 10])
})

test('names of the tiles placed longest ago are forgotten, with their room', () => {
  const index = new NameIndex()
  for (let tile = 0; tile <= 60; tile++) index.add(String(tile), [name(String(tile), 1, tile * 50)])
  expect([index.has('0'), index.has('1')]).toEqual([false, true])
  expect(index.within({ ...everywhere, maxX: 20 })).toEqual([])
})
