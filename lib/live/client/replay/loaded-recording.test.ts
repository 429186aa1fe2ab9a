import { expect, test, vi } from 'vitest'
import { HERE } from '@/lib/testing/live/live-client'
import { recordedResponse } from '@/lib/testing/recording/recorded-area'
import { FETCHED_AT, liveMeta, vehicle } from '@/lib/testing/vehicles'
import { snapshotOf } from '@/lib/vehicles/difference'
import { applyList, LoadedRecording } from './loaded-recording'

const START_MS = Date.parse(FETCHED_AT)
const VEHICLES = 1000
const FIELDS = 100
const LISTS = 33
const timeOf = (list: number) => START_MS + 5000 * list

/** A list each five seconds in which a hundred fields of a thousand vehicles have changed. */
function recording(): string {
  const vehicles = Array.from({ length: VEHICLES }, (_, n) => vehicle(`v-${n}`))
  const all = vehicles.map((_, n) => (n === 0 ? 0 : 1))
  const texts = Array.from({ length: LISTS }, (_, n) => {
    const head = { version: `e.${n}`, after: n === 0 ? null : `e.${n - 1}`, atMs: timeOf(n) }
    const changes = {
      ...head,
      meta: liveMeta(),
      departures: [],
      ...snapshotOf(n === 0 ? vehicles : []),
    }
    const fields = Array.from({ length: FIELDS }, (_, field) => [`f${field}`, all, [n]] as const)
    return eventOf('changes', n === 0 ? changes : { ...changes, fields })
  })
  const end = { next: null, lastMs: timeOf(LISTS - 1), toMs: null }
  return [...texts, eventOf('end', end)].join('')
}

const eventOf = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

test('a replay drops lists that were shown long ago, and goes back to those that it kept', async () => {
  const loaded = new LoadedRecording(START_MS, null, {
    search: HERE,
    fetch: async () => recordedResponse(recording()),
    onChange: () => undefined,
  })
  loaded.loadTo(timeOf(LISTS))
  await vi.waitFor(() => expect(loaded.loadedToMs).toBe(timeOf(LISTS - 1)), 10_000)
  const { view } = await loaded.jump(START_MS)
  const shown = async (atMs: number) => {
    const area = (await loaded.jump(atMs)).view?.toArea()
    return area?.table.records[0] as unknown as Record<string, unknown> | undefined
  }
  for (let list = 1; list < LISTS; list++) {
    const item = loaded.next
    if (item?.kind !== 'list' || !view) throw new Error('no next list')
    await applyList(view, item)
    loaded.pass(view)
  }
  expect(loaded.has(timeOf(0))).toBe(false)
  expect(loaded.has(timeOf(28))).toBe(true)
  expect(await shown(timeOf(28))).toMatchObject({ id: 'v-0', f99: 28 })
})
