import type { Context } from '@/lib/app/context'
import type { StatusReadings } from '@/lib/fleet/status-readings/status-readings'
import { createClassOf } from '@/lib/format/status/status-reading'

/** Time after which another administrator's change counts here. */
const KNOWN_MS = 10_000

export type StatusClasses = ReturnType<typeof createStatusClasses>

/** Meanings of statuses on the server: by the settings, then by what administrators say. */
export function createStatusClasses(
  { settings, clock }: Context,
  openReadings: () => Promise<StatusReadings>,
) {
  const words = {
    free: settings.STATUS_FREE,
    busy: settings.STATUS_BUSY,
    off: settings.STATUS_OFF,
  }
  let classOf = createClassOf(words, [])
  let readAtMs = Number.NEGATIVE_INFINITY
  return {
    /** As of the last refresh. */
    classOf: (status: string | null) => classOf(status),
    /** @throws the store's error; the meanings stay as they were */
    async refresh(): Promise<void> {
      if (clock.monotonicNow() - readAtMs < KNOWN_MS) return
      const readings = await openReadings()
      classOf = createClassOf(words, await readings.list())
      readAtMs = clock.monotonicNow()
    },
  }
}
