import type { WatchList } from '@/lib/fleet/watch-list/watch-list'
import { processDirectoryReader } from './directory-reader'
import { processInstance } from './instance'
import { beforeStop } from './stop'
import { upstream } from './upstream'
import { processWatchList } from './watch-list'

const STEP_MS = 5_000
const PURGE_MS = 60 * 60_000
const OWNER = { owner: 'watch-list' } as const

/** The watch list, whose vehicles are read from its first use on; every node takes in its other readings. */
export const startWatchList = processInstance('watch-list-reading', start).get

async function start(): Promise<WatchList> {
  const [watchList, { background, breakerState }] = await Promise.all([processWatchList(), upstream()])
  watchList.readFrom({
    canRead: () => breakerState() === 'closed',
    requestRecord: (id, request) => processDirectoryReader()?.request(id, { ...request, urgent: true }),
    readStatus: (id) => background.getVehicleStatus(id, OWNER),
  })
  void watchList.step()
  const step = setInterval(() => void watchList.step(), STEP_MS).unref()
  const purge = setInterval(() => void watchList.purge(), PURGE_MS).unref()
  beforeStop(async () => {
    clearInterval(step)
    clearInterval(purge)
    await watchList.stop()
  })
  return watchList
}
