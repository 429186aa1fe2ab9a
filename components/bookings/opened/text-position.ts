/** A position in a text as an editor counts it. */
export interface TextPosition {
  /** From 1; CR LF is one line break. */
  readonly line: number
  /** Characters from 1; an emoji is one. */
  readonly column: number
  /** The text of the line before and after the position, clipped. */
  readonly before: string
  readonly after: string
}

const EXCERPT_LENGTH = 40

/** @param offset UTF-16 units from the text's start */
export function textPosition(text: string, offset: number): TextPosition {
  let line = 1
  let start = 0
  for (let at = 0; at < offset; at++) {
    const code = text.charCodeAt(at)
    if (code !== 10 && !(code === 13 && text.charCodeAt(at + 1) !== 10)) continue
    line++
    start = at + 1
  }
  let column = 1
  for (let at = start; at < offset; at++) {
    const code = text.charCodeAt(at)
    // A low surrogate belongs to the character before it.
    if (code < 0xdc00 || code > 0xdfff) column++
  }
  return {
    line,
    column,
    before: text.slice(Math.max(start, offset - EXCERPT_LENGTH), offset),
    after: text.slice(offset, offset + EXCERPT_LENGTH).split(/\r?\n|\r/, 1)[0] as string,
  }
}
