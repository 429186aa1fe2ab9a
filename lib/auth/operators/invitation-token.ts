import { createHash, randomBytes } from 'node:crypto'

/** Secret part of an invitation link: 256 bits. */
export function newInvitationToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The store holds hashes only: its contents do not reveal valid links. */
export function hashInvitationToken(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
