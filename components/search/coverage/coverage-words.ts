import type { LiveMeta } from '@/lib/api/contract/live'
import { counted, formatCount } from '@/lib/format/number'
import { formatAge } from '@/lib/format/time/age'
import { isProvisional } from '@/lib/live/client/live-area'

// Ignores delays of up to half an interval.
const SLOWER_THAN_REQUESTED = 1.5

// Estimates are approximate (§4.1) and vehicles come and go between pages: report
// only clearly larger ones.
const MORE = { share: 1.1, vehicles: 5 }

/**
 * "340 vehicles", or "340 loaded of about 1,200": the number, the words after it, and of how many.
 * @param unconfirmed vehicles that the newest lists lack
 */
export function coverageInWords(
  meta: LiveMeta,
  unconfirmed = 0,
): readonly [count: string, rest: string, of: string] {
  const { loaded, unseen, about, incomplete, dropped } = meta
  const count = formatCount(
    incomplete === null || incomplete === 'failed' ? loaded : loaded - unseen,
  )
  const ofAbout = about === null ? '' : ` of about ${formatCount(about)}`
  if (incomplete === 'failed') return [count, ' vehicles, last refresh failed', '']
  if (incomplete !== null)
    return [count, about === null ? ' loaded, total unknown' : ' loaded', ofAbout]
  const vehicles = loaded === 1 ? ' vehicle' : ' vehicles'
  if (dropped > 0) return [count, `${vehicles}${leftOut(meta)}`, '']
  if (unconfirmed > 0) return [count, `${vehicles}, ${formatCount(unconfirmed)} not confirmed`, '']
  if (!isAllRead(meta)) return [count, `${vehicles}, some could not be read`, '']
  return [count, vehicles, isFarBelowEstimate(meta) ? ofAbout : '']
}

/**
 * The number of vehicles for one line: "149", "12 of 149" with filters, "200
 * of about 1,500" for a part.
 */
export function areaCount(meta: LiveMeta, shown: number, loaded: number) {
  const without = leftOut(meta)
  if (shown < loaded) {
    const rest = ` of ${formatCount(loaded)}${without}`
    return { shown: formatCount(shown), rest, isVisible: true }
  }
  const [count, rest, of] = coverageInWords(meta)
  if (without !== '') return { shown: count, rest: `${of}${without}`, isVisible: true }
  return { shown: count, rest: of || rest, isVisible: of !== '' }
}

/** ", 3 left out": rows without a readable id. */
function leftOut({ dropped }: LiveMeta): string {
  return dropped > 0 ? `, ${formatCount(dropped)} left out` : ''
}

export function isWholeArea(meta: LiveMeta): boolean {
  return isAllRead(meta) && !isFarBelowEstimate(meta)
}

/** Whether the last page was reached, and every row could be read. */
function isAllRead({ incomplete, isSettled, unseen, dropped }: LiveMeta): boolean {
  const unread = isSettled === false ? dropped : unseen + dropped
  return incomplete === null && unread === 0
}

/** Whether the last page was reached although the service estimates clearly more. */
function isFarBelowEstimate({ loaded, dropped, about, incomplete }: LiveMeta): boolean {
  // The service counts the rows that are left out.
  const read = loaded + dropped
  return incomplete === null && about !== null && about > read * MORE.share + MORE.vehicles
}

export function gapsIn(meta: LiveMeta): string[] {
  const { loaded, unseen, about, incomplete } = meta
  const remarks: string[] = []
  if (incomplete === 'cap')
    remarks.push(
      `Only the first ${formatCount(loaded - unseen)}${about === null ? '' : ` of about ${formatCount(about)}`} are loaded. Search a smaller radius or a single type.`,
    )
  if (incomplete === 'cursor-repeated')
    remarks.push('The service sent the same page twice; the list may be incomplete.')
  if (incomplete === 'cursor-unreadable')
    remarks.push('The service’s list broke off and may be incomplete.')
  if (!isProvisional(meta) && isFarBelowEstimate(meta))
    remarks.push('The service ended the list early; some vehicles may be missing.')
  return remarks
}

/** Sentences on data that is not fresh, not readable or slow: for the integrator. */
export function remarksOn(meta: LiveMeta, everySeconds: number): string[] {
  const { unseen, incomplete, isSettled, failure, dropped, unreadable, intervalMs } = meta
  const { inOtherForms = 0 } = meta
  const remarks: string[] = []
  if (incomplete === null && isSettled === false)
    remarks.push(
      'The list changed while it was loading. Some vehicles may be missing until the next refresh; known ones are kept.',
    )
  else if (unseen > 0)
    remarks.push(
      `${counted(unseen, 'vehicle')} could not be refreshed; last known values are shown.`,
    )
  if (dropped > 0) remarks.push(`${counted(dropped, 'vehicle')} left out: without a readable id.`)
  if (unreadable > 0) remarks.push(`${counted(unreadable, 'vehicle')} with an unreadable value.`)
  if (inOtherForms > 0)
    remarks.push(
      `${counted(inOtherForms, 'vehicle')} with a value in an unusual format, such as a number sent as text.`,
    )
  if (failure === null && intervalMs > everySeconds * 1000 * SLOWER_THAN_REQUESTED)
    remarks.push(
      `Refreshed every ${formatAge(intervalMs)}: the service is slow, asked us to slow down, or has a limit set.`,
    )
  return remarks
}
