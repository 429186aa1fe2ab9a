import { expect, test } from 'vitest'
import { finishInTasks } from '@/lib/browser/time-slicing'
import type { ListChanges } from '@/lib/contract/recording-frames'
import { liveMeta, vehicle } from '@/lib/testing/vehicles'
import { ReachedList } from './reached-list'
import { RecordedView } from './recorded-view'

function moved(atDeltas: number[]): ListChanges {
  return {
    ...{ epoch: 'e', writtenAt: 1, meta: liveMeta(), departures: [], ids: ['a'], removed: [], added: [] },
    moved: { atDeltas, scale: 1, latDeltas: atDeltas, lngDeltas: atDeltas },
    ...{ since: { atDeltas: [], timeDeltas: [], begun: [] }, fields: [] },
  }
}

test('nothing is shown, and nothing goes on, from a list that was changed in part', async () => {
  const view = new RecordedView()
  const data = { epoch: 'e', part: 0, parts: 1, vehicles: [vehicle('a')], meta: liveMeta() }
  await finishInTasks(view.area.apply({ name: 'snapshot', id: null, data, arrivedAtMs: 0 }))
  const list = new ReachedList()
  await list.apply({ kind: 'list', atMs: 0, view })
  const apply = (atDeltas: number[]) => list.apply({ kind: 'changes', atMs: 1, changes: moved(atDeltas) })
  await expect(apply([0, 7])).rejects.toThrow('vehicle 7')
  expect(list.view).toBeNull()
  await expect(apply([0])).rejects.toThrow('without a list')
})
