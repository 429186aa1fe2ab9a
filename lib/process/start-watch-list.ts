import 'server-only'
import { UpstreamError } from '@/lib/upstream/upstream-error'
import type { WatchList } from '@/lib/watch-list/watch-list'
import { processInstance } from './instance'
import { upstream } from './upstream'
import { processWatchList } from './watch-list'

const STEP_MS = 5_000
const PURGE_MS = 60 * 60_000
const OWNER = { owner: 'watch-list' } as const

/** The watch list, whose vehicles are read from its first use on. */
export const startWatchList = processInstance('watch-list-reading', start).get

async function start(): Promise<WatchList> {
  const [watchList, { shared, breakerState }] = await Promise.all([processWatchList(), upstream()])
  watchList.readFrom({
    canRead: () => breakerState() === 'closed',
    requestRecord: (id) => void shared.getVehicle(id, OWNER).catch(() => undefined),
    readStatus: (id) =>
      shared.getVehicleStatus(id, OWNER).then(
        () => true,
        (error: unknown) => !(error instanceof UpstreamError && error.kind === 'not-found'),
      ),
  })
  void watchList.step()
  setInterval(() => void watchList.step(), STEP_MS).unref()
  setInterval(() => void watchList.purge(), PURGE_MS).unref()
  return watchList
}
