import { createHmac, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Settings } from '@/lib/app/settings/read-settings'
import { verifications } from '@/lib/store/schema'
import type { Database } from '@/lib/store/store'

const SECRET_NAME = 'kerbside-secret'
const FINGERPRINT_NAME = 'kerbside-secret-fingerprint'
const NEVER = new Date('9999-01-01T00:00:00Z')

export interface Secrets {
  /** Signs cookies, and encrypts what is written from now on. */
  readonly current: string
  /** Still read what was encrypted with them. */
  readonly earlier: readonly string[]
}

/**
 * KERBSIDE_SECRET, or the one that was generated once and is kept in the database, shared
 * by all nodes of a store. Earlier ones are KERBSIDE_SECRET_BEFORE, and the generated one
 * where another is set now.
 */
export async function readSecrets(
  settings: Pick<Settings, 'KERBSIDE_SECRET' | 'KERBSIDE_SECRET_BEFORE'>,
  db: Database,
): Promise<Secrets> {
  const chosen = settings.KERBSIDE_SECRET?.reveal() ?? null
  const before = settings.KERBSIDE_SECRET_BEFORE?.reveal() ?? null
  const generated = chosen === null ? await generatedSecret(db) : await read(db, SECRET_NAME)
  const current = chosen ?? generated
  if (current === null) throw new Error('the database did not keep the generated secret')
  const others = [before, generated].filter((secret) => secret !== current)
  const earlier = others.filter((secret) => secret !== null)
  return { current, earlier }
}

/** Whether another secret was current at the last start. Remembers the present one, by a hash. */
export async function noticeOtherSecret(db: Database, secrets: Secrets): Promise<boolean> {
  const fingerprint = fingerprintOf(secrets.current)
  const known = await read(db, FINGERPRINT_NAME)
  if (known === fingerprint) return false
  await db
    .insert(verifications)
    .values({
      id: FINGERPRINT_NAME,
      identifier: FINGERPRINT_NAME,
      expiresAt: NEVER,
      value: fingerprint,
    })
    .onConflictDoUpdate({
      target: verifications.id,
      set: { value: fingerprint },
    })
  // A store without this hash: an earlier secret beside the present one is the
  // only evidence of a change.
  return known !== null || secrets.earlier.length > 0
}

function fingerprintOf(secret: string): string {
  const hmac = createHmac('sha256', secret)
  hmac.update(FINGERPRINT_NAME)
  return hmac.digest('base64url')
}

async function generatedSecret(db: Database): Promise<string | null> {
  const made = randomBytes(32).toString('base64url')
  await db
    .insert(verifications)
    .values({
      id: SECRET_NAME,
      identifier: SECRET_NAME,
      value: made,
      expiresAt: NEVER,
    })
    .onConflictDoNothing()
  return read(db, SECRET_NAME)
}

async function read(db: Database, name: string): Promise<string | null> {
  const rows = await db
    .select({ value: verifications.value })
    .from(verifications)
    .where(eq(verifications.id, name))
  return rows[0]?.value ?? null
}
