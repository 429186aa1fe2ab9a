import { formOfJson } from './forms'

// Of the beginning that is read.
const CAP_BYTES = 4096

/**
 * `404 application/json {error: {code: text}}`: the form of a refusal, field names and types only.
 * @param text beginning of its body; null where it broke off
 */
export function formOfRefusal({ status, headers }: Response, text: string | null): string {
  const given = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? 'no content type'
  const type = /^[a-z]+\/[a-z.+-]{1,40}$/.test(given) ? given : 'no content type'
  if (text === null) return `${status} ${type}, not read`
  if (text.trim() === '') return `${status} empty`
  if (text.length >= CAP_BYTES) return `${status} ${type}, ${CAP_BYTES} bytes or more`
  try {
    return `${status} ${type} ${formOfJson(JSON.parse(text))}`
  } catch {
    return `${status} ${type}, ${/<html|<!doctype/i.test(text) ? 'HTML' : 'text'}`
  }
}
