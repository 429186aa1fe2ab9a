import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Least number of guesses with knowledge of the usual patterns, as a power of ten. */
const GUESSES_LOG10 = 9
const PRODUCT = 'kerbside'
const SEQUENCES = ['sequence', 'spatial']

let checker: Promise<ZxcvbnFactory> | undefined

/**
 * Refuses common passwords, and those made of the operator's own words, a repetition or a sequence.
 * @returns advice; null for an acceptable password
 * Source: NIST SP 800-63B §5.1.1.2
 */
export async function passwordWeakness(
  password: string,
  own: readonly string[],
): Promise<string | null> {
  if (password.trim() === '') return 'a password of more than spaces'
  checker ??= loadChecker()
  const zxcvbn = await checker
  const words = own.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
  const longWords = words.filter((word) => word.length > 2)
  const { guessesLog10, feedback, sequence } = zxcvbn.check(password, [...longWords, PRODUCT])
  if (guessesLog10 >= GUESSES_LOG10) return null

  const patterns = sequence.map(({ pattern, dictionaryName }) => String(dictionaryName ?? pattern))
  const isOwn = patterns.includes('userInputs')
  if (isOwn) return 'a password that is not made of your name, your e-mail address or “Kerbside”'
  const hasRepeat = patterns.includes('repeat')
  const isRepeat = hasRepeat && /repeat/i.test(feedback.warning ?? '')
  if (isRepeat) return 'a password that does not repeat one character or word'
  const isSequence = patterns.every((pattern) => SEQUENCES.includes(pattern))
  if (isSequence) return 'a password that is no sequence, such as abcdef or 123456'
  return 'another password: this one is among the first that an attacker tries'
}

// Loaded on first use: the lists take some megabytes.
async function loadChecker(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({
    dictionary: common.dictionary,
    graphs: common.adjacencyGraphs,
  })
}
