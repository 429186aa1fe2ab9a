const LONGEST_SHOWN = 2_000

// Direction controls (U+202A–E, U+2066–9, marks) could reorder the text around them.
const INVISIBLE = /[\p{Cc}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu

/**
 * A text of the service as one inert line: control characters become a visible
 * mark, long texts are clipped.
 */
export function safeText(text: string, longest = LONGEST_SHOWN): string {
  const clipped = text.length > longest ? clip(text, longest) : text
  const wellFormed = clipped.toWellFormed()
  return wellFormed.replace(INVISIBLE, '\ufffd')
}

function clip(text: string, longest: number): string {
  const end = endBefore(text, longest)
  const beginning = text.slice(0, end)
  return `${beginning}…`
}

/** The same place, or one before it within a pair of surrogates. */
function endBefore(text: string, end: number): number {
  const code = text.charCodeAt(end - 1)
  const isFirstOfPair = code >= 0xd800 && code <= 0xdbff
  return isFirstOfPair ? end - 1 : end
}

const RIGHT_TO_LEFT_SCRIPTS = ['Arabic', 'Hebrew', 'Syriac', 'Thaana', 'Nko', 'Adlam']
const RIGHT_TO_LEFT = anyScript(RIGHT_TO_LEFT_SCRIPTS)

function anyScript(scripts: readonly string[]): RegExp {
  const classes = scripts.map((script) => `\\p{Script=${script}}`)
  return new RegExp(`[${classes.join('')}]`, 'u')
}

/**
 * A text that reads from right to left as a unit of its own, so that the sentence
 * around it keeps its order.
 */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text
}

/** Any value as text, for a field of an unexpected type. */
export function rawText(value: unknown): string {
  if (typeof value === 'string') return safeText(value, 200)
  const json = JSON.stringify(value) ?? 'absent'
  return safeText(json, 200)
}

/**
 * "near Av. Italia 2345", in a list of facts. A direction never comes before it: it
 * would count from the address.
 * @param name of an address or street, out of the map's data
 */
export function nearWords(name: string): string {
  return `near ${isolated(safeText(name, 60))}`
}

// Characters valid in JSON that hide or reorder text.
const HIDDEN =
  /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g

/**
 * Indented JSON with invisible and reordering characters as `\u` escapes; parses to the same value.
 */
export function inspectableJson(value: unknown): string {
  const json = JSON.stringify(value, null, 2) ?? 'null'
  return json.replace(HIDDEN, unicodeEscape)
}

function unicodeEscape(character: string): string {
  const code = character.charCodeAt(0).toString(16)
  return `\\u${code.padStart(4, '0')}`
}
