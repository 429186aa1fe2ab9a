// Controls that a JSON text may hold as they are, yet reorder or hide what stands around them (see text.ts).
const INVISIBLE = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g

/**
 * A value as indented JSON in which every invisible or reordering character is written as its `\u` escape:
 * the same value to a parser, and nothing hidden from a reader.
 */
export function inspectableJson(value: unknown): string {
  return (JSON.stringify(value, null, 2) ?? 'null').replace(
    INVISIBLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
