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

interface QueryWord {
  readonly word: string
  readonly matches: Matches
}

interface BestMatch {
  /** A word of the name; empty without a match. */
  readonly nameWord: string
  /** 0 to 1. */
  readonly likeness: number
}

export function createNameSearch(entities: readonly Entity[]) {
  const wordsOf = entities.map(({ name }) => [...new Set(foldWords(name))])
  const entitiesOf = entitiesByWord(wordsOf)
  const areaWords = wordsOfAreas(entities, wordsOf)
  const index = indexOf(entitiesOf.keys())
  const cachedMatches = new LRUCache<string, Matches>({ max: CACHED_WORDS })

  function countOf(word: string): number {
    return entitiesOf.get(word)?.length ?? 0
  }

  /** @param isLast the word may be unfinished */
  function matchesOf(word: string, isLast: boolean): Matches {
    const key = `${isLast ? '>' : '='}${word}`
    const known = cachedMatches.get(key)
    if (known) return known

    const isNumber = /\d/.test(word)
    const matches = new Map<string, number>()
    const hits = index.search(word, {
      prefix: !isNumber && (isLast || word.length === 1 || word.length > 2),
      // Two letters that are swapped are two errors to MiniSearch.
      fuzzy: errorsAllowed(word) > 0 && 2,
      maxFuzzy: 2,
    })
    for (const { id } of hits) {
      const likeness = likenessOf(word, id as string, isLast)
      if (likeness > 0) matches.set(id as string, likeness)
    }
    const corrected = matches.has(word) ? null : misspelt(word)
    if (corrected && entitiesOf.has(corrected)) matches.set(corrected, ONE_ERROR)
    cachedMatches.set(key, matches)
    return matches
  }

  /** Rare words say more; a short word that no name has is rather a slip than a name. */
  function weightOf(word: string): number {
    if (SMALL_WORDS.has(word)) return SMALL_WEIGHT
    const count = countOf(word)
    if (count === 0 && word.length <= SLIP_LETTERS) return SLIP_WEIGHT
    return Math.log(1 + entities.length / Math.max(1, count))
  }

  function countMatching({ matches }: QueryWord): number {
    let count = 0
    for (const word of matches.keys()) count += countOf(word)
    return count
  }

  /** Entities with one of the rarest words, in the order of their rough score. */
  function candidates(query: readonly QueryWord[]): number[] {
    // One letter, or an article, says little of where to look.
    const significant = query.filter(({ word }) => !SMALL_WORDS.has(word) && word.length > 1)
    const sought = significant.length > 0 ? significant : query
    const rarestFirst = sought.toSorted((a, b) => countMatching(a) - countMatching(b))

    const roughScores = new Map<number, number>()
    let visited = 0
    for (const { matches } of rarestFirst) {
      for (const [word, likeness] of matches) {
        const having = entitiesOf.get(word)!
        if (visited > VISITED_MAXIMUM) break
        visited += having.length
        const weight = weightOf(word) * likeness
        for (const entity of having) {
          // A short name that has the words is more like the query than a long one.
          const score = weight / (2 + wordsOf[entity]!.length)
          roughScores.set(entity, (roughScores.get(entity) ?? 0) + score)
        }
      }
    }
    const sorted = [...roughScores].sort((a, b) => b[1] - a[1])
    return sorted.slice(0, SCORED_MAXIMUM).map(([entity]) => entity)
  }

  function hitOf(entity: number, query: readonly QueryWord[]): NameHit {
    const isStreet = entities[entity]!.kind === 'street'
    const nameWords = wordsOf[entity]!
    const usedWords = new Set<string>()
    let queryWeight = 0
    let matchedWeight = 0
    let coveredWeight = 0
    let isExact = true

    for (const { word, matches } of query) {
      const { nameWord, likeness } = bestMatch(nameWords, matches, usedWords)
      if (likeness === 0) {
        const isArea = isStreet && areaWords.has(word)
        queryWeight += weightOf(word) * (isArea ? AREA_WEIGHT : 1)
        if (!isArea && !SMALL_WORDS.has(word)) isExact = false
        continue
      }
      usedWords.add(nameWord)
      if (!nameWord.startsWith(word)) isExact = false
      // A word with an error weighs as much as the one that it is taken for.
      const weight = countOf(word) > 0 ? weightOf(word) : weightOf(nameWord)
      queryWeight += weight
      matchedWeight += weight * likeness
      coveredWeight += weightOf(nameWord) * likeness
    }

    let nameWeight = 0
    for (const word of nameWords) {
      const isTitleLeftOut = isTitle(word) && !usedWords.has(word)
      nameWeight += weightOf(word) * (isTitleLeftOut ? TITLE_WEIGHT : 1)
    }
    const coverage = queryWeight > 0 ? matchedWeight / queryWeight : 0
    const lengthScore = ((1 - LEAST_NAME_SCORE) * coveredWeight) / (nameWeight || 1)
    return {
      entity,
      coverage,
      isExact,
      score: coverage * (LEAST_NAME_SCORE + lengthScore),
    }
  }

  /** Best first. @param isUnfinished the last word may be the beginning of one */
  return (words: readonly string[], isUnfinished: boolean): readonly NameHit[] => {
    const lastWord = words.at(-1)
    // A name has each word once.
    const query = Array.from(new Set(words), (word): QueryWord => {
      const isLast = isUnfinished && word === lastWord
      return { word, matches: matchesOf(word, isLast) }
    })
    return candidates(query)
      .map((entity) => hitOf(entity, query))
      .filter(({ coverage, score }) => coverage >= LEAST_COVERAGE && score >= LEAST_SCORE)
      .sort((a, b) => b.score - a.score)
      .slice(0, HITS_MAXIMUM)
  }
}

