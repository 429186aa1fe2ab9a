import type { Observations, ObservedAnswer } from '@/lib/contract/observations'
import { type ObservedGapName, observedGapNames } from '@/lib/interface/gaps'

/** Distinct answers kept of each gap. */
const ANSWERS_MAXIMUM = 100

// Longer is no key word.
const LONGEST_WORD = 40

/** What a text that is no key word is called: it may be about a person, so nothing of it is kept. */
const OTHER_TEXT = 'another text'

/** Counts what was seen in each gap, a bounded number of answers each. */
export interface ObservedGaps {
  /** Something in our own words. */
  form(gap: ObservedGapName, value: string, times?: number): void
  /** A text of the service: kept only where it reads as a key word. */
  word(gap: ObservedGapName, text: string, times?: number): void
  read(): Observations
}

interface Entry {
  readonly answer: Omit<ObservedAnswer, 'count' | 'lastSeenAt'>
  count: number
  lastMs: number
}

interface Notes {
  readonly entries: Map<string, Entry>
  more: number
}

/**
 * @param now milliseconds since the epoch
 * @param withoutSecret takes our key out of a text: a service may echo it anywhere
 */
export function createObservedGaps(
  now: () => number,
  withoutSecret: (text: string) => string = (text) => text,
): ObservedGaps {
  const since = new Date(now()).toISOString()
  const notes = Object.fromEntries(
    observedGapNames.map((name): [string, Notes] => [name, { entries: new Map(), more: 0 }]),
  ) as Record<ObservedGapName, Notes>

  function count(gap: ObservedGapName, kind: ObservedAnswer['kind'], text: string, times = 1): void {
    const value = withoutSecret(text)
    const { entries } = notes[gap]
    const key = `${kind} ${value}`
    let entry = entries.get(key)
    if (!entry) {
      if (entries.size >= ANSWERS_MAXIMUM) {
        notes[gap].more += times
        return
      }
      entry = { answer: { value, kind, firstSeenAt: new Date(now()).toISOString() }, count: 0, lastMs: 0 }
      entries.set(key, entry)
    }
    entry.count += times
    entry.lastMs = now()
  }

  return {
    form: (gap, value, times) => void count(gap, 'form', value, times),
    word(gap, text, times) {
      if (isKeyWord(text)) count(gap, 'word', text, times)
      else count(gap, 'form', text === '' ? 'empty text' : OTHER_TEXT, times)
    },
    read: () => ({
      since,
      gaps: Object.fromEntries(
        observedGapNames.map((name) => [name, readGap(notes[name])]),
      ) as unknown as Observations['gaps'],
    }),
  }
}

function readGap({ entries, more }: Notes): Observations['gaps'][ObservedGapName] {
  const answers = [...entries.values()].map(({ answer, count, lastMs }) => ({
    ...answer,
    count,
    lastSeenAt: new Date(lastMs).toISOString(),
  }))
  return { answers, more }
}

/**
 * Whether a text reads as a key of a closed list: one word, or several in small letters (`out of service`). A name of
 * two words, an e-mail address, a telephone number, a plate and an id with many digits do not.
 */
export function isKeyWord(text: string): boolean {
  if (text.length > LONGEST_WORD || /\d{4}/.test(text)) return false
  return /^[\p{L}\d]+([_.:/-][\p{L}\d]+)*$/u.test(text) || /^[\p{Ll}\d]+( [\p{Ll}\d]+){1,3}$/u.test(text)
}
