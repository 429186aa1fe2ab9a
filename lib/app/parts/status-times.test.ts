import { expect, test } from 'vitest'
import { createContext, realWorld } from '@/lib/app/context'
import { readSettings } from '@/lib/app/settings/read-settings'
import { createEncryptedEntries, type EncryptedEntries } from '@/lib/fleet/directory/encrypted-entries'
import type { StoredStatus } from '@/lib/fleet/status-times/status-times'
import { createEncryption } from '@/lib/store/encryption'
import { createTestClock } from '@/lib/testing/clock'
import { describeOnEach, SLOW_MS } from '@/lib/testing/stores'
import { storedEntries } from './fleet'
import { openStatusTimes } from './live'

describeOnEach('times in status over a restart', (store) => {
  function start() {
    const context = createContext(readSettings({}, '/project'), realWorld())
    const encryption = createEncryption('key', 'https://service.example')
    const times = openStatusTimes(storedEntries(context, async () => store(), encryption))
    return { times, stop: context.runStops }
  }

  test(
    'survive it, whatever an id holds',
    async () => {
      const ids = [' v 1 ', '🚕', '%00', '\0node', '__proto__', 'x'.repeat(128)]
      const atMs = Date.now() - 60_000
      const see = (times: ReturnType<typeof openStatusTimes>, ms: number, status: string | null) =>
        ids.map((id) => times.observe({ id, status, mtime: null }, atMs + ms))
      const { times: before, stop: stopBefore } = start()
      see(before, 0, 'available')
      see(before, 5000, null)
      see(before, 55_000, null)
      await stopBefore()

      const { times: after, stop } = start()
      // Stored times have been read when it can stop.
      await stop()
      expect(after.size).toBe(ids.length)
      expect(see(after, 60_000, null)).toEqual(ids.map(() => ({ atMs: atMs + 5000, isBeginning: true })))
      expect(see(after, 65_000, 'available')).toEqual(
        ids.map(() => ({ atMs: atMs + 65_000, isBeginning: true })),
      )
    },
    SLOW_MS,
  )
})

describeOnEach('times in status of nodes that share a store', (store) => {
  const clock = createTestClock()

  function start() {
    let entries: EncryptedEntries<StoredStatus> | null = null
    const times = openStatusTimes((options) => {
      entries = createEncryptedEntries({
        ...options,
        store: async () => store(),
        encryption: createEncryption('key', 'https://service.example'),
        clock,
        log: (line) => expect(line).toBe(''),
      })
      return entries
    })
    return { times, sync: () => entries!.sync() }
  }

  test(
    'nodes with overlapping areas agree, and so does one that starts later',
    async () => {
      const ids = Array.from({ length: 300 }, (_, n) => `v-${n}`)
      const statuses = new Map(ids.map((id) => [id, 'available']))
      const sweep = ({ times }: ReturnType<typeof start>) =>
        ids.map((id) => times.observe({ id, status: statuses.get(id)!, mtime: null }, clock.now()))
      const [one, other] = [start(), start()]
      // Ten minutes, in which the batches of the store are replaced more than once.
      for (let round = 0; round < 40; round++) {
        ids.forEach((id, n) => {
          if ((n * 31 + round * 17) % 40 === 0) statuses.set(id, `status ${round}`)
        })
        sweep(one)
        await clock.advance(7000)
        sweep(other)
        await clock.advance(8000)
        await one.sync()
        await other.sync()
      }
      const late = start()
      await late.sync()
      for (const { sync } of [one, other]) await sync()
      await clock.advance(5000)
      const times = sweep(one)
      expect(sweep(other)).toEqual(times)
      expect(sweep(late)).toEqual(times)
      // The change of the last round was seen by the first node.
      const changed = ids.findIndex((id) => statuses.get(id) === 'status 39')
      expect(times[changed]).toEqual({ atMs: clock.now() - 20_000, isBeginning: true })
      const { rows } = await store().query('select count(*) as batches from vehicle_segments', [])
      expect(Number(rows[0]?.batches)).toBeLessThan(64)
    },
    SLOW_MS,
  )
})
