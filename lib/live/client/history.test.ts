import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Changes, LiveVehicle } from '@/lib/api/contract/live'
import { createTestClock } from '@/lib/testing/clock'
import {
  createLiveServer,
  createTab,
  HERE,
  listed,
  type Reader,
  textOf,
} from '@/lib/testing/live/live-client'
import { createSender } from '@/lib/testing/live/sender'
import { liveMeta, vehicle } from '@/lib/testing/vehicles'
import { AreaStore } from './area-store'
import { PageStream } from './page-stream'

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
  let epoch = 1
  let sequence = 1
  let list: readonly LiveVehicle[] = []
  let log: Changes[] = []
  let sender = createSender()
  const version = () => `e${epoch}.${sequence}`
  return {
    list: () => list,
    restart() {
      epoch += 1
      sequence = 1
      log = []
      sender = createSender()
      sender.snapshot(version(), list)
    },
    forgetChanges() {
      log = []
    },
    sweep(now: readonly LiveVehicle[]): string {
      list = now
      sequence += 1
      log.push(sender.changes(version(), { list: now }))
      return textOf(log.at(-1) as Changes)
    },
    welcome(lastEventId: string | null): string {
      if (lastEventId === version()) return ''
      const from = log.findIndex(({ after }) => after === lastEventId)
      if (from >= 0 && lastEventId !== null) return textOf(...log.slice(from))
      return textOf(...sender.again(liveMeta(), 2))
    },
  }
}

test('any sequence of sweeps, interruptions, restarts and hidden tabs ends with the list of the last sweep', async () => {
  const history = fc.array(step, { maxLength: 10 })
  const pieces = fc.array(fc.nat(300), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(history, pieces, async (steps, cuts) => {
      const clock = createTestClock()
      const server = createLiveServer()
      const tab = createTab()
      const area = createArea()
      const platform = { ...clock, ...tab, fetch: server.fetch as typeof fetch, random: () => 0.5 }
      const store = new AreaStore(HERE, new PageStream(platform), () => {})
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
        if (kind === 'forget') area.forgetChanges()
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
