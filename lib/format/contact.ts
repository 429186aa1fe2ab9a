// Digits with common separators; extensions and words cannot be dialled.
const PHONE = /^\+?[\d\s().\-–/]{3,40}$/
const FEWEST_DIGITS = 3

// One plain address: a link must not hide further recipients.
const EMAIL = /^[\p{L}\p{N}.!#$'*+/=^_`{|}~-]{1,64}@[\p{L}\p{N}.-]{1,180}\.[\p{L}\p{N}-]{2,63}$/u

/** `tel:` URL of a phone number; null for any other text. */
export function telHref(text: string): string | null {
  const digits = text.replaceAll(/\D/g, '')
  if (!PHONE.test(text.trim()) || digits.length < FEWEST_DIGITS) return null
  return `tel:${text.trim().startsWith('+') ? '+' : ''}${digits}`
}

/** `mailto:` URL of an e-mail address; null for any other text. */
export function mailtoHref(text: string): string | null {
  const match = EMAIL.test(text.trim()) ? text.trim() : null
  if (match === null) return null
  const [local, domain] = match.split('@') as [string, string]
  return `mailto:${encodeURIComponent(local)}@${encodeURIComponent(domain)}`
}
