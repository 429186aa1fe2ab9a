import type { PlaceIndex } from '@/lib/places/place-index'
import { canonical } from '@/lib/places/text/abbreviations'
import { editDistance } from '@/lib/places/text/edit-distance'

/** Words of the index that a word of a query may mean, by their number, with 1 for the same word. */
export type MatchingWords = ReadonlyMap<number, number>

const PREFIX = 0.88
const UNLIKELY_PREFIX = 0.78
const ONE_ERROR = 0.8
const SHORT_ERROR = 0.6
const TWO_ERRORS = 0.6
const INITIAL = 0.5
const PREFIX_LETTERS = 2
/** From this length on, a word may have one error, or two; in a short word it is less likely. */
const SIMILAR_LETTERS = 2
const SHORT_LETTERS = 4
const TWO_ERRORS_LETTERS = 8
const MATCHES_MAXIMUM = 200

/** Spellings of the index's words, sorted, with the number of the word that each stands for. */
export interface Spellings {
  readonly texts: readonly string[]
  readonly words: readonly number[]
  /** Letters of each text, a bit each. */
  readonly letters: Uint32Array
}

export function spellingsOf({ words }: Pick<PlaceIndex, 'words'>): Spellings {
  const numbers = new Map(words.map((word, n) => [word, n]))
  for (const [spelling, word] of canonical) {
    const number = numbers.get(word)
    if (number !== undefined) numbers.set(spelling, number)
  }
  const sorted = [...numbers].sort(([a], [b]) => (a < b ? -1 : 1))
  const texts = sorted.map(([text]) => text)
  return { texts, words: sorted.map(([, word]) => word), letters: Uint32Array.from(texts, lettersOf) }
}

/** @param isLast the word may be unfinished */
export function matchingWords(spellings: Spellings, query: string, isLast: boolean): MatchingWords {
  const { texts, words } = spellings
  const found = new Map<number, number>()
  const add = (spelling: number, likeness: number) => {
    const word = words[spelling]!
    if ((found.get(word) ?? 0) < likeness) found.set(word, likeness)
  }
  const first = lowerBound(texts, query)
  if (texts[first] === query) add(first, 1)
  // Numbers are as they are.
  if (/\d/.test(query)) return found
  const isInitial = query.length === 1
  if (isInitial || query.length > PREFIX_LETTERS || isLast) {
    const likeness = isInitial ? INITIAL : isLast ? PREFIX : UNLIKELY_PREFIX
    for (let n = first; n < texts.length && texts[n]!.startsWith(query) && found.size < MATCHES_MAXIMUM; n++)
      add(n, likeness)
  }
  if (query.length >= SIMILAR_LETTERS) addSimilar(spellings, query, add)
  return found
}

function addSimilar(
  { texts, letters }: Spellings,
  query: string,
  add: (spelling: number, likeness: number) => void,
): void {
  const asked = lettersOf(query)
  const limit = query.length >= TWO_ERRORS_LETTERS ? 2 : 1
  for (let n = 0; n < texts.length; n++) {
    const text = texts[n]!
    if (Math.abs(text.length - query.length) > limit) continue
    // An error changes two letters at most; this is a hundred times as fast as comparing the texts.
    if (bitsOf((letters[n]! ^ asked) >>> 0) > limit * 2) continue
    const errors = editDistance(query, text, limit)
    if (errors === 0 || errors > limit) continue
    const isShort = Math.min(text.length, query.length) < SHORT_LETTERS
    add(n, errors > 1 ? TWO_ERRORS : isShort ? SHORT_ERROR : ONE_ERROR)
  }
}

function lettersOf(text: string): number {
  let bits = 0
  for (let n = 0; n < text.length; n++) bits |= 1 << (text.charCodeAt(n) & 31)
  return bits >>> 0
}

function bitsOf(value: number): number {
  let count = 0
  for (let rest = value; rest !== 0; rest &= rest - 1) count++
  return count
}

function lowerBound(words: readonly string[], query: string): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (words[middle]! < query) low = middle + 1
    else high = middle
  }
  return low
}
