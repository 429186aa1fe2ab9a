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

const readers: Readonly<Record<Exclude<StatusReading['by'], 'interface'>, string>> = {
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
  const read = statuses.flatMap((status) => {
    const reading = status ? statusReading(status) : null
    const words = statusPhrase(status)
    return reading && words !== statusMeanings[reading.of] ? [{ ...reading, words }] : []
  })
  const counted = (by: StatusReading['by']) =>
    Object.entries(statusMeanings).flatMap(([of, meaning]) => {
      const words = read.filter((one) => one.by === by && one.of === of).map((one) => one.words)
      return words.length > 0 ? [`${list.format(words)} as ${meaning}`] : []
    })
  const sentences = [
    ['Kerbside counts', counted('Kerbside')],
    ['The settings count', counted('setting')],
    ['Administrators count', counted('administrator')],
    [
      'Kerbside does not know',
      statuses.filter((one) => one && !statusReading(one)).map(statusPhrase),
    ],
  ] as const
  return sentences.flatMap(([start, parts]) =>
    parts.length > 0 ? [`${start} ${parts.join(', ')}.`] : [],
  )
}

/** A status as received, and how it is read: the tooltip of its words. */
export function statusTitle(status: string | null): string | undefined {
  if (!status) return undefined
  const reading = readingInWords(status)
  return safeText(status, 128) + (reading === null ? '' : `, ${reading}`)
}
