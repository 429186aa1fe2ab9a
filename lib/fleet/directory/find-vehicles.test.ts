import { expect, test } from 'vitest'
import { readVehicle } from '@/lib/testing/read-records'
import { createDirectory, findVehicles } from './directory'

function directoryOf(...names: [ourRef: string, plate: string][]) {
  const directory = createDirectory()
  names.forEach(([our_ref, licence_plate], n) => {
    const record = readVehicle({ id: `v-${n}`, our_ref, licence_plate })
    if (record) directory.learn(record, Date.now())
  })
  return directory
}

const refsOf = async (...given: Parameters<typeof findVehicles>) =>
  (await findVehicles(...given)).map(({ ourRef }) => ourRef)

test('the same name comes before one that begins with the text, and that before one that holds it', async () => {
  const directory = directoryOf(['X-KB-17', 'A 1'], ['KB-170', 'A 2'], ['KB-17', 'A 3'], ['KB-8', 'A 4'])
  expect(await refsOf(directory, 'kb 17', 8)).toEqual(['KB-17', 'KB-170', 'X-KB-17'])
  expect(await refsOf(directory, 'kb', 2)).toEqual(['KB-8', 'KB-17'])
})

test('a number finds the call sign that has it, with the word of a type beside it', async () => {
  const directory = directoryOf(['KB-170', 'A 1'], ['KB-117', 'A 2'], ['KB-17', 'A 3'], ['KB-2', 'A 17'])
  expect(await refsOf(directory, '17', 8)).toEqual(['KB-17', 'KB-2', 'KB-117', 'KB-170'])
  expect(await findVehicles(directory, 'van 17', 1, ['van'])).toMatchObject([{ ourRef: 'KB-17' }])
  expect(await refsOf(directory, '2', 8)).toEqual(['KB-2'])
})

test('a plate is found without its spaces, hyphens and dots', async () => {
  const directory = directoryOf(['Bay 4', 'SBA·12-34'], ['Bay 5', 'SBA 9'])
  expect(await findVehicles(directory, 'sba 1234', 8)).toEqual([
    { id: 'v-0', ourRef: 'Bay 4', licencePlate: 'SBA·12-34' },
  ])
})

test('one letter names no vehicle by a part', async () => {
  expect(await refsOf(directoryOf(['K', 'A 1'], ['KB', 'A 2']), 'k', 8)).toEqual(['K'])
})

test('a large fleet is searched whole, and other work gets its turn meanwhile', async () => {
  const names = Array.from({ length: 25_000 }, (_, n): [string, string] => [`Taxi ${n}`, `SBA ${n}`])
  const directory = directoryOf(...names)
  let turns = 0
  const other = setInterval(() => turns++, 0)
  const found = await refsOf(directory, 'taxi 24999', 8)
  clearInterval(other)
  expect(found).toEqual(['Taxi 24999'])
  expect(turns).toBeGreaterThanOrEqual(1)
})
