import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { verifications } from '@/lib/store/schema'
import type { Database } from '@/lib/store/store'

const SECRET_NAME = 'kerbside-secret'

/** Cookie signing secret when KERBSIDE_SECRET is not set: generated once, shared by all nodes of a store. */
export async function storedSecret(db: Database): Promise<string> {
  const made = randomBytes(32).toString('base64url')
  const never = new Date('9999-01-01T00:00:00Z')
  const row = { id: SECRET_NAME, identifier: SECRET_NAME, value: made, expiresAt: never }
  await db.insert(verifications).values(row).onConflictDoNothing()
  const rows = await db
    .select({ value: verifications.value })
    .from(verifications)
    .where(eq(verifications.id, SECRET_NAME))
  return rows[0]?.value ?? made
}
