import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { jsonResponse } from './response'

const asking = (coding: string) =>
  new Request('http://127.0.0.1/api/service', { headers: { 'accept-encoding': coding } })

test.each([
  ['a list', 200_000],
  ['observations', 5_600],
])('%s of %i bytes is packed where the browser takes that', async (_what, length) => {
  const text = JSON.stringify({ data: 'vehicle '.repeat(length / 8) })
  const packed = await jsonResponse(text, 200, new Headers(), asking('br, gzip'))
  const bytes = Buffer.from(await packed.arrayBuffer())
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(packed.headers.get('content-length')).toBe(String(bytes.length))
  expect(bytes.length).toBeLessThan(length / 4)
  expect(gunzipSync(bytes).toString()).toBe(text)
  const plain = await jsonResponse(text, 200, new Headers(), asking('br'))
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, text])
  for (const { headers } of [packed, plain]) expect(headers.get('vary')).toBe('accept-encoding')
})

test('a short answer is left as it is', async () => {
  const answer = await jsonResponse('{"data":1}', 200, new Headers(), asking('gzip'))
  expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual([
    null,
    '{"data":1}',
  ])
})
