/** Digits of other scripts as 0 to 9. */
export function asciiDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, asciiDigit)
}

/** Decimal digits stand in runs of ten in Unicode, each from its zero. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) as number
  let before = 0
  while (isDigit(code - before - 1)) before++
  return String(before % 10)
}

function isDigit(code: number): boolean {
  const character = String.fromCodePoint(code)
  return /\p{Nd}/u.test(character)
}
