import { z } from 'zod'

/** Characters of a new password; no other composition rule. Source: NIST SP 800-63B §5.1.1 */
export const SHORTEST_PASSWORD = 12
export const LONGEST_PASSWORD = 128

const email = z.email().max(254)
const newPassword = z.string().min(SHORTEST_PASSWORD).max(LONGEST_PASSWORD)
const secret = z.string().regex(/^[\w-]{43}$/)

/** Why a session has ended. `changed`: the operator's password or two-factor, in another browser. */
export const sessionEndSchema = z.enum([
  'expired',
  'ended',
  'disabled',
  'deleted',
  'reset',
  'changed',
  'everywhere',
])
export type SessionEnd = z.infer<typeof sessionEndSchema>

/** `POST /api/auth/sign-in`. Every text is accepted, so that all failures look alike. */
export const credentialsSchema = z.strictObject({
  email: z.string().min(1).max(254),
  password: z.string().min(1).max(LONGEST_PASSWORD),
})

/** `POST /api/auth/sign-in/code` and `/two-factor/confirm`: six digits, or a backup code. */
export const codeSchema = z.strictObject({ code: z.string().trim().min(6).max(32) })

/** `POST /api/auth/sign-in/oidc`: `next` is the page to return to. */
export const oidcRequestSchema = z.strictObject({ next: z.string().max(4096) })

/** `POST /api/auth/link`: summary of an invitation. The secret is in the body because URLs end up in logs. */
export const linkSchema = z.strictObject({ secret })
/** `POST /api/auth/reset`: sets the password and signs in. */
export const resetSchema = z.strictObject({ secret, password: newPassword })

/** `POST /api/auth/accept`: creates the operator and signs in. */
export const acceptanceSchema = z.strictObject({
  secret,
  name: z.string().trim().min(1).max(120),
  /** Required where the link contains none. */
  email: email.nullable(),
  password: newPassword,
})

/** `POST /api/auth/password`: ends the operator's other sessions. */
export const passwordChangeSchema = z.strictObject({
  current: z.string().min(1).max(LONGEST_PASSWORD),
  password: newPassword,
})

/** `POST /api/auth/two-factor` starts the set-up of an authenticator. */
export const passwordSchema = z.strictObject({ password: z.string().min(1).max(LONGEST_PASSWORD) })
/** `DELETE /api/auth/two-factor` removes it: the code is the authenticator's or a backup code. */
export const twoFactorOffSchema = z.strictObject({ ...passwordSchema.shape, ...codeSchema.shape })

/** `POST /api/audit/export`: a page saved rows to a file. */
export const exportSchema = z.strictObject({
  subject: z.string().min(1).max(200),
  rows: z.int().min(0),
})
