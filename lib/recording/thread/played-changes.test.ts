import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LiveVehicle } from '@/lib/contract/live'
import type { ListChanges, ListDifference } from '@/lib/contract/recording-frames'
import { FrameWriter, finish, writeKey } from '@/lib/recording/codec/chunk'
import { scaleOf } from '@/lib/recording/codec/grid'
import { Slots } from '@/lib/recording/codec/slots'
import { type Delta, headOf, streamed } from '@/lib/testing/recording/random-histories'
import { createListReader, createViews, type ShownArea } from '@/lib/testing/recording/recorded-lists'
import { liveMeta, vehicle } from '@/lib/testing/vehicles'
import { DecodedChunk } from './decoded-chunk'
import { changesBytes, differenceBytes } from './event-text'

const IDS = ['a', 'b', 'c', 'd', 'e']
const position = fc.oneof(
  { weight: 4, arbitrary: fc.record({ lat: fc.nat(9), lng: fc.nat(9) }) },
  fc.constant(null),
)
const fields = fc.record(
  {
    // Steps of 11 m and of 1 m: some are no move.
    position: fc
      .tuple(position, fc.constantFrom(1e4, 1e5))
      .map(([at, steps]) => at && { lat: 51 + at.lat / steps, lng: at.lng / steps }),
    mtime: fc.constantFrom(
      '2026-01-01T12:00:00Z',
      '2026-01-01T12:00:05.500Z',
      '2026-01-01 12:00:05',
      'x',
      null,
    ),
    status: fc.constantFrom('busy', 'available', null),
    functions: fc.constantFrom(['taxi'], ['taxi', 'taxi', 'parcel'], [], null),
    type: fc.constantFrom('van', null),
    statusSince: fc.option(fc.record({ atMs: fc.nat(), isBeginning: fc.boolean() })),
  },
  { requiredKeys: [] },
)
/** With an annotation that is null: the same as none, but not the same record. */
const plain = (id: string) => ({ ...vehicle(id), statusSince: null })
const fleet = fc.uniqueArray(fc.tuple(fc.constantFrom(...IDS), fields), { selector: ([id]) => id })
const step = fc.record({
  changed: fleet,
  removed: fc.subarray(IDS),
  meta: fc.constantFrom({}, {}, { incomplete: 'cap' as const }, { incomplete: 'budget' as never }),
  isNumbered: fc.boolean(),
  epoch: fc.constantFrom('one', 'one', 'two'),
  explains: fc.boolean(),
  expires: fc.boolean(),
})

type Fleet = readonly (readonly [string, object])[]
const recordsOf = (fleet: Fleet) => fleet.map(([id, more]) => ({ ...plain(id), ...more })) as LiveVehicle[]

/** The page's state after a jump to the first list of a chunk, from another list. */
function jumpedFrom(from: readonly LiveVehicle[], chunk: DecodedChunk) {
  const base = Slots.of(streamed(from) as never, scaleOf(from))
  const to = { place: 'b.2', list: chunk.list(0).compact() }
  const text = Buffer.from(differenceBytes({ place: 'a.1', list: base }, to, chunk.head(0))).toString()
  const reader = createListReader()
  reader.hold('a.1', streamed(from))
  return reader.open(JSON.parse(text.split('\ndata: ')[1]!) as ListDifference)
}

test('a list that is jumped to and its changes are those that the live map showed, with headings, trails and counts', () => {
  fc.assert(
    fc.property(fleet, fc.option(fleet), fc.array(step, { maxLength: 14 }), (first, from, steps) => {
      const ids = new Set<string>(first.map(([id]) => id))
      const key = { head: headOf(0), records: recordsOf(first) }
      const writer = new FrameWriter(key)
      let epoch = 'epoch'
      const deltas = steps.map(({ changed, removed, ...one }, n) => {
        const known = [...ids].filter((id) => removed.includes(id))
        const left = changed.filter(([id]) => !known.includes(id))
        const upserts = left.map(([id, more]) => ({ ...(ids.has(id) ? { id } : plain(id)), ...more }))
        for (const { id } of upserts) ids.add(id)
        for (const id of known) ids.delete(id)
        const delta = { upserts, removed: known } as Delta
        const departures = one.explains
          ? known.map((id) => ({ id, reason: 'gone', record: null }) as never)
          : []
        const after = epoch
        epoch = one.epoch
        const meta = liveMeta({ ...one.meta, loaded: n })
        const head = headOf(n + 1, {
          atMs: headOf(n * 3).atMs + 5000,
          version: `${epoch}.${n}`,
          meta,
          departures,
        })
        const body = writer.write(head, delta)
        return { delta, head, after, body, ...one }
      })
      const chunk = DecodedChunk.of(
        [
          { kind: 'key', atMs: key.head.atMs, body: finish(writeKey(key)) },
          ...deltas.map(({ head, body }) => ({ kind: 'frame' as const, atMs: head.atMs, body })),
        ],
        null,
      )
      const jumped = from && jumpedFrom(recordsOf(from), chunk)
      const views = createViews('epoch', key.head.atMs, streamed(key.records), key.head.meta, jumped)
      const { live, recorded } = views
      expect(shown(recorded.toArea())).toEqual(shown(live.toArea()))
      const published: [ShownArea, unknown][] = []
      for (const [n, { delta, head, after, isNumbered, expires }] of deltas.entries()) {
        const data = {
          ...{ epoch: head.version.split('.')[0]!, after, meta: head.meta, departures: head.departures },
          ...streamed(delta),
        }
        views.applyDelta(data as never, head.atMs)
        const text = Buffer.from(changesBytes(chunk, n + 1, isNumbered && n > 0)).toString()
        views.applyChanges(JSON.parse(text.split('\ndata: ')[1]!) as ListChanges)
        if (expires) for (const area of [live, recorded]) area.expireDeparted(head.atMs)
        if (n % 2 === 0) continue
        const area = recorded.toArea()!
        expect(shown(area)).toEqual(shown(live.toArea()))
        // Trails are read as they are now.
        published.push([area, structuredClone(columnsOf(area))])
      }
      for (const [area, before] of published) expect(columnsOf(area)).toEqual(before)
    }),
    { numRuns: 80 },
  )
})

function columnsOf({
  records,
  reportedAtMs,
  headings,
  counts,
  unplaced,
  departed,
  meta,
  receivedAtMs,
}: ShownArea) {
  return { records, reportedAtMs, headings, counts, unplaced, departed, meta, receivedAtMs }
}

/** A replay does not know since when vehicles are as they are. */
const withoutChange = ({ changedSince, ...record }: LiveVehicle) => record

/** All that a picture is made of, with the trails: by vehicle, as a jump puts them into other slots. */
function shown(area: ShownArea | null) {
  if (!area) return null
  const { records, reportedAtMs, headings, unplaced, ...shared } = columnsOf(area)
  const departed = shared.departed.map((one) => ({ ...one, record: withoutChange(one.record) }))
  const vehicles = IDS.map((id) => {
    const slot = area.slotById.get(id)
    if (slot === undefined) return null
    const isUnplaced = unplaced.includes(slot)
    return [
      withoutChange(records[slot] as LiveVehicle),
      reportedAtMs[slot],
      headings[slot],
      isUnplaced,
      area.trailOf(id),
    ]
  })
  const taken = records.filter((record) => record !== undefined).length
  return { ...shared, departed, vehicles, sizes: [taken, area.slotById.size, unplaced.length] }
}
