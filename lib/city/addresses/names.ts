import { LRUCache } from 'lru-cache'
import MiniSearch from 'minisearch'
import { AREA_KINDS, type Entity } from './street-index'
import { errorsBetween, foldWords, isTitle, misspelt, SMALL_WORDS } from './words'

/** A street or place that words may mean; 1 is the same name. */
export interface NameHit {
  readonly entity: number
  readonly score: number
  /** Share of the query's words that the name has. */
  readonly coverage: number
  /** Whether the name has every word as typed, or as begun. */
  readonly isExact: boolean
}

/** Score of a long name of which the query has one word, as a share of that of the same name. */
export const LEAST_NAME_SCORE = 0.7
const PREFIX = 0.88
const UNLIKELY_PREFIX = 0.78
const ONE_ERROR = 0.8
const TWO_ERRORS = 0.6
const INITIAL = 0.5
/** An error in a short word counts as two. */
const SHORT_LETTERS = 4
const CACHED_WORDS = 500
/** Entities looked at, of all words and for the exact score. */
const VISITED_MAXIMUM = 60_000
const SCORED_MAXIMUM = 400
const HITS_MAXIMUM = 40
const LEAST_COVERAGE = 0.55
const LEAST_SCORE = 0.42
const SMALL_WEIGHT = 0.15
/** Weight of a word that names a town or its part rather than the street. */
const AREA_WEIGHT = 0.35
/** Weight of a title that the query leaves out: Rivera is Avenida General Rivera. */
const TITLE_WEIGHT = 0.35
const SLIP_LETTERS = 3
const SLIP_WEIGHT = 1.5
/** From this length on, a word may have one error, or two; two letters that are swapped are one. */
const ONE_ERROR_LETTERS = 3
const TWO_ERRORS_LETTERS = 7

/** Words of the names that a typed word may mean, with 1 for the same word. */
type Matches = ReadonlyMap<string, number>

