import { expect, test } from 'vitest'
import { HERE } from '@/lib/testing/live-client'
import { liveMeta, vehicle } from '@/lib/testing/vehicles'
import { ListHolder } from './held-list'
import { readRecorded } from './recorded-events'

function answered(text: string, lists = new ListHolder()) {
  const abort = new AbortController()
  const fetch = async () => new Response(text, { headers: { 'content-type': 'text/event-stream' } })
  const from = { atMs: 0, start: null }
  const events = readRecorded(HERE, { from, toMs: 0, signal: abort.signal, lists, fetch })
  return { events, abort }
}

const part = (place: string, number: number) => {
  const common = { epoch: 'e', part: number, parts: 2, place, writtenAt: 0, meta: liveMeta() }
  return `event: snapshot\ndata: ${JSON.stringify({ ...common, vehicles: [vehicle(place + number)] })}\n\n`
}
const END = 'event: end\ndata: {"next":null,"lastMs":0}\n\n'

test.each([
  '{"epoch":"e"',
  'null',
  '{}',
  JSON.stringify({
    ...{ epoch: 'e', meta: liveMeta(), removed: [], departures: [], added: [], fields: [], ids: [] },
    ...{
      since: { atDeltas: [], timeDeltas: [], begun: [] },
      moved: { atDeltas: [1], scale: 1, latDeltas: [1] },
    },
  }),
])('changes that cannot be read are an error of the page, not of the network: %s', async (data) => {
  const { events } = answered(`event: changes\ndata: ${data}\n\n${END}`)
  await expect(events.next()).rejects.toMatchObject({ kind: 'internal' })
})

test('an answer that a jump ended adds nothing to the list of the next one', async () => {
  const lists = new ListHolder()
  const first = answered(part('a.1', 0) + part('a.1', 1) + END, lists)
  await first.events.next()
  first.abort.abort()
  const second = answered(part('b.2', 0) + part('b.2', 1) + END, lists)
  await second.events.next()
  await expect(first.events.next()).rejects.toThrow()
  await second.events.next()
  expect(lists.held?.place).toBe('b.2')
  expect(lists.held?.vehicles.map(({ id }) => id)).toEqual(['b.20', 'b.21'])
})
