import { createHash, randomBytes } from 'node:crypto'

export interface OneTimeLink {
  readonly secret: string
  readonly expiresAt: Date
}

/** @returns the link and the id to store */
export function createLink(expiresAtMs: number): OneTimeLink & { id: string } {
  const secret = randomBytes(32).toString('base64url')
  return { secret, id: hashToken(secret), expiresAt: new Date(expiresAtMs) }
}

/** The store holds hashes only: its contents do not reveal valid links. */
export function hashToken(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
