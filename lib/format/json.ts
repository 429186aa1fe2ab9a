// Characters valid in JSON that hide or reorder text (see text.ts).
const INVISIBLE = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g

/**
 * Indented JSON with invisible and reordering characters as `\u` escapes; parses to the same value.
 */
export function inspectableJson(value: unknown): string {
  return (JSON.stringify(value, null, 2) ?? 'null').replace(
    INVISIBLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