function entitiesByWord(wordsOf: readonly (readonly string[])[]): Map<string, number[]> {
  const entitiesOf = new Map<string, number[]>()
  wordsOf.forEach((words, entity) => {
    for (const word of words) {
      const known = entitiesOf.get(word)
      if (known) known.push(entity)
      else entitiesOf.set(word, [entity])
    }
  })
  return entitiesOf
}

/** Words of the names of towns and their parts. */
function wordsOfAreas(
  entities: readonly Entity[],
  wordsOf: readonly (readonly string[])[],
): ReadonlySet<string> {
  const areaWords = new Set<string>()
  for (const [n, { kind }] of entities.entries()) {
    if (!AREA_KINDS.includes(kind)) continue
    for (const word of wordsOf[n]!) {
      if (!SMALL_WORDS.has(word)) areaWords.add(word)
    }
  }
  return areaWords
}

function indexOf(words: Iterable<string>) {
  const index = new MiniSearch<{ id: string; word: string }>({
    fields: ['word'],
    tokenize: (text) => [text],
    processTerm: (term) => term,
  })
  index.addAll(Array.from(words, (word) => ({ id: word, word })))
  return index
}

/** @param usedWords of the name, which other words of the query mean */
function bestMatch(
  nameWords: readonly string[],
  matches: Matches,
  usedWords: ReadonlySet<string>,
): BestMatch {
  let nameWord = ''
  let likeness = 0
  for (const word of nameWords) {
    if (usedWords.has(word)) continue
    const value = matches.get(word) ?? 0
    if (value <= likeness) continue
    nameWord = word
    likeness = value
  }
  return { nameWord, likeness }
}

/** Numbers are as they are. */
function errorsAllowed(word: string): number {
  if (/\d/.test(word) || word.length < ONE_ERROR_LETTERS) return 0
  return word.length < TWO_ERRORS_LETTERS ? 1 : 2
}

/** 1 for the same word, 0 for another. @param isLast the word may be unfinished */
function likenessOf(word: string, other: string, isLast: boolean): number {
  if (word === other) return 1
  if (other.startsWith(word)) {
    if (word.length === 1) return INITIAL
    return isLast ? PREFIX : UNLIKELY_PREFIX
  }
  const limit = errorsAllowed(word)
  if (limit === 0) return 0
  const errors = errorsBetween(word, other)
  if (errors > limit) return 0
  const isShort = Math.min(word.length, other.length) < SHORT_LETTERS
  return errors > 1 || isShort ? TWO_ERRORS : ONE_ERROR
}
