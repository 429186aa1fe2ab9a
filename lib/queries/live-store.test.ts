import { expect, test } from 'vitest'
import { LiveStore, type LiveWishes } from './live-store'
import { createClock, createLiveServer, createTab, HERE, snapshot, vehicle } from './test-live'

function openStore(wishes: Partial<LiveWishes> = {}) {
  const [clock, server, tab] = [createClock(), createLiveServer(), createTab()]
  const store = new LiveStore(
    HERE,
    { ...clock, ...tab, fetch: server.fetch as typeof fetch, random: () => 0 },
    () => {},
  )
  store.wish({ everySeconds: 5, paused: false, ...wishes })
  let published = 0
  const subscribe = () => store.subscribe(() => void published++)
  const unsubscribe = subscribe()
  return {
    clock,
    server,
    tab,
    store,
    subscribe,
    unsubscribe,
    published: () => published,
    state: () => store.getState(),
    ids: () =>
      store
        .getState()
        .area?.records.map(({ id }) => id)
        .sort(),
    /** Sends events and lets the page show them. */
    async tell(...events: string[]) {
      await server.last.send(events.join(''))
      await clock.advance(300)
    },
  }
}

test('an area is asked for as it is, and shown when its snapshot is whole', async () => {
  const { clock, server, state, ids, tell } = openStore({ everySeconds: 10 })
  expect(state()).toMatchObject({ area: null, connection: 'connecting', error: null })
  await clock.advance(20)
  expect(state().connection).toBe('live')
  expect(Object.fromEntries(server.last.url.searchParams)).toEqual({
    position: '51.5,-0.12',
    radius: '1000',
    every: '10',
  })
  expect(server.last.lastEventId).toBeNull()
  await tell(snapshot('e.1', [vehicle('a')], { part: 0, parts: 2 }))
  expect(state().area).toBeNull()
  await tell(snapshot('e.1', [vehicle('b')], { part: 1, parts: 2, ageMs: 700, about: 2 }))
  expect(ids()).toEqual(['a', 'b'])
  expect(state().area?.meta.about).toBe(2)
  expect(state().area?.fetchedAtMs).toBe(Date.parse('2026-11-21T09:00:00.000Z'))
  expect(clock.now() - (state().area?.receivedAtMs ?? 0)).toBe(1000)
})
