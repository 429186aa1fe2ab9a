import { expect, test } from 'vitest'
import { finishInTasks } from '@/lib/browser/time-slicing'
import type { ListDifference } from '@/lib/contract/recording-frames'
import { listed } from '@/lib/testing/live-client'
import { liveMeta, vehicle } from '@/lib/testing/vehicles'
import { RecordedView } from './recorded-view'

const NOTHING = { removed: [], added: [], fields: [], order: null }
const MOVED = { atDeltas: [2], scale: 1, latDeltas: [7], lngDeltas: [8] }
const SINCE = { atDeltas: [], timeDeltas: [], begun: [] }

test('several lists begin with the one that is held, which stays as it is', async () => {
  const first = new RecordedView()
  const vehicles = ['a', 'b', 'c'].map((id) => vehicle(id))
  const data = { epoch: 'e', part: 0, parts: 1, vehicles, meta: liveMeta() }
  await finishInTasks(first.applyPart({ name: 'snapshot', id: null, data, arrivedAtMs: 0 }))
  const held = first.held('1')
  const idsAfter = async (changes: Partial<ListDifference>) => {
    const view = new RecordedView()
    const common = { base: '1', place: '2', epoch: 'e', writtenAt: 0, meta: liveMeta() }
    await finishInTasks(view.begin(held, { ...common, ...NOTHING, moved: MOVED, since: SINCE, ...changes }))
    const moved = listed(view.area.toArea()).filter(({ position }) => position?.lat === 7)
    expect(moved.map(({ id }) => id)).toEqual(['c'])
    return view.held('2').slots.map((slot) => view.area.idOf(slot))
  }
  expect(await idsAfter({ removed: [0, 1] })).toEqual(['c'])
  // A vehicle that lost a field is removed, and added again.
  expect(await idsAfter({ removed: [1], added: [vehicle('b'), vehicle('d')] })).toEqual(['a', 'c', 'b', 'd'])
  expect(await idsAfter({ order: [2, 0, 1] })).toEqual(['c', 'a', 'b'])
  expect(listed(first.area.toArea())).toEqual(vehicles)
  expect(held.slots).toEqual([0, 1, 2])
})
