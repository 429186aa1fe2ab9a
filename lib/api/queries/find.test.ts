import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Found } from '@/lib/api/contract/places'
import { findQuery } from './places'

const near = { lat: -34.90561, lng: -56.1644 }
const found: Found = { vehicles: [], places: [], index: 'ready', geocoder: 'none' }

/** Requests under way, to be answered by their text. */
function openServer() {
  const asked: { text: string; near: object; signal: AbortSignal; answer(data: object): void }[] =
    []
  const fetch = ((_path: string, { body, signal }: RequestInit) =>
    new Promise<Response>((resolve, reject) => {
      const { text, near } = JSON.parse(String(body))
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
      asked.push({
        text,
        near,
        signal: signal as AbortSignal,
        answer: (data) => resolve(Response.json({ data, meta: {} })),
      })
    })) as typeof globalThis.fetch
  return { asked, fetch }
}

const place = (name: string) => ({ ...found, places: [{ name }] })
const named = (name: string) => expect.objectContaining({ places: [{ name }] })

test('another text aborts the request before it, whose answer is never shown', async () => {
  const { asked, fetch } = openServer()
  const observer = new QueryObserver(new QueryClient(), findQuery('18', near, fetch))
  const leave = observer.subscribe(() => undefined)
  await expect.poll(() => asked).toHaveLength(1)
  observer.setOptions(findQuery('18 de', near, fetch))
  await expect.poll(() => asked).toHaveLength(2)
  expect(asked.map(({ text, signal }) => [text, signal.aborted])).toEqual([
    ['18', true],
    ['18 de', false],
  ])
  asked[1]?.answer(place('new'))
  await expect.poll(() => observer.getCurrentResult().data).toEqual(named('new'))
  asked[0]?.answer(place('old'))
  await Promise.resolve()
  expect(observer.getCurrentResult().data).toEqual(named('new'))
  leave()
})

test('the answer before is shown until the next, and a text asked for again costs no request', async () => {
  const { asked, fetch } = openServer()
  const observer = new QueryObserver(new QueryClient(), findQuery('ejido', near, fetch))
  const leave = observer.subscribe(() => undefined)
  await expect.poll(() => asked).toHaveLength(1)
  // To about 100 m.
  expect(asked[0]?.near).toEqual({ lat: -34.906, lng: -56.164 })
  asked[0]?.answer(place('Ejido'))
  await expect.poll(() => observer.getCurrentResult().data).toEqual(named('Ejido'))
  observer.setOptions(findQuery('ejido y', near, fetch))
  expect(observer.getCurrentResult()).toMatchObject({
    data: named('Ejido'),
    isPlaceholderData: true,
  })
  await expect.poll(() => asked).toHaveLength(2)
  asked[1]?.answer(place('Ejido / 18'))
  await expect.poll(() => observer.getCurrentResult().data).toEqual(named('Ejido / 18'))
  observer.setOptions(findQuery('ejido', { lat: -34.9061, lng: -56.16401 }, fetch))
  expect(observer.getCurrentResult()).toMatchObject({
    data: named('Ejido'),
    isPlaceholderData: false,
  })
  expect(asked).toHaveLength(2)
  leave()
})