export function createNameSearch(entities: readonly Entity[]) {
  const wordsOf = entities.map(({ name }) => [...new Set(foldWords(name))])
  const entitiesOf = new Map<string, number[]>()
  wordsOf.forEach((words, entity) => {
    for (const word of words) {
      const known = entitiesOf.get(word)
      if (known) known.push(entity)
      else entitiesOf.set(word, [entity])
    }
  })
  const countOf = (word: string) => entitiesOf.get(word)?.length ?? 0
  const areaWords = new Set(
    wordsOf
      .flatMap((words, n) => (AREA_KINDS.includes(entities[n]!.kind) ? words : []))
      .filter(isTelling),
  )
  const index = new MiniSearch<{ id: string; word: string }>({
    fields: ['word'],
    tokenize: (text) => [text],
    processTerm: (term) => term,
  })
  index.addAll([...entitiesOf.keys()].map((word) => ({ id: word, word })))
  const cached = new LRUCache<string, Matches>({ max: CACHED_WORDS })

  /** @param isLast the word may be unfinished */
  function matchesOf(word: string, isLast: boolean): Matches {
    const key = `${isLast ? '>' : '='}${word}`
    const known = cached.get(key)
    if (known) return known
    const isNumber = /\d/.test(word)
    const prefix = !isNumber && (isLast || word.length === 1 || word.length > 2)
    // Two letters that are swapped are two errors to MiniSearch.
    const fuzzy = errorsIn(word) > 0 && 2
    const found = new Map<string, number>()
    for (const { id } of index.search(word, { prefix, fuzzy, maxFuzzy: 2 })) {
      const likeness = likenessOf(word, id as string, isLast)
      if (likeness > 0) found.set(id as string, likeness)
    }
    const whole = found.has(word) ? null : misspelt(word)
    if (whole && entitiesOf.has(whole)) found.set(whole, ONE_ERROR)
    cached.set(key, found)
    return found
  }

  /** Rare words say more; a short word that no name has is rather a slip than a name. */
  function weightOf(word: string): number {
    if (!isTelling(word)) return SMALL_WEIGHT
    if (countOf(word) === 0 && word.length <= SLIP_LETTERS) return SLIP_WEIGHT
    return Math.log(1 + entities.length / Math.max(1, countOf(word)))
  }

  /** Entities with one of the rarest words, in the order of their rough score. */
  function candidates(asked: readonly (readonly [word: string, matches: Matches])[]): number[] {
    const rough = new Map<number, number>()
    let visited = 0
    // One letter, or an article, says little of where to look.
    const telling = asked.filter(([word]) => isTelling(word) && word.length > 1)
    const postings = (matches: Matches) =>
      [...matches.keys()].reduce((sum, word) => sum + countOf(word), 0)
    const sought = telling.length > 0 ? telling : asked
    for (const [, matches] of sought.toSorted((a, b) => postings(a[1]) - postings(b[1]))) {
      for (const [word, likeness] of matches) {
        const had = entitiesOf.get(word)!
        if (visited > VISITED_MAXIMUM) break
        visited += had.length
        const weight = weightOf(word) * likeness
        for (const entity of had) {
          // A short name that has the words is more like the query than a long one.
          const score = weight / (2 + wordsOf[entity]!.length)
          rough.set(entity, (rough.get(entity) ?? 0) + score)
        }
      }
    }
    const sorted = [...rough].sort((a, b) => b[1] - a[1])
    return sorted.slice(0, SCORED_MAXIMUM).map(([entity]) => entity)
  }

  function hitOf(
    entity: number,
    asked: readonly (readonly [word: string, matches: Matches])[],
  ): NameHit {
    const own = wordsOf[entity]!
    const used = new Set<string>()
    let [had, sum, covered, whole] = [0, 0, 0, 0]
    let isExact = true
    for (const [word, matches] of asked) {
      let [best, likeness] = ['', 0]
      for (const other of own) {
        const value = used.has(other) ? 0 : (matches.get(other) ?? 0)
        if (value > likeness) [best, likeness] = [other, value]
      }
      const isElsewhere =
        likeness === 0 && areaWords.has(word) && entities[entity]!.kind === 'street'
      // A word with an error weighs as much as the one that it is taken for.
      const weight = countOf(word) > 0 || likeness === 0 ? weightOf(word) : weightOf(best)
      sum += weight * (isElsewhere ? AREA_WEIGHT : 1)
      if (likeness === 0) {
        if (!isElsewhere && isTelling(word)) isExact = false
        continue
      }
      used.add(best)
      if (!best.startsWith(word)) isExact = false
      had += weight * likeness
      covered += weightOf(best) * likeness
    }
    for (const word of own)
      whole += weightOf(word) * (isTitle(word) && !used.has(word) ? TITLE_WEIGHT : 1)
    const coverage = sum > 0 ? had / sum : 0
    return {
      entity,
      coverage,
      isExact,
      score: coverage * (LEAST_NAME_SCORE + ((1 - LEAST_NAME_SCORE) * covered) / (whole || 1)),
    }
  }

  /** Best first. @param isUnfinished the last word may be the beginning of one */
  return (words: readonly string[], isUnfinished: boolean): readonly NameHit[] => {
    // A name has each word once.
    const asked = [...new Set(words)].map(
      (word) => [word, matchesOf(word, isUnfinished && word === words.at(-1))] as const,
    )
    return candidates(asked)
      .map((entity) => hitOf(entity, asked))
      .filter(({ coverage, score }) => coverage >= LEAST_COVERAGE && score >= LEAST_SCORE)
      .sort((a, b) => b.score - a.score)
      .slice(0, HITS_MAXIMUM)
  }
}

function isTelling(word: string): boolean {
  return !SMALL_WORDS.has(word)
}

/** Numbers are as they are. */
function errorsIn(word: string): number {
  if (/\d/.test(word) || word.length < ONE_ERROR_LETTERS) return 0
  return word.length < TWO_ERRORS_LETTERS ? 1 : 2
}

/** 1 for the same word, 0 for another. @param isLast the word may be unfinished */
function likenessOf(word: string, other: string, isLast: boolean): number {
  if (word === other) return 1
  if (other.startsWith(word)) return word.length === 1 ? INITIAL : isLast ? PREFIX : UNLIKELY_PREFIX
  const limit = errorsIn(word)
  const errors = limit > 0 ? errorsBetween(word, other) : 1
  if (errors > limit) return 0
  return errors > 1 || Math.min(word.length, other.length) < SHORT_LETTERS ? TWO_ERRORS : ONE_ERROR
}
