import { keyPhrase, keyWords } from '@/lib/format/key-words'
import { isolated } from '@/lib/format/text'

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
