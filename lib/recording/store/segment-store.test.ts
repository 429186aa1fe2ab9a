import { expect, it, test } from 'vitest'
import { createEncryption } from '@/lib/store/encryption'
import { AREA } from '@/lib/testing/live/live-area'
import { describeOnEach } from '@/lib/testing/stores'
import { createMemorySegments } from './memory-segments'
import type { NewSegments, Segment, SegmentStore } from './segment-store'
import { createSqlSegments } from './sql-segments'

const START_MS = Date.UTC(2026, 0, 1, 12)

function segment(number: number, atMs = START_MS + 5000 * number): Segment {
  return { kind: number === 0 ? 'key' : 'frame', atMs, body: Buffer.from(`body ${number}`) }
}

const added = (
  chunk: string,
  after: number,
  segments: readonly Segment[],
  area = 'area',
): NewSegments => ({
  area,
  chunk,
  continues: null,
  after,
  segments,
})

async function tests(store: SegmentStore, area: string): Promise<void> {
  await store.write(added(`${area} b`, 0, [segment(0), segment(1)], area))
  // The clock was set back by an hour meanwhile.
  await store.write(added(`${area} a`, 0, [segment(0, START_MS - 3_600_000)], area))
  await store.write(added(`${area} b`, 2, [segment(2), segment(3)], area))
  await store.write(added('elsewhere', 0, [segment(0)], 'other'))
  const [chunk] = await store.chunks(area)
  expect(chunk).toMatchObject({
    id: `${area} b`,
    fromMs: START_MS,
    toMs: START_MS + 15_000,
    segments: 4,
  })
  expect((await store.chunks(area)).map(({ id }) => id)).toEqual([`${area} b`, `${area} a`])
  const read = await store.segments(area, `${area} b`)
  expect(read.map(({ body }) => Buffer.from(body))).toEqual(
    [0, 1, 2, 3].map((n) => segment(n).body),
  )
  await store.replace(area, `${area} b`, [segment(0, START_MS + 1), segment(4)])
  expect((await store.chunks(area)).map(({ id }) => id)).toEqual([`${area} b`, `${area} a`])
  const timesOfB = (await store.segments(area, `${area} b`)).map(({ atMs }) => atMs - START_MS)
  expect(timesOfB).toEqual([1, 20_000])
  const cut = [segment(0, START_MS + 9)]
  await store.replace(area, `${area} b`, cut, 3)
  expect((await store.chunks(area)).map(({ segments }) => segments)).toEqual([2, 1])
  await store.replace(area, `${area} b`, cut, 2)
  expect((await store.chunks(area)).map(({ segments, fromMs }) => [segments, fromMs])).toEqual([
    [1, START_MS + 9],
    [1, START_MS - 3_600_000],
  ])
  await store.replace(area, `${area} a`, [])
  expect((await store.chunks(area)).map(({ id }) => id)).toEqual([`${area} b`])
  await store.addArea(area, AREA)
  await store.addArea(area, AREA)
  expect((await store.areas()).filter(({ radius }) => radius === AREA.radius)).toHaveLength(1)
}

test('memory keeps the chunks of areas in the order of their recording', () =>
  tests(createMemorySegments(), 'area'))

