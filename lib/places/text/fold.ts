import { canonicalWord } from './abbreviations'

/** More words of a text are left out. */
const WORDS_MAXIMUM = 12
const LONGEST_WORD = 40

/** Words without accents and case, abbreviations written out: "Av. Gral. Rivera" gives avenida, general, rivera. */
export function foldWords(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, WORDS_MAXIMUM)
    .map((word) => canonicalWord(word.slice(0, LONGEST_WORD)))
}

/** Keeps separators. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll(/['’`´]/g, '')
}
