import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '@/lib/app/clock'
import { createEncryption } from '@/lib/store/encryption'
import { openStore } from '@/lib/store/open'
import { readRecording } from '@/lib/testing/recording/recorded-lists'
import { SHORT_LIVED } from '@/lib/testing/short-lived.js'
import {
  copyStoreTemplate,
  makeStoreTemplate,
  migrationsFolder,
} from '@/lib/testing/store-template'
import { expire } from './recorder'
import { createSqlSegments } from './store/sql-segments'

/** A position that every list has. */
const PLACE = { lat: 51.498_732, lng: -0.173_265 }

/** Records an area as fast as it goes, and writes the version of each list once it is stored. */
const RECORDER = `
  import { writeSync } from 'node:fs'
  import { openStore } from '@/lib/store/open'
  import { createEncryption } from '@/lib/store/encryption'
  import { systemClock } from '@/lib/app/clock'
  import { createAreaRecorder } from '@/lib/recording/area-recorder'
  import { createSqlSegments } from '@/lib/recording/store/sql-segments'
  import { createFrames } from '@/lib/testing/live/sender'
  import { vehicle } from '@/lib/testing/vehicles'
  const store = await openStore({ kind: 'pglite', folder: process.argv[1] }, ${JSON.stringify(migrationsFolder)})
  const segments = createSqlSegments(async () => store, createEncryption('key', 'https://service.example'))
  const search = { position: ${JSON.stringify(PLACE)}, radius: 1000, type: null }
  await segments.addArea('area', search)
  let nowMs = 0
  const clock = { ...systemClock, monotonicNow: () => nowMs }
  const options = { store: segments, area: 'area', search, clock, keptMs: 14_400_000, onFailing: (error) => { if (error) throw error } }
  const recorder = createAreaRecorder(options)
  const next = createFrames()
  const fleet = Array.from({ length: 50 }, (_, n) => vehicle('v-' + n, { position: ${JSON.stringify(PLACE)} }))
  for (let n = 0; ; n++) {
    const position = { lat: ${PLACE.lat} + (n % 7) / 1e6, lng: ${PLACE.lng} }
    fleet[1] = { ...fleet[1], position }
    const frame = next(fleet, Date.now())
    recorder.record(frame)
    await recorder.settled()
    nowMs += 20_000
    writeSync(1, frame.version + '\\n')
  }`

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-kill-'))
  await makeStoreTemplate()
  copyStoreTemplate(folder)
})
afterAll(() => rm(folder, { recursive: true }))

/** @param waitMs from the last of these lists until it is killed, in the midst of the next ones */
async function recordAndKill(lists: number, waitMs: number): Promise<string[]> {
  const args = [
    ...SHORT_LIVED,
    '--import',
    'tsx',
    '--input-type=module',
    '--eval',
    RECORDER,
    folder,
  ]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const versions: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    versions.push(line)
    if (versions.length === lists) setTimeout(() => child.kill('SIGKILL'), waitMs)
  }
  return versions
}

test('after a kill every list that was stored is read and goes with its age', async () => {
  const count = 1 + Math.floor(80 * Math.random())
  const waitMs = 30 * Math.random()
  const when = `killed ${waitMs} ms after ${count} lists`
  const stored = await recordAndKill(count, waitMs)

  const open = await openStore({ kind: 'pglite', folder }, migrationsFolder)
  const segments = createSqlSegments(
    async () => open,
    createEncryption('key', 'https://service.example'),
  )
  const { chunks, lists } = await readRecording(segments)
  expect(
    chunks.map(({ lost }) => lost),
    when,
  ).toEqual(chunks.map(() => 0))
  for (const list of lists.values())
    expect(list.find(({ id }) => id === 'v-0')).toMatchObject({ position: PLACE })
  // A list may be stored whose version could not be written any more.
  expect(
    stored.filter((version) => !lists.has(version)),
    when,
  ).toEqual([])
  expect(lists.size - stored.length, when).toBeLessThanOrEqual(1)
  const notes = await segments.notes('area', 0)
  expect(JSON.parse(notes[0]!.note!)).toMatchObject({ byStatus: { available: 50 } })
  const limitMs = (await segments.chunks('area')).at(-1)!.toMs
  const later = { ...systemClock, now: () => limitMs + 3_600_000 }
  await expire(segments, 'area', limitMs, later)
  // The last list may end a chunk and begin the next.
  const left = (await segments.chunks('area')).map(({ fromMs }) => fromMs)
  expect(new Set(left), when).toEqual(new Set([limitMs]))
  await open.close()
})