describeOnEach('recordings in a store', (store) => {
  const open = (key = 'key', earlier: readonly string[] = []) =>
    createSqlSegments(
      async () => store(),
      createEncryption(key, 'https://service.example', earlier),
    )

  it('keeps the chunks of areas in the order of their recording', () => tests(open(), 'area'))

  it('reads nothing of a damaged segment, or of one of another place', async () => {
    const segments = open()
    await segments.write(
      added('whole', 0, [segment(0), segment(1), segment(2), segment(3)], 'damaged'),
    )
    await store().query(
      `update recording_segments set body = set_byte(body, 20, get_byte(body, 20) # 1) where id =
       (select id from recording_segments where chunk = 'whole' order by id offset 2 limit 1)`,
    )
    expect(await segments.segments('damaged', 'whole')).toHaveLength(2)
    await store().query("update recording_segments set chunk = 'moved' where chunk = 'whole'")
    expect(await segments.segments('damaged', 'moved')).toEqual([])
    expect(await open('another key').chunks('damaged')).toEqual([])
  })

  it('reads a note that took the place of another, and none that is damaged', async () => {
    const segments = open()
    const noted = (n: number, note: string): Segment => ({ ...segment(n), note })
    const read = async (fromMs = 0) =>
      (await segments.notes('notes', fromMs)).map(({ note }) => note)
    await segments.write(added('noted', 0, [noted(0, 'a'), segment(1), noted(2, 'b')], 'notes'))
    expect(await read()).toEqual(['a', 'b'])
    await segments.write(added('noted', 3, [noted(3, 'c')], 'notes'))
    expect(await read(START_MS + 10_000)).toEqual(['b', 'c'])
    await segments.replace('notes', 'noted', [noted(2, 'd'), noted(3, 'e')])
    expect(await read()).toEqual(['d', 'e'])
    await store().query(
      "update recording_segments set note = set_byte(note, 12, get_byte(note, 12) # 1) where chunk = 'noted'",
    )
    expect(await read()).toEqual([null, null])
  })

  it('goes on after a change of key with what the earlier one encrypted', async () => {
    const before = open('key')
    const area = { ...AREA, radius: 4321 }
    const areas = async (store: SegmentStore) =>
      (await store.areas()).filter(({ radius }) => radius === area.radius)
    const noted = { ...segment(0), note: 'a note' }
    await before.addArea('rekeyed', area)
    await before.write(added('of the earlier key', 0, [noted, segment(1)], 'rekeyed'))
    const after = open('another key', ['key'])
    await after.addArea('rekeyed', area)
    await after.write(added('of the present key', 0, [segment(2)], 'rekeyed'))
    expect(await areas(after)).toEqual([area])
    expect((await after.chunks('rekeyed')).map(({ id }) => id)).toEqual([
      'of the earlier key',
      'of the present key',
    ])
    expect(await after.segments('rekeyed', 'of the earlier key')).toEqual([noted, segment(1)])
    expect((await after.notes('rekeyed', 0)).map(({ note }) => note)).toEqual(['a note'])
    await after.replace('rekeyed', 'of the earlier key', [])
    await after.replace('rekeyed', 'of the present key', [])
    await after.forgetArea('rekeyed')
    expect(await areas(after)).toEqual([])
  })

  it('deletes what is old of areas of another key, and of areas that are not known', async () => {
    const readable = open()
    const unreadable = open('earlier key')
    await readable.addArea('kept', AREA)
    await unreadable.addArea('gone', AREA)
    await unreadable.addArea('half', AREA)
    const write = (at: SegmentStore, area: string) =>
      at.write(added(`purge ${area}`, 0, [segment(0), segment(1)], area))
    await write(readable, 'kept')
    await write(readable, 'unknown')
    await write(unreadable, 'half')
    await unreadable.write(added('purge gone', 0, [segment(0)], 'gone'))
    await readable.deleteUnreadable(START_MS + 5000)
    const { rows } = await store().query(
      "select chunk, count(*)::int as rows from recording_segments where chunk like 'purge %' group by chunk order by chunk",
    )
    expect(rows).toEqual([
      { chunk: 'purge half', rows: 1 },
      { chunk: 'purge kept', rows: 2 },
      { chunk: 'purge unknown', rows: 1 },
    ])
    expect(await unreadable.areas()).toEqual([AREA])
  })

  it('lets one of two nodes cut a chunk, and none bring back what the other deleted', async () => {
    const one = open()
    const other = open()
    const cutFrom = (n: number) => [segment(0, START_MS + n), segment(9)]
    await one.write(added('twice', 0, [segment(0), segment(1), segment(2)], 'cut'))
    await Promise.all(
      [one, other].map((node, n) => node.replace('cut', 'twice', cutFrom(1 + n), 3)),
    )
    const left = await one.segments('cut', 'twice')
    expect(left).toHaveLength(2)
    expect([START_MS + 1, START_MS + 2]).toContain(left[0]!.atMs)
    await Promise.all([
      one.replace('cut', 'twice', []),
      other.replace('cut', 'twice', cutFrom(3), 3),
    ])
    expect(await one.chunks('cut')).toEqual([])
  })
})
