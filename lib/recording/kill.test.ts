import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEncryption } from '@/lib/encryption/encryption'
import { openStore } from '@/lib/store/open'
import { SHORT_LIVED } from '@/lib/testing/short-lived.js'
import { copyStoreTemplate, makeStoreTemplate, migrationsFolder } from '@/lib/testing/store-template'
import { SLOW_MS } from '@/lib/testing/stores'
import { readChunk } from './read-chunk'
import { expire } from './store/expire'
import { createSqlSegments } from './store/sql-segments'

/** A position that every list has, searched for in the files of the database. */
const CANARY = { lat: 51.498_732_1, lng: -0.173_264_9 }

/** Records an area as fast as it goes, and writes the version of each list once it is stored. */
const RECORDER = `
  import { writeSync } from 'node:fs'
  import { openStore } from '@/lib/store/open'
  import { createEncryption } from '@/lib/encryption/encryption'
  import { systemClock } from '@/lib/scheduling/clock'
  import { createAreaRecorder } from '@/lib/recording/area-recorder'
  import { createSqlSegments } from '@/lib/recording/store/sql-segments'
  import { liveMeta, vehicle } from '@/lib/testing/vehicles'
  const store = await openStore({ kind: 'pglite', folder: process.argv[1] }, ${JSON.stringify(migrationsFolder)})
  const segments = createSqlSegments(async () => store, createEncryption('key', 'https://service.example'))
  const search = { position: ${JSON.stringify(CANARY)}, radius: 1000, type: null }
  await segments.addArea('area', search)
  let nowMs = 0
  const clock = { ...systemClock, monotonicNow: () => nowMs }
  const options = { store: segments, area: 'area', search, clock, keptMs: 14_400_000, onFailing: (error) => { if (error) throw error } }
  const recorder = createAreaRecorder(options)
  const epoch = process.argv[2]
  const fleet = Array.from({ length: 50 }, (_, n) => vehicle('v-' + n, { position: ${JSON.stringify(CANARY)} }))
  for (let n = 0; ; n++) {
    const patch = { id: 'v-1', position: { lat: ${CANARY.lat} + (n % 7) / 1e6, lng: ${CANARY.lng} } }
    fleet[1] = { ...fleet[1], ...patch }
    const delta = n === 0 ? null : { upserts: [patch], removed: [], departures: [] }
    const version = epoch + '.' + n
    recorder.record({ version, atMs: Date.now(), meta: liveMeta(), delta, records: () => [...fleet] })
    await recorder.settled()
    nowMs += 20_000
    writeSync(1, version + '\\n')
  }`

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-kill-'))
  await makeStoreTemplate()
  copyStoreTemplate(folder)
}, SLOW_MS)
afterAll(() => rm(folder, { recursive: true }))

/** @param waitMs from the last of these lists until it is killed, in the midst of the next ones */
async function recordAndKill(epoch: string, lists: number, waitMs: number): Promise<string[]> {
  const args = [...SHORT_LIVED, '--import', 'tsx', '--input-type=module', '--eval', RECORDER, folder, epoch]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const versions: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    versions.push(line)
    if (versions.length === lists) setTimeout(() => child.kill('SIGKILL'), waitMs)
  }
  return versions
}

test(
  'after a kill every list that was stored is read and goes with its age, and no file has a position',
  async () => {
    const [lists, waitMs] = [2 + Math.floor(80 * Math.random()), 30 * Math.random()]
    const when = `killed ${waitMs} ms after ${lists} lists`
    const stored = [
      ...(await recordAndKill('first', 1, 0)),
      ...(await recordAndKill('second', lists, waitMs)),
    ]

    const open = await openStore({ kind: 'pglite', folder }, migrationsFolder)
    const segments = createSqlSegments(async () => open, createEncryption('key', 'https://service.example'))
    const read: string[] = []
    for (const chunk of await segments.chunks('area')) {
      const steps = { yieldToEventLoop: async () => undefined }
      const { lost } = await readChunk(segments, 'area', chunk, steps, ({ head }, records) => {
        expect(records()[0]!.position).toEqual(CANARY)
        if (read.at(-1) !== head.version) read.push(head.version)
      })
      expect(lost, when).toBe(0)
    }
    // A list may be stored whose version could not be written any more.
    const known = new Set(read)
    expect(
      stored.filter((version) => !known.has(version)),
      when,
    ).toEqual([])
    expect(read.length - stored.length, when).toBeLessThanOrEqual(2)
    const notes = await segments.notes('area', 0)
    expect(JSON.parse(notes[0]!.note!)).toMatchObject({ byStatus: { available: 50 } })
    const limitMs = (await segments.chunks('area')).at(-1)!.toMs
    const later = { now: () => limitMs + 3_600_000, yieldToEventLoop: async () => undefined }
    await expire({ store: segments, area: 'area', limitMs, clock: later })
    // The last list may end a chunk and begin the next.
    const left = (await segments.chunks('area')).map(({ fromMs }) => fromMs)
    expect(new Set(left), when).toEqual(new Set([limitMs]))
    await open.query('checkpoint')
    await open.close()
    expect(findInFiles(folder)).toEqual([])
    await writeFile(join(folder, 'control'), Buffer.from(new Float64Array([CANARY.lng]).buffer))
    expect(findInFiles(folder)).toEqual(['control'])
  },
  SLOW_MS,
)

/** Files that hold a coordinate as text or as a number of eight bytes, in either order, or a name. */
function findInFiles(root: string): string[] {
  const numbers = [CANARY.lat, CANARY.lng].flatMap((value) => {
    const [big, little] = [Buffer.alloc(8), Buffer.alloc(8)]
    big.writeDoubleBE(value)
    little.writeDoubleLE(value)
    return [big, little]
  })
  const texts = ['51.498732', '0.173264'].map((text) => Buffer.from(text))
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(root, name)
    if (!statSync(path).isFile()) return false
    const bytes = readFileSync(path)
    return [...numbers, ...texts].some((canary) => bytes.includes(canary))
  })
}
