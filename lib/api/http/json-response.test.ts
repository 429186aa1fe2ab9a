import { expect, test } from 'vitest'
import { apiOver } from '@/lib/testing/api'

test.each([
  ['an answer', '/api/me'],
  ['a problem', '/api/nothing'],
])('%s says its length, without which Next would compress the smallest too', async (_, path) => {
  const response = await apiOver({})(new Request(`http://kerbside.example${path}`))
  const length = (await response.clone().arrayBuffer()).byteLength
  expect(length).toBeGreaterThan(100)
  expect(response.headers.get('content-length')).toBe(String(length))
})
