import type { PlaceIndex } from '@/lib/places/place-index'
import { editDistance } from '@/lib/places/text/edit-distance'

/** Words of the index that a word of a query may mean, by their number, with 1 for the same word. */
export type MatchingWords = ReadonlyMap<number, number>

const PREFIX = 0.88
const ONE_ERROR = 0.8
const TWO_ERRORS = 0.6
const INITIAL = 0.5
const PREFIX_LETTERS = 2
/** From this length on, a word may have one error, or two. */
const ONE_ERROR_LETTERS = 4
const TWO_ERRORS_LETTERS = 8
const MATCHES_MAXIMUM = 200

/** @param isLast the word may be unfinished */
export function matchingWords(
  { words }: Pick<PlaceIndex, 'words'>,
  query: string,
  isLast: boolean,
): MatchingWords {
  const found = new Map<number, number>()
  const first = lowerBound(words, query)
  if (words[first] === query) found.set(first, 1)
  const isNumber = /\d/.test(query)
  const isInitial = query.length === 1 && !isNumber
  if (!isNumber && (isInitial || query.length > PREFIX_LETTERS || isLast)) {
    for (let n = first; n < words.length && words[n]!.startsWith(query); n++) {
      if (found.size >= MATCHES_MAXIMUM) break
      if (!found.has(n)) found.set(n, isInitial ? INITIAL : PREFIX - (isLast ? 0 : 0.1))
    }
  }
  if (!isNumber && query.length >= ONE_ERROR_LETTERS) addSimilar(words, query, found)
  return found
}

function addSimilar(words: readonly string[], query: string, found: Map<number, number>): void {
  const limit = query.length >= TWO_ERRORS_LETTERS ? 2 : 1
  for (let n = 0; n < words.length; n++) {
    const word = words[n]!
    if (Math.abs(word.length - query.length) > limit) continue
    const errors = editDistance(query, word, limit)
    if (errors === 0 || errors > limit) continue
    const likeness = errors === 1 ? ONE_ERROR : TWO_ERRORS
    if ((found.get(n) ?? 0) < likeness) found.set(n, likeness)
  }
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
