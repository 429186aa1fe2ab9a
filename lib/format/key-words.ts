import { safeText } from './text'

/**
 * A key of the service as words of a label: "wheelchair_taxi" is "Wheelchair taxi". Show
 * the key itself in the title.
 */
export function keyWords(key: string, longest?: number): string {
  return capitalised(keyPhrase(key, longest))
}

/**
 * As `keyWords`, inside a sentence: "wheelchair taxi", "MPV". Upper case of the
 * service stays: "iQ".
 */
export function keyPhrase(key: string, longest?: number): string {
  const text = safeText(key, longest)
  const words = text
    .replaceAll(/(?<=\p{L})-(?=\p{L})|_+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(ABBREVIATIONS, (abbreviation) => abbreviation.toUpperCase())
    .trim()
  return words || text
}

/** Types of vehicles that are written in capitals. */
const ABBREVIATIONS = /(?<![\p{L}\p{N}])(?:wav|mpv|suv)(?![\p{L}\p{N}])/gu

function capitalised(text: string): string {
  const [word = ''] = text.split(' ', 1)
  const [first = ''] = text
  if (word !== word.toLowerCase()) return text
  const upper = first.toUpperCase()
  // "ß" and ligatures have no single capital.
  return upper.length === first.length ? upper + text.slice(first.length) : text
}
