import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createEncryption } from './encryption'

const encryption = createEncryption('the key', 'https://service.example')

test('a node with the same key decrypts for the same purpose, and the bytes reveal nothing', async () => {
  const text = 'Jane is at 51.5,-0.1 '.repeat(50)
  const encrypted = await encryption.encrypt(text, 'list e.1')
  expect(
    await createEncryption('the key', 'https://service.example').decrypt(encrypted, 'list e.1'),
  ).toBe(text)
  expect(Buffer.from(encrypted).toString('latin1')).not.toContain('Jane')
  expect(await encryption.encrypt(text, 'list e.1')).not.toEqual(encrypted)
})

test('texts of any length are read as they were, and many short ones let other work have its turn', async () => {
  const lengths = [0, 99, 4_095, 16_383, 16_384, 200_000]
  const texts = ['', ...lengths.map((length) => `Ω${randomBytes(length).toString('latin1')}`)]
  for (const text of texts)
    expect(await encryption.decrypt(await encryption.encrypt(text, 'list'), 'list')).toBe(text)
  const order: string[] = []
  const short = Array.from({ length: 2_000 }, () =>
    encryption.encrypt('short'.repeat(3_000), 'list'),
  )
  const all = Promise.all(short).then(() => order.push('texts'))
  setImmediate(() => setImmediate(() => setImmediate(() => order.push('other work'))))
  await all
  expect(order).toEqual(['other work', 'texts'])
})

test('a longer text that repeats what is far behind is read as it was', async () => {
  const block = randomBytes(2_500).toString('hex')
  for (const between of [4_000, 9_000, 20_000, 30_000]) {
    const text = `${block}${' '.repeat(between)}${block}${' '.repeat(between)}${block}`
    expect(await encryption.decrypt(await encryption.encrypt(text, 'list'), 'list')).toBe(text)
  }
})

test('decryption fails with another key, service or purpose, or a changed byte', async () => {
  const encrypted = await encryption.encrypt('text', 'list e.1')
  const changed = Uint8Array.from(encrypted, (byte, at) => (at === 14 ? byte ^ 1 : byte))
  for (const attempt of [
    createEncryption('another key', 'https://service.example').decrypt(encrypted, 'list e.1'),
    createEncryption('the key', 'https://other.example').decrypt(encrypted, 'list e.1'),
    encryption.decrypt(encrypted, 'list e.2'),
    encryption.decrypt(changed, 'list e.1'),
    encryption.decrypt(encrypted.subarray(0, 10), 'list e.1'),
  ]) {
    await expect(attempt).rejects.toThrow()
  }
})

test('an area has one hash on all nodes with the key, and another with another key', () => {
  const name = encryption.hash('["51.5,-0.1",1000,null]')
  expect(name).toMatch(/^[\w-]{22}$/)
  expect(
    createEncryption('the key', 'https://service.example').hash('["51.5,-0.1",1000,null]'),
  ).toBe(name)
  expect(
    createEncryption('another key', 'https://service.example').hash('["51.5,-0.1",1000,null]'),
  ).not.toBe(name)
  expect(encryption.hash('["51.5,-0.1",1001,null]')).not.toBe(name)
})

test('what an earlier secret encrypted is read, and no other', async () => {
  const before = createEncryption('the first secret', 'bookings')
  const now = createEncryption('the second secret', 'bookings', ['another', 'the first secret'])
  const encrypted = await before.encrypt('a booking', 'body')
  expect(await now.decrypt(encrypted, 'body')).toBe('a booking')
  expect(await now.decrypt(await now.encrypt('new', 'body'), 'body')).toBe('new')
  const foreign = await createEncryption('a third secret', 'bookings').encrypt('x', 'body')
  await expect(now.decrypt(foreign, 'body')).rejects.toThrow()
  await expect(before.decrypt(await now.encrypt('new', 'body'), 'body')).rejects.toThrow()
})
