import type { Observations, ObservedAnswer, ObservedGaps } from '@/lib/api/contract/answers'
import { type ObservedGapName, observedGapNames } from '@/lib/interface/gaps'

/** Distinct answers kept of each gap. */
const ANSWERS_MAXIMUM = 100

const LONGEST_WORD = 40

/** Stands for a text that is no key word, which may be personal. */
const OTHER_TEXT = 'another text'

interface Entry {
  readonly value: string
  readonly kind: ObservedAnswer['kind']
  readonly firstSeenAt: string
  count: number
  lastMs: number
}

interface Counts {
  readonly entries: Map<string, Entry>
  more: number
}

export type GapRecorder = ReturnType<typeof createObservedGaps>

/**
 * Counts the answers in each gap, a bounded number of distinct ones; `now` is in
 * milliseconds since the epoch.
 * @param withoutSecret redacts our key, which a service may echo anywhere
 */
export function createObservedGaps(now: () => number, withoutSecret = (text: string) => text) {
  const since = new Date(now()).toISOString()
  const counts = Object.fromEntries(
    observedGapNames.map((name): [string, Counts] => [name, { entries: new Map(), more: 0 }]),
  ) as Record<ObservedGapName, Counts>

  function count(
    gap: ObservedGapName,
    kind: ObservedAnswer['kind'],
    text: string,
    times = 1,
  ): void {
    const value = withoutSecret(text)
    const { entries } = counts[gap]
    const key = `${kind} ${value}`
    const entry = entries.get(key)
    if (entry) {
      entry.count += times
      entry.lastMs = now()
      return
    }
    if (entries.size >= ANSWERS_MAXIMUM) {
      counts[gap].more += times
      return
    }
    entries.set(key, {
      value,
      kind,
      firstSeenAt: new Date(now()).toISOString(),
      count: times,
      lastMs: now(),
    })
  }

  return {
    /** A form, in our own words. */
    form: (gap: ObservedGapName, value: string, times?: number) => count(gap, 'form', value, times),
    /** A text of the service: kept only in the form of a key word. */
    word(gap: ObservedGapName, text: string, times?: number) {
      if (isKeyWord(text)) count(gap, 'word', text, times)
      else count(gap, 'form', text === '' ? 'empty text' : OTHER_TEXT, times)
    },
    read(): ObservedGaps {
      const gaps = observedGapNames.map((name) => [name, readGap(counts[name])])
      return { since, gaps: Object.fromEntries(gaps) as Observations['gaps'] }
    },
  }
}

function readGap({ entries, more }: Counts): Observations['gaps'][ObservedGapName] {
  const answers = [...entries.values()].map(({ lastMs, ...answer }) => ({
    ...answer,
    lastSeenAt: new Date(lastMs).toISOString(),
  }))
  return { answers, more }
}

/**
 * Whether a text has the form of a key of a closed list: one word, or several in lower case
 * (`out of service`). Names of two words, e-mail addresses, telephone numbers, plates and ids
 * with many digits have not.
 */
export function isKeyWord(text: string): boolean {
  if (text.length > LONGEST_WORD || /\d{4}/.test(text)) return false
  return ONE_WORD.test(text) || WORDS_IN_LOWER_CASE.test(text)
}

const ONE_WORD = /^[\p{L}\d]+([_.:/-][\p{L}\d]+)*$/u
const WORDS_IN_LOWER_CASE = /^[\p{Ll}\d]+( [\p{Ll}\d]+){1,3}$/u
