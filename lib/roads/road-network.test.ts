import { expect, test } from 'vitest'
import { WorkerError, type WorkerErrorKind } from '@/lib/worker-thread/worker-error'
import type { WorkerThread } from '@/lib/worker-thread/worker-thread'
import { createRoadNetwork } from './road-network'
import type { RoadHandlers } from './worker'

/** Roads whose requests fail together, as when their thread ends. */
async function openFailing(kind: WorkerErrorKind) {
  const lines: string[] = []
  const thread: Pick<WorkerThread<RoadHandlers>, 'request'> = {
    request: async (name) => {
      if (name === 'load') return { version: 'v', fastestKmh: 60, roadCount: 1 } as never
      throw new WorkerError(kind, 'lib/roads/worker.ts ended with code 1')
    },
  }
  const network = createRoadNetwork({ ...thread, stop: async () => undefined }, (line) => lines.push(line))
  await network.load()
  const times = () => network.request('times', { to: [0, 0], from: Int32Array.of() }, {})
  return { network, lines, answers: await Promise.all([times(), times(), times()]) }
}

test('requests that waited behind one that ended the thread fail with one line in the log', async () => {
  const { network, lines, answers } = await openFailing('crashed')
  expect(answers).toEqual([null, null, null])
  expect([network.state, lines]).toEqual(['failed', ['lib/roads/worker.ts ended with code 1']])
})

test('a request that the end of the process cuts off is no fault', async () => {
  expect((await openFailing('stopped')).lines).toEqual([])
})
