import { LOCALITY, NEIGHBOURHOOD, type PlaceIndex, STREET } from '@/lib/places/place-index'
import { SMALL_WORDS } from '@/lib/places/text/abbreviations'
import { type MatchingWords, matchingWords, spellingsOf } from './matching-words'

/** A street or place that words may mean; 1 is the same name. */
export interface NameHit {
  readonly entity: number
  readonly score: number
  /** Share of the query's words that the name has. */
  readonly coverage: number
}

/** Best first. @param isUnfinished the last word may be the beginning of one */
export type NameSearch = (words: readonly string[], isUnfinished: boolean) => readonly NameHit[]

/** Entities looked at, of one word and for the exact score. */
const VISITED_MAXIMUM = 60_000
const SCORED_MAXIMUM = 400
const HITS_MAXIMUM = 40
const LEAST_COVERAGE = 0.55
const SMALL_WEIGHT = 0.15
/** Weight of a word that names a town or its part rather than the street. */
const AREA_WEIGHT = 0.35
const CACHED_WORDS = 64
const SLIP_LETTERS = 3
const SLIP_WEIGHT = 1.5

export function createNameSearch(index: PlaceIndex): NameSearch {
  const { words, entityStarts, entitiesOfWord, wordStarts, wordsOfEntity, kinds, names } = index
  const partial = new Float32Array(names.length)
  const areaWords = wordsOfAreas(index)
  const spellings = spellingsOf(index)
  const matches = new Map<string, MatchingWords>()
  const countOf = (word: number) => entityStarts[word + 1]! - entityStarts[word]!

  /** Rare words say more. */
  const weights = Float32Array.from(words, (word, n) =>
    SMALL_WORDS.has(word) ? SMALL_WEIGHT : Math.log(1 + names.length / countOf(n)),
  )
  const rarest = Math.log(1 + names.length)

  function matchesOf(word: string, isLast: boolean): MatchingWords {
    const key = `${isLast ? '>' : '='}${word}`
    const known = matches.get(key)
    if (known) return known
    const found = matchingWords(spellings, word, isLast)
    if (matches.size >= CACHED_WORDS) matches.clear()
    matches.set(key, found)
    return found
  }

  function weightOf(word: string, found: MatchingWords): number {
    if (SMALL_WORDS.has(word)) return SMALL_WEIGHT
    let weight = 0
    for (const [match, likeness] of found) if (likeness === 1 || weight === 0) weight = weights[match]!
    // A short word that no name has is rather a slip than a name.
    return weight || (word.length <= SLIP_LETTERS ? SLIP_WEIGHT : rarest)
  }

  /** Entities that have one of the rarest words, in the order of their rough score. */
  function candidates(terms: readonly Term[]): number[] {
    const touched: number[] = []
    let visited = 0
    const whole = terms.filter(({ isInitial }) => !isInitial)
    // One letter says little of where to look.
    for (const { found } of (whole.length > 0 ? whole : terms).toSorted((a, b) => a.postings - b.postings)) {
      if (visited > VISITED_MAXIMUM) break
      for (const [word, likeness] of found) {
        const weight = weights[word]! * likeness
        for (
          let n = entityStarts[word]!;
          n < entityStarts[word + 1]! && visited <= VISITED_MAXIMUM;
          n++, visited++
        ) {
          const entity = entitiesOfWord[n]!
          if (partial[entity] === 0) touched.push(entity)
          partial[entity]! += weight
        }
      }
    }
    // A short name that has the words is more like the query than a long one.
    const rough = (entity: number) => partial[entity]! / (2 + wordStarts[entity + 1]! - wordStarts[entity]!)
    touched.sort((a, b) => rough(b) - rough(a))
    for (const entity of touched) partial[entity] = 0
    return touched.slice(0, SCORED_MAXIMUM)
  }

  function scoreOf(entity: number, terms: readonly Term[]): NameHit {
    const own = wordsOfEntity.subarray(wordStarts[entity]!, wordStarts[entity + 1]!)
    const used = new Set<number>()
    let [had, asked, covered] = [0, 0, 0]
    for (const { found, weight, isArea } of terms) {
      let [best, likeness] = [-1, 0]
      for (const word of own) {
        const value = used.has(word) ? 0 : (found.get(word) ?? 0)
        if (value > likeness) [best, likeness] = [word, value]
      }
      asked += best < 0 && isArea && kinds[entity] === STREET ? weight * AREA_WEIGHT : weight
      if (best < 0) continue
      used.add(best)
      had += weight * likeness
      covered += weights[best]! * likeness
    }
    let whole = 0
    for (const word of own) whole += weights[word]!
    const coverage = asked > 0 ? had / asked : 0
    return { entity, coverage, score: coverage * (0.7 + (0.3 * covered) / (whole || 1)) }
  }

  return (asked, isUnfinished) => {
    const terms = asked.map((word, n): Term => {
      const found = matchesOf(word, isUnfinished && n === asked.length - 1)
      let postings = 0
      for (const match of found.keys()) postings += countOf(match)
      return {
        found,
        postings,
        weight: weightOf(word, found),
        isArea: areaWords.has(word),
        isInitial: word.length === 1 && !/\d/.test(word),
      }
    })
    return candidates(terms)
      .map((entity) => scoreOf(entity, terms))
      .filter(({ coverage }) => coverage >= LEAST_COVERAGE)
      .sort((a, b) => b.score - a.score)
      .slice(0, HITS_MAXIMUM)
  }
}

interface Term {
  readonly found: MatchingWords
  readonly postings: number
  readonly weight: number
  readonly isArea: boolean
  readonly isInitial: boolean
}

/** Words in the names of towns and their parts. */
function wordsOfAreas({ kinds, words, wordStarts, wordsOfEntity }: PlaceIndex): Set<string> {
  const found = new Set<string>()
  kinds.forEach((kind, entity) => {
    if (kind !== LOCALITY && kind !== NEIGHBOURHOOD) return
    for (const word of wordsOfEntity.subarray(wordStarts[entity], wordStarts[entity + 1]))
      if (!SMALL_WORDS.has(words[word]!)) found.add(words[word]!)
  })
  return found
}
