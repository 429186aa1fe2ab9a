import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { eq } from 'drizzle-orm'
import { commandLine } from '@/lib/app/command-line'
import { operators, twoFactors } from '@/lib/store/schema'
import type { Database } from '@/lib/store/store'
import type { Secrets } from './secrets'

/** For the log: ways out for second factors that the present secret cannot read. */
export const WAYS_OUT = `Set KERBSIDE_SECRET_BEFORE to the earlier secret and start again, or turn their two-factor off: ${commandLine('operators')} two-factor-off EMAIL`

/** An operator's second factor as better-auth keeps it, encrypted with the secret of its time. */
interface Encrypted {
  readonly secret: string
  readonly backupCodes: string
}

/**
 * Encrypts all second factors with the present secret.
 * @returns how many were changed, and how many no secret reads
 */
export async function renewTwoFactors(db: Database, { current, earlier }: Secrets) {
  const outcome = { renewed: 0, unreadable: 0 }
  for (const row of await db.select().from(twoFactors)) {
    if (await decryptWith(current, row)) continue
    const plain = await decryptWithOneOf(earlier, row)
    if (!plain) {
      outcome.unreadable += 1
      continue
    }
    await db
      .update(twoFactors)
      .set({
        secret: await symmetricEncrypt({ key: current, data: plain.secret }),
        backupCodes: await symmetricEncrypt({ key: current, data: plain.backupCodes }),
      })
      .where(eq(twoFactors.id, row.id))
    outcome.renewed += 1
  }
  return outcome
}

/** Whether the operator's codes cannot be checked because another secret encrypted them. */
export async function isTwoFactorUnreadable(
  db: Database,
  { current }: Secrets,
  email: string,
): Promise<boolean> {
  const rows = await db
    .select({ secret: twoFactors.secret, backupCodes: twoFactors.backupCodes })
    .from(twoFactors)
    .innerJoin(operators, eq(operators.id, twoFactors.userId))
    .where(eq(operators.email, email))
  return rows[0] !== undefined && (await decryptWith(current, rows[0])) === null
}

async function decryptWithOneOf(secrets: readonly string[], row: Encrypted) {
  for (const secret of secrets) {
    const plain = await decryptWith(secret, row)
    if (plain) return plain
  }
  return null
}

async function decryptWith(key: string, row: Encrypted): Promise<Encrypted | null> {
  try {
    return {
      secret: await symmetricDecrypt({ key, data: row.secret }),
      backupCodes: await symmetricDecrypt({ key, data: row.backupCodes }),
    }
  } catch {
    return null
  }
}
