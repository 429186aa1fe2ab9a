import { BulkheadRejectedError, bulkhead } from 'cockatiel'
import type { Call } from '@/lib/upstream/endpoints'
import { UpstreamError } from '@/lib/upstream/upstream-error'

const AT_A_TIME = 16
const QUEUE = 64
const LONGEST_WAIT_MS = 2_000

/**
 * Keeps a slow service from holding everything: so many calls at a time, so many wait, and none for long.
 * @returns a function that runs a call's work when there is room
 */
export function createBulkhead() {
  const policy = bulkhead(AT_A_TIME, QUEUE)
  return async <T>(call: Call, work: () => Promise<T>): Promise<T> => {
    const full = () =>
      new UpstreamError(
        'busy',
        `GET ${call.endpoint}: ${AT_A_TIME} calls under way and no room within ${LONGEST_WAIT_MS} ms`,
      )
    let waits = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const tooLong = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(full()), LONGEST_WAIT_MS)
    })
    const begun = policy.execute(() => {
      clearTimeout(timer)
      // Its turn comes after its caller was told no: the place is for the next.
      if (!waits) throw full()
      return work()
    })
    try {
      return await Promise.race([begun, tooLong])
    } catch (error) {
      throw error instanceof BulkheadRejectedError ? full() : error
    } finally {
      waits = false
      clearTimeout(timer)
    }
  }
}
