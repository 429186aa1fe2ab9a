import { expect, test } from 'vitest'
import { createContext, realWorld } from '@/lib/app/context'
import { readSettings } from '@/lib/app/settings/read-settings'
import { createEncryption } from '@/lib/store/encryption'
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
      expect(see(after, 60_000, null)).toEqual(
        ids.map(() => ({ atMs: atMs + 5000, isBeginning: true })),
      )
      expect(see(after, 65_000, 'available')).toEqual(
        ids.map(() => ({ atMs: atMs + 65_000, isBeginning: true })),
      )
    },
    SLOW_MS,
  )
})

test('what another node stores counts as soon as it is read', async () => {
  type Entries = Parameters<Parameters<typeof openStatusTimes>[0]>[0]
  const written: Parameters<Entries['onStored']>[0][number][] = []
  let read: Entries['onStored'] = () => undefined
  const put = (...entry: (typeof written)[number]) => void written.push(entry)
  const one = openStatusTimes(() => ({ put, sync: async () => undefined }))
  const other = openStatusTimes(({ onStored }) => {
    read = onStored
    return { put: () => undefined, sync: async () => undefined }
  })
  await Promise.resolve()
  const see = (times: ReturnType<typeof openStatusTimes>, atMs: number) =>
    times.observe({ id: 'v-7', status: 'busy', mtime: null }, atMs)
  const nowMs = Date.now()
  see(one, nowMs - 20_000)
  see(other, nowMs - 10_000)
  read(written)
  expect(see(other, nowMs)).toEqual({ atMs: nowMs - 20_000, isBeginning: false })
})
