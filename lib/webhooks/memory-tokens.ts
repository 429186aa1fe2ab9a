import { randomBytes, randomUUID } from 'node:crypto'
import { WEBHOOK_ADDRESSES_MAXIMUM } from '@/lib/api/contract/webhooks'
import type { WebhookToken, WebhookTokens } from './tokens'

/** Tokens of demo data, which are of this process only. */
export function createMemoryTokens(now: () => number = Date.now): WebhookTokens {
  const tokens: (WebhookToken & { readonly secret: string })[] = []
  const isInUse = (token: WebhookToken) => token.revokedAtMs === null
  return {
    refresh: async () => undefined,
    find: (secret) => tokens.find((token) => token.secret === secret && isInUse(token))?.id ?? null,
    list: async () => tokens.map(({ secret: _secret, ...token }) => token),
    async create(name, _operatorId, audit) {
      if (tokens.filter(isInUse).length >= WEBHOOK_ADDRESSES_MAXIMUM) return null
      await audit?.()
      const [id, secret] = [randomUUID(), randomBytes(32).toString('base64url')]
      tokens.unshift({ id, name, secret, createdAtMs: now(), createdBy: null, revokedAtMs: null })
      return { id, secret }
    },
    async revoke(id, audit) {
      const at = tokens.findIndex((token) => token.id === id && isInUse(token))
      const token = tokens[at]
      if (!token) return false
      await audit?.()
      tokens[at] = { ...token, revokedAtMs: now() }
      return true
    },
  }
}
