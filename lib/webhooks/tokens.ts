import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { WEBHOOK_ADDRESSES_MAXIMUM } from '@/lib/api/contract/webhooks'
import { operators, webhookTokens } from '@/lib/store/schema'
import type { Database, RecordChange } from '@/lib/store/store'

export interface WebhookToken {
  readonly id: string
  readonly name: string
  readonly createdAtMs: number
  /** The operator's name; null when the account is gone, or sign-in was disabled. */
  readonly createdBy: string | null
  readonly revokedAtMs: number | null
}

/** The secret parts of addresses that receive webhooks. The store holds their hashes only. */
export interface WebhookTokens {
  /** The newest first. */
  list(): Promise<WebhookToken[]>
  /** @returns the secret, which cannot be read again; null when there are too many */
  create(
    name: string,
    operatorId: string | null,
    audit?: RecordChange,
  ): Promise<{ id: string; secret: string } | null>
  /** @returns false for an id that is not in use */
  revoke(id: string, audit?: RecordChange): Promise<boolean>
  /**
   * Id of a token in use, by the last reading: also while the database is down. Null for any other
   * text; undefined before the tokens were read.
   */
  find(secret: string): string | null | undefined
  /**
   * Reads the tokens in use again: another node may have made or revoked some.
   * @throws while the database is down
   */
  refresh(): Promise<void>
}

export function createTokens(db: Database, now: () => number = Date.now): WebhookTokens {
  let idByHash: ReadonlyMap<string, string> | null = null
  const isInUse = isNull(webhookTokens.revokedAt)

  async function refresh(): Promise<void> {
    const { id, secretHash } = webhookTokens
    const rows = await db.select({ id, secretHash }).from(webhookTokens).where(isInUse)
    idByHash = new Map(rows.map((row) => [row.secretHash, row.id]))
  }

  return {
    refresh,
    find(secret) {
      if (idByHash === null) return undefined
      return idByHash.get(hashToken(secret)) ?? null
    },

    async list() {
      const rows = await db
        .select({ token: webhookTokens, createdBy: operators.name })
        .from(webhookTokens)
        .leftJoin(operators, eq(operators.id, webhookTokens.createdBy))
        .orderBy(desc(webhookTokens.createdAt), desc(webhookTokens.id))
      return rows.map(({ token: { id, name, createdAt, revokedAt }, createdBy }) => ({
        id,
        name,
        createdAtMs: createdAt.getTime(),
        createdBy,
        revokedAtMs: revokedAt?.getTime() ?? null,
      }))
    },

    async create(name, operatorId, audit) {
      const id = randomUUID()
      const secret = newSecret()
      const values = {
        id,
        name,
        secretHash: hashToken(secret),
        createdAt: new Date(now()),
        createdBy: operatorId,
      }
      const isCreated = await db.transaction(async (tx) => {
        const inUse = await tx.$count(webhookTokens, isInUse)
        if (inUse >= WEBHOOK_ADDRESSES_MAXIMUM) return false
        await tx.insert(webhookTokens).values(values)
        await audit?.(tx)
        return true
      })
      if (!isCreated) return null
      await refresh()
      return { id, secret }
    },

    async revoke(id, audit) {
      const isRevoked = await db.transaction(async (tx) => {
        const rows = await tx
          .update(webhookTokens)
          .set({ revokedAt: new Date(now()) })
          .where(and(eq(webhookTokens.id, id), isInUse))
          .returning({ id: webhookTokens.id })
        if (rows.length > 0) await audit?.(tx)
        return rows.length > 0
      })
      await refresh()
      return isRevoked
    },
  }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

function hashToken(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

interface MemoryToken extends WebhookToken {
  readonly secret: string
}

/** Tokens of demo data, which are of this process only. */
export function createMemoryTokens(): WebhookTokens {
  const tokens: MemoryToken[] = []
  const isInUse = (token: WebhookToken) => token.revokedAtMs === null
  return {
    refresh: async () => undefined,
    find: (secret) => tokens.find((token) => token.secret === secret && isInUse(token))?.id ?? null,
    list: async () => tokens.map(({ secret: _secret, ...token }) => token),
    async create(name, _operatorId, audit) {
      if (tokens.filter(isInUse).length >= WEBHOOK_ADDRESSES_MAXIMUM) return null
      await audit?.()
      const id = randomUUID()
      const secret = newSecret()
      tokens.unshift({
        id,
        name,
        secret,
        createdAtMs: Date.now(),
        createdBy: null,
        revokedAtMs: null,
      })
      return { id, secret }
    },
    async revoke(id, audit) {
      const at = tokens.findIndex((token) => token.id === id && isInUse(token))
      const token = tokens[at]
      if (!token) return false
      await audit?.()
      tokens[at] = { ...token, revokedAtMs: Date.now() }
      return true
    },
  }
}

/** Our address as it is in JSON, in JSON within JSON, and in a form's field. */
const ADDRESS = /(hooks(?:\\*\/|%2[fF]))([\w-]{43})(?![\w-])/g
const WITHHELD = 'token-withheld'

/**
 * Removes the tokens of our own webhook addresses from an answer: records and deliveries repeat the
 * addresses that are registered in them, and any holder of one can deliver bookings.
 * @param find null for a token that is not in use; asked for only where a text may hold one
 */
export async function withholdTokens(
  text: string,
  find: () => Promise<(secret: string) => string | null | undefined>,
): Promise<string> {
  if (text.search(ADDRESS) < 0) return text
  const idOf = await find()
  return text.replace(ADDRESS, (address, before: string, secret: string) =>
    idOf(secret) === null ? address : before + WITHHELD,
  )
}
