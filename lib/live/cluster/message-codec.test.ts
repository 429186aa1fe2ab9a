import { expect, test } from 'vitest'
import type { Message } from './coordinator'
import { decodeMessage, encodeMessage } from './message-codec'

const body = Buffer.from([0, 10, 255, 123, 10])
const messages: readonly Message[] = [
  { kind: 'step', from: 'e.1', version: 'e.2', body },
  { kind: 'step', from: null, version: 'e.0', body: null },
  { kind: 'step', from: null, version: 'e.0', body: Buffer.alloc(0) },
  { kind: 'offer', version: 'e.1' },
  { kind: 'progress', body },
  { kind: 'ask' },
]

test.each(messages)('%j arrives as it was sent', (message) => {
  expect(decodeMessage(encodeMessage(message))).toMatchObject(message)
})

test('what is no message is refused', () => {
  for (const bytes of ['', 'nonsense', '\n', '{"kind":"ask"']) {
    expect(() => decodeMessage(Buffer.from(bytes))).toThrow()
  }
})
