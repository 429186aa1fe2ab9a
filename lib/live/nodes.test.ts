import { expect, test } from 'vitest'

import { shareSweeps } from './shared-relay'
import {
  AREA,
  createTestService,
  failing,
  liveOver,
  opening,
  pagesOf,
  type TestService,
  vehicle,
} from './test-area'
import { browse } from './test-browser'
import { createTestClock, type TestClock } from './test-clock'
import { createTestHub, openSeal } from './test-exchange'

let epochs = 0

/** So many nodes before one service, each with readers of its own. */
function nodesOver(service: TestService, clock: TestClock, names: readonly string[]) {
  const hub = createTestHub(clock)
  const start = (name: string) =>
    liveOver(service, clock, {
      newEpoch: () => `${name}${++epochs}`,
      relay: shareSweeps(hub.connect(name), openSeal),
    })
  return { hub, nodes: names.map(start), start }
}

function moving(clock: TestClock, count: number) {
  return createTestService(clock, (search) => {
    const position = { lat: 51 + (clock.now() % 1e9) / 1e11, lng: 0 }
    return pagesOf(
      Array.from({ length: count }, (_, index) => vehicle(`v-${index}`, { position })),
      search,
    )
  })
}

test('three nodes ask the service as often as one, and all readers see the same', async () => {
  const clock = createTestClock()
  const service = moving(clock, 20)
  const { nodes } = nodesOver(service, clock, ['a', 'b', 'c'])
  const browsers = nodes.map((live) => browse(live.open(opening())))
  await clock.advance(30_500)
  expect(service.searches).toHaveLength(7)
  for (const browser of browsers) {
    expect(browser.deltas.length).toBeGreaterThanOrEqual(6)
    expect(browser.list).toEqual(browsers[0]?.list)
    expect(browser.lastEventId).toBe(browsers[0]?.lastEventId)
    expect(browser.names.filter((name) => name === 'snapshot')).toHaveLength(1)
  }
  expect(nodes.map(({ swept }) => swept)).toEqual([1, 0, 0])
})
