import { expect, test } from 'vitest'
import { readVehicle } from '@/lib/testing/read-records'
import { createDirectory } from './directory'
import { createTypedReferences, referencesOf } from './typed-reference'

function open(fleet: readonly string[], read: readonly string[] = []) {
  const directory = createDirectory()
  const asked: string[] = []
  const learn = (our_ref: string) => {
    const record = readVehicle({ id: our_ref, our_ref })
    if (record) directory.learn(record, Date.now())
  }
  read.forEach(learn)
  const getVehicleByOurRef = async (ourRef: string) => {
    asked.push(ourRef)
    if (!fleet.includes(ourRef)) throw new Error('not found')
    learn(ourRef)
    return {} as never
  }
  const readTyped = createTypedReferences({ directory, client: { getVehicleByOurRef } })
  return { directory, asked, readTyped }
}

test('a typed reference that is not read yet is asked for at once, with its usual spellings, and once', async () => {
  const { directory, asked, readTyped } = open(['KB-17'], ['KB-517', 'T-3'])
  await readTyped('17', [])
  expect(asked).toEqual(['17', 'KB-17', 'T-17'])
  expect(directory.entryOf('KB-17')?.our_ref).toBe('KB-17')
  await readTyped('17', [])
  expect(asked).toHaveLength(3)
})

test('nothing is asked for what the directory has, for a plate, for a word or for an address', async () => {
  const { asked, readTyped } = open([], ['KB-17'])
  for (const text of ['kb17', 'plate 4971', 'italia', '18 de julio 1234']) await readTyped(text, [])
  expect(asked).toEqual([])
})

test('a phone number is asked for as a reference only in a fleet whose references look like one', async () => {
  const number = '+598 99 123 456'
  const usual = open([], ['KB-17', 'T-3'])
  await usual.readTyped(number, [])
  await usual.readTyped('099123456', [])
  const unread = open([])
  await unread.readTyped('099123456', [])
  expect([...usual.asked, ...unread.asked]).toEqual([])
  const numbered = open([], ['20261107'])
  await numbered.readTyped('20261108', [])
  expect(numbered.asked).toContain('20261108')
})

test('a service that fails or is slow leaves what is known', async () => {
  const { directory } = open([])
  const failing = { getVehicleByOurRef: () => Promise.reject(new Error('down')) }
  await createTypedReferences({ directory, client: failing })('KB-1', [])
  const silent = { getVehicleByOurRef: () => new Promise<never>(() => {}) }
  await createTypedReferences({ directory, client: silent, timeLimitMs: 1 })('KB-1', [])
})

test('references that a text may be begin with it as typed, without words beside it', () => {
  expect(referencesOf('KB-106', [], [])).toEqual(['KB-106', 'KB106', 'KB 106', 'kb-106'])
  expect(referencesOf('taxi 17', [], ['KB-173', 'KB-178', 'T-117'])).toEqual([
    '17',
    'KB-17',
    'T-17',
  ])
  expect(referencesOf('van 9', ['van'], [])).toEqual(['9'])
  expect(referencesOf('number 9', [], [])).toEqual(['9'])
  expect(referencesOf('Móvil 559', [], [])).toEqual(['Móvil 559'])
})
