import { createHash, randomBytes } from 'node:crypto'

/** The secret part of a link that makes an operator: 256 bits. */
export function newInvitationToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the store keeps of it: whoever reads the store cannot make the link. */
export function hashInvitationToken(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
