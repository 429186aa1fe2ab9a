import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { standardError } from './log'

it('drops lines while nobody reads, and says how many', async () => {
  const written: string[] = []
  let read = () => {}
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, callback) {
      written.push(chunk)
      read = callback
    },
  })
  const destination = standardError(stream)
  const line = `${'x'.repeat(100_000)}\n`
  for (let count = 0; count < 20; count++) destination.write(line)
  expect(stream.writableLength).toBeLessThan(1_200_000)
  const readAll = async () => {
    while (stream.writableLength > 0) {
      read()
      await new Promise(setImmediate)
    }
  }
  await readAll()
  destination.write('last\n')
  await readAll()
  expect(written.at(-1)).toBe('last\n')
  const kept = written.filter((text) => text === line).length
  expect(JSON.parse(written.at(-2) ?? '')).toMatchObject({
    level: 'warn',
    event: 'log',
    message: `standard error was not read in time: ${20 - kept} lines are missing here`,
  })
  expect(kept).toBeLessThan(20)
})

it('survives a reader that is gone', () => {
  const stream = new Writable({
    write: (_chunk, _encoding, callback) => callback(new Error('EPIPE')),
  })
  const destination = standardError(stream)
  destination.write('one\n')
  expect(() => destination.write('two\n')).not.toThrow()
})
