import { expect, test } from 'vitest'
import { createSteppingFleet, STEP_MS } from './fleet'

const fleet = createSteppingFleet(1000, { lat: 51.5, lng: -0.1 }, 3000)
const at = (step: number) => Array.from({ length: 1000 }, (_, index) => fleet.record(index, step * STEP_MS))

test('a tenth of the fleet moves with every step, and nothing else changes', () => {
  const [before, after] = [at(341), at(342)]
  const changed = after.filter((record, index) => JSON.stringify(record) !== JSON.stringify(before[index]))
  expect(changed).toHaveLength(100)
  for (const { id, position } of changed) {
    expect(before.find((record) => record.id === id)?.position).not.toEqual(position)
  }
})

test('in ten steps every vehicle moves', () => {
  const [before, after] = [at(341), at(351)]
  expect(after.every(({ mtimeMs }, index) => mtimeMs !== before[index]?.mtimeMs)).toBe(true)
})
