// Digits with what people put between them; an extension or a word is no number a phone could dial.
const PHONE = /^\+?[\d\s().\-–/]{3,40}$/
const FEWEST_DIGITS = 3

// One address without quoting, comments or a list: more than one recipient must not hide in a link.
const EMAIL = /^[\p{L}\p{N}.!#$'*+/=^_`{|}~-]{1,64}@[\p{L}\p{N}.-]{1,180}\.[\p{L}\p{N}-]{2,63}$/u

/** The address that dials a phone number; null when the text is none. */
export function telHref(text: string): string | null {
  const digits = text.replaceAll(/\D/g, '')
  if (!PHONE.test(text.trim()) || digits.length < FEWEST_DIGITS) return null
  return `tel:${text.trim().startsWith('+') ? '+' : ''}${digits}`
}

/** The address that writes to an e-mail address; null when the text is none. */
export function mailtoHref(text: string): string | null {
  const match = EMAIL.test(text.trim()) ? text.trim() : null
  if (match === null) return null
  const [local, domain] = match.split('@') as [string, string]
  return `mailto:${encodeURIComponent(local)}@${encodeURIComponent(domain)}`
}
