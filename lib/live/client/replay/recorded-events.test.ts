import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { FRAMES_TYPE } from '@/lib/api/contract/recording'
import { HERE } from '@/lib/testing/live/live-client'
import { createFrames } from '@/lib/testing/live/sender'
import { vehicle } from '@/lib/testing/vehicles'
import { readRecorded } from './recorded-events'

const END = 'event: end\ndata: {"next":null,"lastMs":0,"toMs":0}\n\n'
/** An empty last block. */
const CLOSED = Uint8Array.of(3, 0)

/** Two lists as they are stored. */
function recorded() {
  const next = createFrames()
  const first = next([vehicle('a')], 1000)
  const { deflated } = next([vehicle('b')], 6000)
  return [...first.snapshot(), deflated as Uint8Array]
}

function answered(parts: readonly Uint8Array[]) {
  const abort = new AbortController()
  const fetch = async () =>
    new Response(Buffer.concat(parts), { headers: { 'content-type': FRAMES_TYPE } })
  const events = readRecorded(HERE, { atMs: 0, start: null }, 0, { signal: abort.signal, fetch })
  return { events, abort }
}

const encoded = (text: string) => deflateRawSync(text)

test('blocks as they are stored are one stream, with the times at which they were streamed', async () => {
  const { events } = answered([...recorded(), encoded(END)])
  const read = []
  for await (const event of events)
    read.push([event.name, 'arrivedAtMs' in event ? event.arrivedAtMs : null])
  expect(read).toEqual([
    ['changes', 1000],
    ['changes', 6000],
    ['end', null],
  ])
})

test('an answer without its end was broken off', async () => {
  for (const parts of [[...recorded(), CLOSED], recorded(), [recorded()[0]!.subarray(0, 40)]]) {
    const { events } = answered(parts)
    const read = async () => {
      for await (const _ of events);
    }
    await expect(read()).rejects.toMatchObject({ kind: 'kerbside-unreachable' })
  }
})

test('unreadable changes are an error of the page, not of the network', async () => {
  const { events } = answered([encoded(`event: changes\ndata: {"version":"e.1"\n\n${END}`)])
  await expect(events.next()).rejects.toMatchObject({ kind: 'internal' })
})

test('an answer that a jump ended is not read on', async () => {
  const { events, abort } = answered([...recorded(), encoded(END)])
  await events.next()
  abort.abort()
  await expect(events.next()).rejects.toThrow()
})
