import { systemClock } from '@/lib/app/clock'
import {
  createEncryptedEntries,
  type EncryptedEntries,
  type EncryptedEntriesOptions,
} from '@/lib/fleet/directory/encrypted-entries'
import { createEncryption } from '@/lib/store/encryption'
import { processLog } from './observability'
import { processSettings } from './settings'
import { beforeStop } from './stop'
import { processStore } from './store'

export type ProcessEntriesOptions<T> = Pick<
  EncryptedEntriesOptions<T>,
  'kind' | 'all' | 'onStored' | 'keptMs'
>

/**
 * Entries by vehicle id in the process's store, encrypted with the service's key. Begins to read and to write at once.
 * @returns null with demo data, whose vehicles are of this process only: nothing is stored
 */
export function processEncryptedEntries<T>(options: ProcessEntriesOptions<T>): EncryptedEntries<T> | null {
  const { upstream } = processSettings()
  if (upstream.kind === 'reference') return null
  const entries = createEncryptedEntries<T>({
    ...options,
    store: processStore,
    encryption: createEncryption(upstream.apiKey.reveal(), upstream.baseUrl),
    clock: systemClock,
    log: (message) => processLog()('warn', { event: 'directory', message }),
  })
  beforeStop(entries.stop)
  void entries.start()
  return entries
}
