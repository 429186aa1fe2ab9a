import { LRUCache } from 'lru-cache'
import { isPhoneNumber } from '@/lib/format/driver-fit'
import { CALL_SIGN, fits, nameFit, nameIn } from '@/lib/format/name-fit'
import { nearMisses } from '@/lib/format/near-misses'
import { isOurRef } from '@/lib/interface/identifiers'
import type { ServiceClient } from '@/lib/upstream/service'
import type { KnownFacts } from './directory'

export interface TypedReferenceOptions {
  readonly directory: KnownFacts
  /** Has the directory learn every record that it reads. */
  readonly client: Pick<ServiceClient, 'getVehicleByOurRef'>
  /** Until the answer, or this time: suggestions that are known do not wait longer. */
  readonly timeLimitMs?: number
}

const TIME_LIMIT_MS = 3_000
const MOST_REFERENCES = 4
/** Words of the longest reference: more are an address. */
const MOST_WORDS = 3
/** The same reference is not asked for again within this time. */
const ASKED_AGAIN_MS = 60_000
/** References of the directory that are compared, for their beginnings. */
const MOST_COMPARED = 300

/**
 * Reads the vehicle whose reference a text may be (§4 row 3), unless the directory has it: while
 * call signs are still being read, it is the only way from a reference to its vehicle.
 * @returns a function that resolves as soon as the directory has what was found, and never rejects
 */
export function createTypedReferences({
  directory,
  client,
  timeLimitMs = TIME_LIMIT_MS,
}: TypedReferenceOptions) {
  const answers = new LRUCache<string, Promise<unknown>>({ max: 1_000, ttl: ASKED_AGAIN_MS })

  function lookUp(reference: string): Promise<unknown> {
    const before = answers.get(reference)
    if (before) return before
    // A service that fails, or has no such vehicle, leaves what is known.
    const answer = client.getVehicleByOurRef(reference).catch(() => null)
    answers.set(reference, answer)
    return answer
  }

  return async (text: string, types: readonly string[]): Promise<void> => {
    const known = readNames(directory, nameFit(text, types))
    if (known.isWhole) return
    const references = referencesOf(text, types, known.references)
    if (references.length === 0) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, timeLimitMs)
    })
    await Promise.race([Promise.all(references.map(lookUp)), late])
    clearTimeout(timer)
  }
}

function readNames(directory: KnownFacts, fitOf: ReturnType<typeof nameFit>) {
  const references: string[] = []
  let isWhole = false
  for (const [, { entry }] of directory.all()) {
    if (fitOf(entry) === fits.callSign) isWhole = true
    if (entry.our_ref !== null && references.length < MOST_COMPARED) references.push(entry.our_ref)
    if (isWhole) break
  }
  return { references, isWhole }
}

/**
 * References that a text may be, the likeliest first; none for a plate, for a text that can be no
 * reference, and for a whole phone number, unless another reference looks like one too.
 * @param others references, of which a bare number may have the beginning
 */
export function referencesOf(
  text: string,
  types: readonly string[],
  others: readonly string[],
): string[] {
  const typed = nameIn(text, types)
  if (typed?.of === 'licence_plate') return []
  const bare = typed?.text ?? text.trim()
  if (isPhoneNumber(bare) && !others.some(isPhoneNumber)) return []
  const hasDigit = /\d/.test(bare)
  const wordCount = bare.split(/\s+/).length
  if (!hasDigit || wordCount > MOST_WORDS) return []
  const spellings = CALL_SIGN.test(bare) ? nearMisses(bare, others) : []
  return [bare, ...spellings].filter(isOurRef).slice(0, MOST_REFERENCES)
}
