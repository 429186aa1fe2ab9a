import { expect, test } from 'vitest'
import { createHandler } from './handle'

test.each([
  ['an answer', async () => ({ data: 'é' })],
  ['a problem', async () => Promise.reject(new Error('broken'))],
])('%s says its length, without which Next would compress the smallest too', async (_, work) => {
  const handle = createHandler()
  const response = await handle(new Request('http://kerbside.example/api/x'), { role: null }, work)
  const length = (await response.clone().arrayBuffer()).byteLength
  expect(length).toBeGreaterThan(100)
  expect(response.headers.get('content-length')).toBe(String(length))
})
