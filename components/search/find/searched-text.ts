/** `SEARCH_TEXT_MAXIMUM` of the contract, without its schemas in the page's script; a test compares them. */
export const LONGEST_TEXT = 200

const LINK = /^geo:|:\/\//i

// "91,0" is a mistyped position, "17" part of a call sign.
const NUMBERS = /^[-+\d\s.,;:/°'"′″NSEW()]+$/i
const PAIR = /[,;°]|\d\.\d/

/** Whether a text is a position or a link of a map, complete or not: nothing else is searched for it. */
function isPositionLike(text: string): boolean {
  return LINK.test(text) || (NUMBERS.test(text) && PAIR.test(text))
}

/** The text to search for; null where only a position can be meant, and for a text that is too long. */
export function searchedText(typed: string): string | null {
  const text = typed.trim().replaceAll(/\s+/gu, ' ')
  return text === '' || text.length > LONGEST_TEXT || isPositionLike(text) ? null : text
}
