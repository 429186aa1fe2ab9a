import { lookUpReference } from '@/lib/api/queries/reference-lookup'
import { fits, withoutTypes } from '@/lib/format/name-fit'
import { nearMisses } from '@/lib/format/near-misses'
import { isOurRef } from '@/lib/interface/identifiers'
import { CALL_SIGN, type Suggestion } from './suggestions'

export async function findReference(
  ...asked: Parameters<typeof referencesOf>
): Promise<Suggestion | null> {
  for (const ourRef of referencesOf(...asked)) {
    const answer = await lookUpReference(ourRef, new AbortController().signal)
    if (answer.kind === 'found')
      return {
        key: `vehicle ${answer.vehicle.record.id}`,
        kind: 'vehicle',
        id: answer.vehicle.record.id,
        name: ourRef,
        source: 'Vehicle',
        isListed: false,
        fit: fits.callSign,
        position: null,
      }
    if (answer.kind !== 'not-found') return null
  }
  return null
}

const MOST_REFERENCES = 4

/** The likeliest first. @param others call signs, of which a bare number may have the beginning */
export function referencesOf(
  text: string,
  types: readonly string[],
  others: readonly string[],
): string[] {
  const bare = withoutTypes(text, types) ?? text.trim()
  const spellings = CALL_SIGN.test(bare) ? nearMisses(bare, others) : []
  return [bare, ...spellings].filter(isOurRef).slice(0, MOST_REFERENCES)
}
