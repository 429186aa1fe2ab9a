import type { Context } from '@/lib/app/context'
import { createDirectory, type Directory } from '@/lib/fleet/directory/directory'
import {
  createEncryptedEntries,
  type EncryptedEntries,
  type EntriesOptions,
} from '@/lib/fleet/directory/encrypted-entries'
import {
  decodeFacts,
  encodeFacts,
  readAtMsOf,
  STORED_KIND,
  type StoredFacts,
} from '@/lib/fleet/directory/facts'
import type { DirectoryReader } from '@/lib/fleet/directory/reading/reader'
import type { WatchList } from '@/lib/fleet/watch-list/watch-list'
import type { Encryption } from '@/lib/store/encryption'
import type { Store } from '@/lib/store/store'
import type { Upstream } from '@/lib/upstream/compose'

const STEP_MS = 5_000
const PURGE_MS = 60 * 60_000
const FORGET_MS = 15 * 60_000
const OWNER = { owner: 'watch-list' } as const

export type OpenEntries = <T>(options: EntriesOptions<T>) => EncryptedEntries<T> | null

/**
 * Entries by vehicle id in the store, which begin to read and to write at
 * once; none without encryption.
 */
export function storedEntries(
  { clock, warn, beforeStop }: Context,
  store: () => Promise<Store>,
  encryption: Encryption | null,
): OpenEntries {
  return (options) => {
    if (!encryption) return null
    const entries = createEncryptedEntries({
      ...options,
      store,
      encryption,
      clock,
      log: warn('directory'),
    })
    beforeStop(entries.stop)
    void entries.start()
    return entries
  }
}

/** Call signs by vehicle id, out of every record that is read. */
export function openDirectory({ every }: Context, openEntries: OpenEntries): Directory {
  const directory = createDirectory(undefined, (id, facts) => {
    if (facts.readAtMs > 0) stored?.put(id, encodeFacts(facts))
  })
  const stored = openEntries<StoredFacts>({
    kind: STORED_KIND,
    *all() {
      for (const [id, facts] of directory.all()) {
        if (facts.readAtMs > 0) yield [id, encodeFacts(facts)]
      }
    },
    sinceMs: readAtMsOf,
    onStored: (entries) => {
      for (const [id, facts] of entries) directory.adopt(id, decodeFacts(facts))
    },
  })
  every(FORGET_MS, directory.forgetOld)
  return directory
}

/** Reads the vehicles of the watch list from now on; every node takes in its other readings. */
export function startWatchList(
  { every, beforeStop }: Context,
  watchList: WatchList,
  { background, breakerState }: Upstream,
  reader: () => DirectoryReader | null,
): WatchList {
  watchList.readFrom({
    canRead: () => breakerState() === 'closed',
    requestRecord: (id, request) => reader()?.request(id, request),
    readStatus: (id) => background.getVehicleStatus(id, OWNER),
  })
  void watchList.step()
  const ends = [
    every(STEP_MS, () => void watchList.step()),
    every(PURGE_MS, () => void watchList.purge()),
  ]
  beforeStop(async () => {
    for (const end of ends) end()
    await watchList.stop()
  })
  return watchList
}
