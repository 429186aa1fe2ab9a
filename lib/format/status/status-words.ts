import type { StatusClass } from '@/lib/api/contract/status-readings'
import { keyPhrase, keyWords } from '@/lib/format/key-words'
import { isolated, safeText } from '@/lib/format/text'
import { type StatusReading, statusReading } from './status-style'

/** For a missing status, everywhere. */
const NO_STATUS = 'No status'

/** A status as a label; show the key itself in the title. */
export function statusWords(status: string | null, longest = 60): string {
  return status ? keyWords(status, longest) : NO_STATUS
}

/** A status inside a sentence: "out of service", "no status". */
export function statusPhrase(status: string | null): string {
  return status ? isolated(keyPhrase(status, 40)) : NO_STATUS.toLowerCase()
}

export const statusMeanings: Readonly<Record<StatusClass, string>> = {
  free: 'free',
  busy: 'busy',
  promised: 'promised',
  off: 'off duty',
  out: 'out of service',
}

/**
 * "read as free by Kerbside"; null for no status, and for the one word
 * that the specification shows.
 */
export function readingInWords(status: string | null): string | null {
  if (!status) return null
  const reading = statusReading(status)
  if (reading === null) return 'not known to Kerbside'
  if (reading.by === 'interface') return null
  return `read as ${statusMeanings[reading.of]} by ${readers[reading.by]}`
}

const readers = {
  setting: 'a setting',
  administrator: 'an administrator',
  Kerbside: 'Kerbside',
}

const list = new Intl.ListFormat('en-GB')

/**
 * "Kerbside counts idle as free, on trip and hired as busy." and the same of settings and
 * administrators; at last the unknown words.
 */
export function readingsInWords(statuses: readonly string[]): string[] {
  const known: KnownStatus[] = []
  const unknown: string[] = []
  for (const status of statuses) {
    if (!status) continue
    const words = statusPhrase(status)
    const reading = statusReading(status)
    if (!reading) unknown.push(words)
    else if (words !== statusMeanings[reading.of]) known.push({ words, reading })
  }
  const sentences = [
    sentence('Kerbside counts', meaningsBy('Kerbside', known)),
    sentence('The settings count', meaningsBy('setting', known)),
    sentence('Administrators count', meaningsBy('administrator', known)),
    sentence('Kerbside does not know', unknown),
  ]
  return sentences.filter((text) => text !== null)
}

interface KnownStatus {
  readonly words: string
  readonly reading: StatusReading
}

/** "idle as free", "on trip and hired as busy". */
function meaningsBy(reader: keyof typeof readers, statuses: readonly KnownStatus[]): string[] {
  const meanings: string[] = []
  for (const [statusClass, meaning] of Object.entries(statusMeanings)) {
    const words = statuses
      .filter(({ reading }) => reading.by === reader && reading.of === statusClass)
      .map((status) => status.words)
    if (words.length > 0) meanings.push(`${list.format(words)} as ${meaning}`)
  }
  return meanings
}

function sentence(start: string, parts: readonly string[]): string | null {
  if (parts.length === 0) return null
  return `${start} ${parts.join(', ')}.`
}

/** A status as received, and how it is read: the tooltip of its words. */
export function statusTitle(status: string | null): string | undefined {
  if (!status) return undefined
  const key = safeText(status, 128)
  const reading = readingInWords(status)
  return reading === null ? key : `${key}, ${reading}`
}
