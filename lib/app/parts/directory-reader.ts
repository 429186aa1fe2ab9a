import { systemClock } from '@/lib/app/clock'
import type { WatchedVehicle } from '@/lib/fleet/directory/reading/plan'
import { createDirectoryReader, type DirectoryReader } from '@/lib/fleet/directory/reading/reader'
import { createRedisPeers } from '@/lib/fleet/directory/reading/redis-peers'
import { createEncryption } from '@/lib/store/encryption'
import { processDirectory } from './directory'
import { processLog, processMetrics } from './observability'
import { processSettings } from './settings'
import { beforeStop } from './stop'
import { processRedis } from './store'
import { upstream } from './upstream'

// On globalThis: the server's own code and Next's bundles hold copies of this module.
const shared = globalThis as typeof globalThis & { kerbsideDirectoryReader?: DirectoryReader }

/** Raise with every change of the data that nodes share. */
const PROTOCOL_VERSION = 1

const log = (message: string) => processLog()('warn', { event: 'directory', message })

/** Reads the call signs of watched vehicles from now on; called once, by the live areas. */
export async function startDirectoryReader(watched: () => Iterable<WatchedVehicle>): Promise<void> {
  const [{ background, nodeSecret, state }, directory] = await Promise.all([upstream(), processDirectory()])
  const { callsPerSecond } = processSettings().directory
  // A node that reads nothing must not hold the lease.
  const redis = nodeSecret && callsPerSecond > 0 ? await processRedis() : null
  const metrics = processMetrics()
  const reader = createDirectoryReader({
    client: background,
    directory,
    watched,
    callsPerSecond,
    clock: systemClock,
    peers:
      redis && nodeSecret
        ? createRedisPeers({
            redis,
            encryption: createEncryption(
              nodeSecret.reveal(),
              `directory ${PROTOCOL_VERSION} ${state().upstream.baseUrl}`,
            ),
            directory,
            log,
          })
        : null,
    onRead: metrics.readRecord,
    log,
  })
  metrics.watch({
    directoryEntries: () => directory.size,
    directoryUnread: () => reader.unread,
    directoryCallsPerSecond: () => reader.callsPerSecond,
  })
  shared.kerbsideDirectoryReader = reader
  beforeStop(reader.stop)
  reader.start()
}

/** The reader; null until a live area was opened. */
export function processDirectoryReader(): DirectoryReader | null {
  return shared.kerbsideDirectoryReader ?? null
}
