import type { LiveMeta } from '@/lib/contract/live'
import { formatAge } from '@/lib/format/age'
import { formatCount } from '@/lib/format/number'

// What the service asks for or needs, or the server's own shortest interval: not a second more for the way.
const SLOWER_THAN_WISHED = 1.5

// An estimate is approximate (§4.1), and vehicles come and go while pages are read: only clearly more is worth a word.
const MORE = { share: 1.1, vehicles: 5 }

/** "340 vehicles, all loaded": how many, and how much of all that is. */
export function coverageInWords(meta: LiveMeta): { readonly count: string; readonly of: string } {
  const { loaded, unseen, about, incomplete } = meta
  if (incomplete === 'failed') return { count: formatCount(loaded), of: ' vehicles, the last round failed' }
  if (incomplete !== null) {
    const of = about === null ? 'how many there are was not said' : `of about ${formatCount(about)}`
    return { count: formatCount(loaded - unseen), of: ` loaded${about === null ? ',' : ''} ${of}` }
  }
  const vehicles = loaded === 1 ? 'vehicle' : 'vehicles'
  if (!isAllRead(meta)) return { count: formatCount(loaded), of: ` ${vehicles}, not all could be read` }
  const all = isFarBelowEstimate(meta) ? `listed of about ${formatCount(about ?? 0)}` : 'all loaded'
  return { count: formatCount(loaded), of: ` ${vehicles}, ${all}` }
}

/** Whether nothing is missing, for all that is known: what is not shown is not there. */
export function isWholeArea(meta: LiveMeta): boolean {
  return isAllRead(meta) && !isFarBelowEstimate(meta)
}

/** Whether the last page was reached, and every row could be read. */
function isAllRead({ incomplete, unseen, dropped }: LiveMeta): boolean {
  return incomplete === null && unseen + dropped === 0
}

/** Whether the last page was reached, and the service itself says that there are clearly more. */
function isFarBelowEstimate({ loaded, about, incomplete }: LiveMeta): boolean {
  return incomplete === null && about !== null && about > loaded * MORE.share + MORE.vehicles
}

/** What else is to be known of an area that is loaded, or not wholly. */
export function remarksOn(meta: LiveMeta, everySeconds: number): string[] {
  const { loaded, unseen, about, incomplete, failure, dropped, unreadable, intervalMs } = meta
  const remarks: string[] = []
  const first = `First ${formatCount(loaded - unseen)}${about === null ? '' : ` of about ${formatCount(about)}`}`
  if (incomplete === 'cap')
    remarks.push(`${first}: Kerbside loads no more of one area. Search a smaller radius, or one type.`)
  if (incomplete === 'cursor-repeated')
    remarks.push('The service named a page it gave before: the list may be incomplete.')
  if (incomplete === 'cursor-unreadable')
    remarks.push('The service named a further page in a way that cannot be read: the list may be incomplete.')
  if (isFarBelowEstimate(meta))
    remarks.push('The service named no further page, though it says there are more: some may be missing.')
  if (unseen > 0)
    remarks.push(
      `The last round did not read ${formatCount(unseen)} of those shown: they are as they were before.`,
    )
  if (dropped > 0) remarks.push(`${formatCount(dropped)} unreadable and left out.`)
  if (unreadable > 0)
    remarks.push(`${formatCount(unreadable)} with a field of another type than the interface says.`)
  if (failure === null && intervalMs > everySeconds * 1000 * SLOWER_THAN_WISHED)
    remarks.push(
      `Read every ${formatAge(intervalMs)}: the service is slow or asks for it, or Kerbside is set so.`,
    )
  return remarks
}
