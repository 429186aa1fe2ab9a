import { expect, test } from 'vitest'
import { createEncryption } from '@/lib/encryption/encryption'
import type { Inspected, Vehicle } from '@/lib/interface/resources'
import { createTestClock } from '@/lib/testing/clock'
import { directoryRecord } from '@/lib/testing/directory-records'
import { describeOnEach, SLOW_MS } from '@/lib/testing/stores'
import { createDirectory, KEPT_MS } from './directory'
import { createEncryptedEntries, SYNC_MS } from './encrypted-entries'
import { decodeFacts, encodeFacts, STORED_KIND, type StoredFacts } from './stored-facts'

const VEHICLES = 20_000
const STORE_BYTES = 5_000_000
/** Read in one interval of writing. */
const PER_SYNC = 400

const records = Array.from({ length: VEHICLES }, (_, n) => directoryRecord(n))

/** The same vehicle on another booking. */
function changed({ record, ...rest }: Inspected<Vehicle>, round: number): Inspected<Vehicle> {
  const booking = record.active_booking_id
  return { ...rest, record: { ...record, active_booking_id: booking && `${round}${booking.slice(1)}` } }
}

describeOnEach('the directory of 20,000 vehicles', (store) => {
  test('takes at most 5 MB of the store, however often it is read', { timeout: SLOW_MS }, async () => {
    const clock = createTestClock()
    const directory = createDirectory(clock.now)
    const entries = createEncryptedEntries<StoredFacts>({
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
        directory.learn({ record: changed(records[n]!, round), readAtMs: clock.now() })
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
