import { causeOf, type Webhooks } from './webhooks'

const REFRESH_MS = 10_000
const PURGE_MS = 60 * 60_000
const DAY_MS = 86_400_000

/**
 * Reads the tokens in use again, of which another node may have made or revoked some, and deletes old deliveries.
 * @returns stops both
 */
export async function startUpkeep(
  { tokens, inbox }: Pick<Webhooks, 'tokens' | 'inbox'>,
  { retentionDays, log }: { readonly retentionDays: number; readonly log: (message: string) => void },
): Promise<() => void> {
  const refresh = attempt('addresses', tokens.refresh, log)
  const purge = attempt('retention', () => inbox.purge(Date.now() - retentionDays * DAY_MS), log)
  await refresh()
  void purge()
  const timers = [setInterval(refresh, REFRESH_MS).unref(), setInterval(purge, PURGE_MS).unref()]
  return () => timers.forEach(clearInterval)
}

/** Work of a timer: its failure is logged when it begins and when it ends. */
function attempt(name: string, work: () => Promise<void>, log: (message: string) => void) {
  let isFailing = false
  return async () => {
    try {
      await work()
      if (isFailing) log(`${name}: works again`)
      isFailing = false
    } catch (error) {
      if (!isFailing) log(`${name}: ${causeOf(error)}`)
      isFailing = true
    }
  }
}
