import { safeText } from './text'

/**
 * A key of the service as words of a label: "wheelchair_taxi" is "Wheelchair taxi". Show
 * the key itself in the title.
 */
export function keyWords(key: string, longest?: number): string {
  return capitalised(keyPhrase(key, longest))
}

/**
 * As `keyWords`, inside a sentence: "wheelchair taxi". Upper case of the
 * service stays: "SUV", "iQ".
 */
export function keyPhrase(key: string, longest?: number): string {
  const text = safeText(key, longest)
  const words = text
    .replaceAll(/(?<=\p{L})-(?=\p{L})|_+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return words || text
}

function capitalised(text: string): string {
  const [word = ''] = text.split(' ', 1)
  const [first = ''] = text
  if (word !== word.toLowerCase()) return text
  const upper = first.toUpperCase()
  // "ß" and ligatures have no single capital.
  return upper.length === first.length ? upper + text.slice(first.length) : text
}
