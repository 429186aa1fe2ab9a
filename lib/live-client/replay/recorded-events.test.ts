import { expect, test } from 'vitest'
import { HERE } from '@/lib/testing/live-client'
import { liveMeta, vehicle } from '@/lib/testing/vehicles'
import { readRecorded } from './recorded-events'

function answered(text: string) {
  const abort = new AbortController()
  const fetch = async () => new Response(text, { headers: { 'content-type': 'text/event-stream' } })
  const from = { atMs: 0, start: null }
  const events = readRecorded(HERE, { from, toMs: 0, signal: abort.signal, have: null, fetch })
  return { events, abort }
}

const part = (place: string, number: number) => {
  const common = { epoch: 'e', part: number, parts: 2, place, writtenAt: 0, meta: liveMeta() }
  return `event: snapshot\ndata: ${JSON.stringify({ ...common, vehicles: [vehicle(place + number)] })}\n\n`
}
const END = 'event: end\ndata: {"next":null,"lastMs":0}\n\n'

const NO_SINCE = { atDeltas: [], timeDeltas: [], begun: [] }
const MOVED = { atDeltas: [0, 1], scale: 1, latDeltas: [1, 2], lngDeltas: [1, 2] }
const CHANGES = {
  ...{ epoch: 'e', meta: liveMeta(), removed: [], departures: [], added: [], fields: [], ids: ['a', 'b'] },
  ...{ since: NO_SINCE, moved: MOVED },
}
const unreadable: [string, object | string][] = [
  ['half of them', '{"epoch":"e"'],
  ['null', 'null'],
  ['no columns', {}],
  ['departures missing', { ...CHANGES, departures: undefined }],
  ['longitudes missing', { ...CHANGES, moved: { ...MOVED, lngDeltas: undefined } }],
  ['a latitude missing', { ...CHANGES, moved: { ...MOVED, latDeltas: [1] } }],
  ['a time missing', { ...CHANGES, since: { atDeltas: [0, 1], timeDeltas: [5], begun: [0, 0] } }],
  ['a beginning missing', { ...CHANGES, since: { atDeltas: [0], timeDeltas: [5], begun: [] } }],
  [
    'a value missing',
    { ...CHANGES, fields: [{ name: 'type', atDeltas: [0, 1], values: ['x'], numbers: [0] }] },
  ],
]

test.each(unreadable)('changes with %s are an error of the page, not of the network', async (_, data) => {
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  const { events } = answered(`event: changes\ndata: ${text}\n\n${END}`)
  await expect(events.next()).rejects.toMatchObject({ kind: 'internal' })
})

test.each(unreadable)('a difference with %s is an error too', async (what, data) => {
  const difference = typeof data === 'string' ? data : JSON.stringify({ ...data, base: 'a.1', order: null })
  const { events } = answered(`event: difference\ndata: ${difference}\n\n${END}`)
  // Departures come with changes only.
  if (what.startsWith('departures')) await expect(events.next()).resolves.toMatchObject({ done: false })
  else await expect(events.next()).rejects.toMatchObject({ kind: 'internal' })
})

test('an answer that a jump ended is not read on', async () => {
  const { events, abort } = answered(part('a.1', 0) + part('a.1', 1) + END)
  await events.next()
  abort.abort()
  await expect(events.next()).rejects.toThrow()
})
