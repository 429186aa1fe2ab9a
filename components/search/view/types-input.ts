import { keyWords } from '@/lib/format/key-words'
import { searchParameters } from '@/lib/interface/search'

/**
 * Parses types separated by commas; one that is typed as its words stands for the observed key: "Wheelchair taxi".
 * @returns null when one is not allowed
 */
export function parseTypesInput(text: string, observed: readonly string[]): readonly string[] | null {
  const types = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => keyOf(part, observed))
  return types.every((type) => searchParameters.type.parse(type) !== null) ? [...new Set(types)] : null
}

/** Observed types to complete the last of those typed. */
export function offeredTypes(
  text: string,
  observed: readonly string[],
): { readonly value: string; readonly label: string }[] {
  const before = text.slice(0, text.lastIndexOf(',') + 1)
  const typed = before.split(',').map((part) => part.trim())
  return observed
    .filter((type) => !typed.includes(type) && !type.includes(','))
    .map((type) => ({ value: before === '' ? type : `${before} ${type}`, label: keyWords(type, 60) }))
}

/** Observed types that a mistyped one may mean: those that share its beginning, or else all. */
export function similarTypes(type: string, observed: readonly string[]): readonly string[] {
  const start = type.toLowerCase().slice(0, 3)
  const alike = observed.filter((one) => one.toLowerCase().includes(start))
  return alike.length > 0 ? alike : observed
}

function keyOf(words: string, observed: readonly string[]): string {
  if (observed.includes(words)) return words
  const wanted = words.toLowerCase()
  return (
    observed.find((type) => type.toLowerCase() === wanted || keyWords(type).toLowerCase() === wanted) ?? words
  )
}
