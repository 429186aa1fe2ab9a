import { keyPhrase, keyWords } from '@/lib/format/key-words'
import { isolated, safeText } from '@/lib/format/text'
import { type StatusClass, statusReading } from './status-style'

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

const meanings: Readonly<Record<StatusClass, string>> = {
  free: 'free',
  busy: 'busy',
  promised: 'promised',
  off: 'off duty',
  out: 'out of service',
}

/** "read as free by Kerbside"; null for no status, and for the one word that the specification shows. */
export function readingInWords(status: string | null): string | null {
  if (!status) return null
  const reading = statusReading(status)
  if (reading === null) return 'not known to Kerbside'
  const as = `read as ${meanings[reading.of]} by`
  return reading.by === 'interface' ? null : `${as} ${reading.by === 'setting' ? 'a setting' : 'Kerbside'}`
}

/** "Read by Kerbside: idle as free, on trip as busy." and the same of the settings; at last the unknown words. */
export function readingsInWords(statuses: readonly string[]): string[] {
  const lists = {
    Kerbside: [] as string[],
    setting: [] as string[],
    interface: [] as string[],
    unknown: [] as string[],
  }
  for (const status of statuses.filter((one) => one !== '')) {
    const reading = statusReading(status)
    const words = statusPhrase(status)
    const isSame = reading === null || isolated(meanings[reading.of]) === words
    lists[reading?.by ?? 'unknown'].push(isSame ? words : `${words} as ${meanings[reading.of]}`)
  }
  const sentence = (start: string, list: string[]) =>
    list.length > 0 ? [`${start}: ${list.join(', ')}.`] : []
  return [
    ...sentence('Read by Kerbside', lists.Kerbside),
    ...sentence('Read by a setting', lists.setting),
    ...sentence('Not known to Kerbside', lists.unknown),
  ]
}

/** A status as received, and how it is read: the tooltip of its words. */
export function statusTitle(status: string | null): string | undefined {
  if (!status) return undefined
  const reading = readingInWords(status)
  return safeText(status, 128) + (reading === null ? '' : `, ${reading}`)
}
