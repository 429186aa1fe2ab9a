import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createEncryption } from '@/lib/encryption/encryption'
import { readVehicle } from '@/lib/interface/readers'
import { createTestClock } from '@/lib/testing/clock'
import { describeOnEach, SLOW_MS } from '@/lib/testing/stores'
import { createDirectory, KEPT_MS } from './directory'
import { createSealedEntries, SYNC_MS } from './sealed-entries'
import { decodeFacts, encodeFacts, STORED_KIND, type StoredFacts } from './stored-facts'

const VEHICLES = 20_000
const STORE_BYTES = 5_000_000
/** Read in one interval of writing, at ten a second. */
const PER_SYNC = 150

const hex = (text: string) => createHash('sha256').update(text).digest('hex')

function record(n: number, round: number) {
  const hash = hex(`vehicle ${n}`)
  const id = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-${hash.slice(12, 16)}-${hash.slice(16, 28)}`
  return readVehicle({
    id,
    our_ref: `Taxi ${n}`,
    licence_plate: hash.slice(30, 37).toUpperCase(),
    active_booking_id: n % 3 === 0 ? hex(`booking ${n} ${round}`).slice(0, 32) : null,
    mtime: new Date(Date.UTC(2026, 0, 1) + n * 977 + round * 100_000).toISOString(),
    webhooks: { 'vehicle-booking-create': `https://hooks${n % 5}.example/${n}` },
  })
}

describeOnEach('the directory of 20,000 vehicles', (store) => {
  test('takes at most 5 MB of the store, however often it is read', { timeout: SLOW_MS }, async () => {
    const clock = createTestClock()
    const directory = createDirectory(clock.now)
    const entries = createSealedEntries<StoredFacts>({
      store: async () => store(),
      encryption: createEncryption('key', 'https://service.example'),
      kind: STORED_KIND,
      *all() {
        for (const [id, facts] of directory.all()) yield [id, encodeFacts(facts)]
      },
      onStored: (stored) => {
        for (const [id, facts] of stored) directory.adopt(id, decodeFacts(facts))
      },
      keptMs: KEPT_MS,
      clock,
      log: (line) => {
        throw new Error(line)
      },
    })
    directory.onLearned((id, facts) => entries.put(id, encodeFacts(facts)))
    let most = 0
    const size = async () =>
      Number((await store().query("select pg_total_relation_size('vehicle_segments') as size")).rows[0]?.size)
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < VEHICLES; n++) {
        const read = record(n, round)
        if (read) directory.learn({ record: read, readAtMs: clock.now() })
        if (n % PER_SYNC !== 0) continue
        await clock.advance(SYNC_MS)
        await entries.sync()
        most = Math.max(most, await size())
      }
    }
    await entries.stop()
    expect(directory.size).toBe(VEHICLES)
    expect(most).toBeLessThanOrEqual(STORE_BYTES)
  })
})
