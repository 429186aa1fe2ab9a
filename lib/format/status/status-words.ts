import type { StatusClass } from '@/lib/api/contract/status-readings'
import { keyPhrase, keyWords } from '@/lib/format/key-words'
import { isolated, safeText } from '@/lib/format/text'
import { isStatusWord } from '@/lib/interface/statuses'
import { UNREADABLE } from '@/lib/interface/unreadable'
import { statusReading } from './status-reading'

/** For a missing status, and for one that is not read, everywhere. */
const NO_STATUS = 'No status'
const UNREADABLE_STATUS = 'Status unreadable'

/**
 * A status as a label; show the key itself in the title.
 * @param status as of `reportedStatus`
 */
export function statusWords(status: string | null, longest = 60): string {
  if (status === UNREADABLE) return UNREADABLE_STATUS
  return status ? keyWords(status, longest) : NO_STATUS
}

/** A status inside a sentence: "out of service", "no status", "status unreadable". */
export function statusPhrase(status: string | null): string {
  return isStatusWord(status) ? isolated(keyPhrase(status, 40)) : statusWords(status).toLowerCase()
}

/** The event that a status is another one, after the name: "is now on trip". */
export function statusChangePhrase(status: string | null): string {
  if (status === UNREADABLE) return 'now has an unreadable status'
  return status ? `is now ${statusPhrase(status)}` : 'no longer reports a status'
}

export const statusMeanings: Readonly<Record<StatusClass, string>> = {
  free: 'free',
  busy: 'busy',
  promised: 'promised',
  off: 'off duty',
  out: 'out of service',
}

/**
 * "treated as free"; null for no status, and for the one word that the
 * specification shows.
 */
export function readingInWords(status: string | null): string | null {
  if (!isStatusWord(status)) return null
  const reading = statusReading(status)
  if (reading === null) return 'meaning not known'
  if (reading.by === 'interface') return null
  const meaning = statusMeanings[reading.of]
  return `treated as ${meaning}${readers[reading.by]}`
}

const readers = {
  setting: ' by a server setting',
  administrator: ' by an administrator',
  Kerbside: '',
}

const list = new Intl.ListFormat('en-GB')

/** "Treated as busy: on trip and hired." a meaning; at last "Meaning not known: hovering." */
export function readingsInWords(statuses: readonly string[]): string[] {
  const wordsOf = new Map<string, string[]>()
  for (const status of statuses) {
    if (!isStatusWord(status)) continue
    const words = statusPhrase(status)
    const reading = statusReading(status)
    const meaning = reading ? statusMeanings[reading.of] : null
    if (words === meaning || reading?.by === 'interface') continue
    const start = startOf(meaning)
    const before = wordsOf.get(start) ?? []
    wordsOf.set(start, [...before, words])
  }
  const meanings = [...Object.values(statusMeanings), null]
  const sentences: string[] = []
  for (const start of meanings.map(startOf)) {
    const words = wordsOf.get(start)
    if (words) sentences.push(`${start}: ${list.format(words)}.`)
  }
  return sentences
}

function startOf(meaning: string | null): string {
  return meaning === null ? 'Meaning not known' : `Treated as ${meaning}`
}

/** A status as received, and how it is read: the tooltip of its words. */
export function statusTitle(status: string | null): string | undefined {
  if (!isStatusWord(status)) return undefined
  const key = safeText(status, 128)
  const reading = readingInWords(status)
  return reading === null ? key : `${key}, ${reading}`
}
