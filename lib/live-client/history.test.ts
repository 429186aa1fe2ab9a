import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LiveDelta } from '@/lib/contract/live'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { createTestClock } from '@/lib/testing/clock'
import {
  createLiveServer,
  createTab,
  delta,
  HERE,
  listed,
  type Reader,
  snapshot,
} from '@/lib/testing/live-client'
import { vehicle } from '@/lib/testing/vehicles'
import { AreaStore } from './area-store'

const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const sweep = fc.uniqueArray(fc.tuple(ids, fc.constantFrom('available', 'busy', 'ü')), {
  selector: ([id]) => id,
})
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('sweep' as const), sweep }) },
  {
    weight: 2,
    arbitrary: fc.record({
      // `mid`: the bytes end within an event. `epoch`: the server restarts without its state.
      kind: fc.constantFrom(
        'cut' as const,
        'mid' as const,
        'epoch' as const,
        'forget' as const,
        'away' as const,
      ),
      sweep,
    }),
  },
)

/** The server's state of an area, and its answers to clients. */
function createArea() {
  let [epoch, sequence] = [1, 1]
  let list: readonly VehicleSearchObject[] = []
  let deltas: { readonly id: string; readonly text: string }[] = []
  const id = () => `e${epoch}.${sequence}`
  return {
    list: () => list,
    restart() {
      epoch += 1
      sequence = 1
      deltas = []
    },
    forgetDeltas() {
      deltas = []
      sequence += 1
    },
    sweep(now: readonly VehicleSearchObject[]): string {
      const known = new Map(list.map((record) => [record.id, record.status]))
      const changes: Partial<LiveDelta> = {
        upserts: now.flatMap((record) => {
          if (!known.has(record.id)) return [record]
          return known.get(record.id) === record.status ? [] : [{ id: record.id, status: record.status }]
        }),
        removed: list.filter((record) => !now.some((one) => one.id === record.id)).map((record) => record.id),
      }
      list = now
      sequence += 1
      const text = delta(id(), changes)
      deltas.push({ id: id(), text })
      return text
    },
    welcome(lastEventId: string | null): string {
      const from = deltas.findIndex((one) => one.id === lastEventId)
      if (lastEventId === id()) return ''
      if (from >= 0)
        return deltas
          .slice(from + 1)
          .map(({ text }) => text)
          .join('')
      const parts = Math.max(1, Math.ceil(list.length / 2))
      return Array.from({ length: parts }, (_, part) =>
        snapshot(id(), list.slice(part * 2, part * 2 + 2), { part, parts }),
      ).join('')
    },
  }
}

test('any sequence of sweeps, interruptions, restarts and hidden tabs ends with the list of the last sweep', async () => {
  const history = fc.array(step, { maxLength: 10 })
  const pieces = fc.array(fc.nat(300), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(history, pieces, async (steps, cuts) => {
      const [clock, server, tab, area] = [createTestClock(), createLiveServer(), createTab(), createArea()]
      const platform = { ...clock, ...tab, fetch: server.fetch as typeof fetch, random: () => 0.5 }
      const store = new AreaStore(HERE, platform, () => {})
      const leave = store.subscribe(() => {})
      const welcomed = new Set<Reader>()
      const send = async (text: string) => {
        const bytes = new TextEncoder().encode(text)
        const at = [...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length]
        for (const [index, end] of at.entries()) {
          const piece = bytes.slice(at[index - 1] ?? 0, end)
          if (piece.length > 0) await server.last.send(piece)
        }
      }
      const connect = async () => {
        await clock.advance(3000)
        if (welcomed.has(server.last)) return
        welcomed.add(server.last)
        await send(area.welcome(server.last.lastEventId))
      }
      await connect()
      for (const { kind, sweep } of steps) {
        const now = sweep.map(([id, status]) => vehicle(id, { status }))
        if (kind === 'epoch') area.restart()
        if (kind === 'forget') area.forgetDeltas()
        if (kind === 'away') {
          tab.hide(true)
          await clock.advance(2500)
        }
        const text = area.sweep(now)
        if (kind === 'sweep') await send(text)
        if (kind === 'mid') await send(text.slice(0, text.length / 2))
        if (kind === 'away') tab.hide(false)
        else if (kind !== 'sweep') server.last.cut()
        await connect()
        await clock.advance(20)
        const shown = listed(store.getState().area)
        expect(new Map(shown.map(({ id, status }) => [id, status]))).toEqual(
          new Map(area.list().map(({ id, status }) => [id, status])),
        )
        expect(store.getState()).toMatchObject({ connection: 'live', error: null })
      }
      leave()
      await clock.advance(1)
      expect(clock.waiting).toBe(0)
    }),
    { numRuns: 60 },
  )
})
