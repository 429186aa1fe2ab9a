const LONGEST_SHOWN = 2_000

// Direction controls can reorder what stands around a text; shown as a mark they are inert (U+202A–E, U+2066–9, marks).
const INVISIBLE = /[\p{Cc}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu

/** A text of the service as a single inert line: controls become a visible mark, over-long ones are clipped. */
export function safeText(text: string, longest = LONGEST_SHOWN): string {
  const clipped = text.length > longest ? `${text.slice(0, longest)}…` : text
  return clipped.toWellFormed().replace(INVISIBLE, '\ufffd')
}

/** A value of any type as text, for a field that came with another type than the interface says. */
export function rawText(value: unknown, longest = 200): string {
  return safeText(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'absent'), longest)
}
