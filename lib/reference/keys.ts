import { createHash, timingSafeEqual } from 'node:crypto'
import type { GapAnswers } from './gaps'

export interface ApiKey {
  key: string
  /** Expiry, in ms since 1970. */
  expiresAt?: number
}

export function createAuthenticate(
  keys: readonly ApiKey[],
  precedence: GapAnswers['keyPrecedence'],
) {
  const known = keys.map((entry) => ({ ...entry, sum: sum(entry.key) }))

  function isValid(key: string | null, nowMs: number): key is string {
    if (!key) return false
    const given = sum(key)
    // Digests compared in constant time, against timing attacks.
    return known.some(
      (entry) =>
        timingSafeEqual(entry.sum, given) &&
        (entry.expiresAt === undefined || nowMs < entry.expiresAt),
    )
  }

  /** The key a request is accepted with, or null: missing, incorrect or expired (§5). */
  return (request: Request, url: URL, nowMs: number): string | null => {
    const inHeader = bearerKey(request.headers.get('authorization'))
    const inQuery = url.searchParams.get('key')
    const sent = precedence === 'query' ? [inQuery, inHeader] : [inHeader, inQuery]
    const first = sent.find((key) => key !== null) ?? null
    if (isValid(first, nowMs)) return first
    if (precedence !== 'either') return null
    return sent.find((key) => isValid(key, nowMs)) ?? null
  }
}

/** A scheme other than Bearer carries no key; Bearer without a readable key counts as incorrect. */
function bearerKey(header: string | null): string | null {
  if (header === null || !/^Bearer\b/i.test(header)) return null
  return /^Bearer +(\S+) *$/i.exec(header)?.[1] ?? ''
}

const sum = (key: string) => createHash('sha256').update(key).digest()
