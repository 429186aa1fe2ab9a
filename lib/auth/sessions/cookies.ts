import { createHmac, timingSafeEqual } from 'node:crypto'

export const SESSION_COOKIE = '__Host-kerbside-session'

/** Value of the first session cookie, as it was sent; null without one. */
export function sessionCookie(headers: Headers): string | null {
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const [name = '', ...value] = pair.split('=')
    if (name.trim() === SESSION_COOKIE) return value.join('=').trim()
  }
  return null
}

/**
 * Token of our signed cookie, also of an ended session; null without a valid signature.
 * Source: better-call, `token.base64(HMAC-SHA-256)`
 */
export function signedToken(headers: Headers, secret: string): string | null {
  const text = decoded(sessionCookie(headers) ?? '')
  const end = text.lastIndexOf('.')
  if (end < 1) return null
  const token = text.slice(0, end)
  const expected = createHmac('sha256', secret).update(token).digest()
  const given = Buffer.from(text.slice(end + 1), 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
