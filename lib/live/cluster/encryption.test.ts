import { expect, test } from 'vitest'
import { createEncryption } from './encryption'

const encryption = createEncryption('the key', 'https://service.example')

test('what is sealed can be opened by a node with the same key, for the same purpose, and says nothing', async () => {
  const text = 'Jane is at 51.5,-0.1 '.repeat(50)
  const sealed = await encryption.close(text, 'list e.1')
  expect(await createEncryption('the key', 'https://service.example').open(sealed, 'list e.1')).toBe(text)
  expect(Buffer.from(sealed).toString('latin1')).not.toContain('Jane')
  expect(await encryption.close(text, 'list e.1')).not.toEqual(sealed)
})

test('another key, another service, another purpose or a changed byte open nothing', async () => {
  const sealed = await encryption.close('text', 'list e.1')
  const changed = Uint8Array.from(sealed, (byte, at) => (at === 14 ? byte ^ 1 : byte))
  for (const attempt of [
    createEncryption('another key', 'https://service.example').open(sealed, 'list e.1'),
    createEncryption('the key', 'https://other.example').open(sealed, 'list e.1'),
    encryption.open(sealed, 'list e.2'),
    encryption.open(changed, 'list e.1'),
    encryption.open(sealed.subarray(0, 10), 'list e.1'),
  ]) {
    await expect(attempt).rejects.toThrow()
  }
})

test('an area has one name on all nodes with the key, and another for everybody else', () => {
  const name = encryption.nameOf('["51.5,-0.1",1000,null]')
  expect(name).toMatch(/^[\w-]{22}$/)
  expect(createEncryption('the key', 'https://service.example').nameOf('["51.5,-0.1",1000,null]')).toBe(name)
  expect(
    createEncryption('another key', 'https://service.example').nameOf('["51.5,-0.1",1000,null]'),
  ).not.toBe(name)
  expect(encryption.nameOf('["51.5,-0.1",1001,null]')).not.toBe(name)
})
