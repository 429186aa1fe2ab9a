import { parseForm } from './form-text'
import { partsOf } from './json-parts'
import { parseBase64, parseJson, repaired, type TextPart } from './json-text'

/** A body, a file or a pasted text as values. */
export interface ParsedText {
  readonly form: 'json' | 'form-encoded' | 'unreadable'
  /** The value, or an array of several; undefined where it is unreadable. */
  readonly content: unknown
  readonly parts: readonly TextPart[]
  /** Lines that could not be read, from 1. */
  readonly damaged: readonly number[]
}

/**
 * Reads a text in the first of these forms that it has:
 * 1. one JSON value, also in Base64
 * 2. a form, URL-encoded or in parts
 * 3. JSON values behind each other or one a line, with comments, trailing commas and NaN; of a
 *    damaged text those that are whole
 * @param contentType as received; the text decides where it is wrong
 */
export function parseText(text: string, contentType: string | null = null): ParsedText {
  const plain = text.replace(/^\ufeff/, '')
  const whole = parseJson(plain) ?? parseBase64(plain)
  if (whole) return parsedText('json', [whole])

  const form = parseForm(plain, contentType)
  if (form) return parsedText('form-encoded', [{ text: '', value: form.value }])

  const { parts, damaged } = partsOf(repaired(plain))
  if (parts.length === 0) return parsedText('unreadable', [], damaged)
  return parsedText('json', parts, damaged)
}

function parsedText(
  form: ParsedText['form'],
  parts: readonly TextPart[],
  damaged: readonly number[] = [],
): ParsedText {
  const values = parts.map(({ value }) => value)
  const content = values.length > 1 ? values : values[0]
  return { form, content, parts, damaged }
}
