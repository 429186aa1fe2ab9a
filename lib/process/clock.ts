import { createSystemClock } from '@/lib/live/clock'

// On globalThis: the server's own code and Next's bundles hold copies of this module.
const shared = globalThis as typeof globalThis & { kerbsideIsAccepting?: boolean }

/** Says that connections wait to be accepted, one a turn of the event loop: work that can wait makes no turn longer. */
export function setAccepting(isAccepting: boolean): void {
  shared.kerbsideIsAccepting = isAccepting
}

/** One for the process, since all that yield share the turns of the event loop. */
export const processClock = createSystemClock(() => !shared.kerbsideIsAccepting)
