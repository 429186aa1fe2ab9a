import { describe, expect, test } from 'vitest'
import { createAreaRecorder } from '@/lib/recording/area-recorder'
import { areaName } from '@/lib/recording/recorder'
import { createEncryption } from '@/lib/store/encryption'
import type { Store } from '@/lib/store/store'
import { bytesIn, readableIn } from '@/lib/testing/bytes-at-rest'
import { createTestClock } from '@/lib/testing/clock'
import { createFrames } from '@/lib/testing/live/sender'
import { readRecording } from '@/lib/testing/recording/recorded-lists'
import { haveServer } from '@/lib/testing/services/server-process'
import { openTestStore, withPostgresql } from '@/lib/testing/stores'
import { vehicle } from '@/lib/testing/vehicles'
import { roundPosition } from '@/lib/vehicles/vehicle-table'
import { createSqlSegments } from './sql-segments'

const POSITION = { lat: 51.734_519, lng: -0.182_647 }
const AREA = { position: { lat: 51.618_273, lng: -0.294_715 }, radius: 1234, type: 'canary-type' }
const CALL_SIGN = 'KB-CANARY-4711'
const TEXTS = [
  ...['51.734519', '-0.182647', '51734519', '5173451', '51.618273', '-0.294715'],
  ...[CALL_SIGN, 'v-canary', 'canary-status', 'canary-type'],
]

/** A position as numbers of eight bytes, and in whole steps of four. */
function inBytes({ lat, lng }: typeof POSITION): Buffer[] {
  return [lat, lng].flatMap((value) => {
    const little = Buffer.alloc(8)
    const big = Buffer.alloc(8)
    const steps = Buffer.alloc(4)
    little.writeDoubleLE(value)
    big.writeDoubleBE(value)
    steps.writeInt32LE(Math.round(value * 1e6))
    return [little, big, steps]
  })
}

/** Records a vehicle, and searches the files of the database. @param folderOf where they are */
async function search(store: Store, folderOf: () => Promise<string>): Promise<void> {
  const encryption = createEncryption('key', 'https://service.example')
  const clock = createTestClock()
  const segments = createSqlSegments(async () => store, encryption)
  const area = areaName(AREA)
  const onFailing = (error: unknown) => expect(error).toBeNull()
  const options = { store: segments, area, search: AREA, clock, keptMs: 3_600_000, onFailing }
  const recorder = createAreaRecorder(options)
  const directory = { our_ref: CALL_SIGN, licence_plate: null, active_booking_id: null }
  const seen = (n: number) => {
    const position = roundPosition({ ...POSITION, lat: POSITION.lat + n / 1e4 })
    return { ...vehicle('v-canary', { status: 'canary-status', position }), directory }
  }
  const next = createFrames()
  for (let n = 0; n < 30; n++) {
    recorder.record(next([seen(n)], clock.now()))
    await recorder.settled()
    await clock.advance(5000)
  }
  await recorder.end('stopped')
  // All of it was stored, and can be read with the key.
  const { lists } = await readRecording(segments, area)
  expect([...lists.values()].map(([one]) => one?.position?.lat)).toEqual(
    Array.from({ length: 30 }, (_, n) => seen(n).position?.lat),
  )

  // What the search is able to find.
  await store.query('create table plain (of text)')
  await store.query("insert into plain values ('a plain text in a row')")
  await store.query('checkpoint')
  const [bytes, files] = await bytesIn(await folderOf())
  expect(files).toBeGreaterThan(100)
  expect(readableIn(bytes, ['a plain text in a row', 'recording_segments'])).toHaveLength(2)
  expect(readableIn(bytes, TEXTS)).toEqual([])
  expect(inBytes(POSITION).filter((form) => bytes.includes(form))).toEqual([])
}

const TITLE = 'no position, call sign, status or area can be read in the files of a database'

test(`${TITLE}, with PGlite`, async () => {
  const { store, folder, remove } = await openTestStore()
  await search(store, async () => {
    await store.close()
    return folder
  }).finally(remove)
})

describe.skipIf(!haveServer('postgres'))('in PostgreSQL', () => {
  const store = withPostgresql()
  test(`${TITLE}, with PostgreSQL`, () =>
    search(store(), async () => {
      const { rows } = await store().query('show data_directory')
      return String(rows[0]?.data_directory)
    }))
})
