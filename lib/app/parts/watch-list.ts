import { createMemoryStore } from '@/lib/fleet/watch-list/memory-store'
import { createSqlStore } from '@/lib/fleet/watch-list/sql-store'
import { createWatchList, type WatchList } from '@/lib/fleet/watch-list/watch-list'
import type { WatchStore } from '@/lib/fleet/watch-list/watch-store'
import { createEncryption } from '@/lib/store/encryption'
import { processInstance } from './instance'
import { processLog } from './observability'
import { processSettings } from './settings'
import { processStore } from './store'

/** The process's watch list; nothing is read for it before `startWatchList`. */
export const processWatchList = processInstance('watch-list', open).get

async function open(): Promise<WatchList> {
  return createWatchList({
    store: processInstance('watch-list-store', openStore).get,
    log: (message) => processLog()('warn', { event: 'watch-list', message }),
  })
}

/** Vehicles of demo data are of this process only. */
async function openStore(): Promise<WatchStore> {
  const { upstream } = processSettings()
  if (upstream.kind === 'reference') return createMemoryStore()
  const encryption = createEncryption(upstream.apiKey.reveal(), `watch list ${upstream.baseUrl}`)
  return createSqlStore((await processStore()).db, encryption)
}
