import { z } from 'zod'
import { roleSchema } from './operators'

/** Characters of a new password. Source: NIST SP 800-63B §5.1.1 asks for length, and for no recipe of characters */
export const SHORTEST_PASSWORD = 12
export const LONGEST_PASSWORD = 128

const email = z.email().max(254)
const newPassword = z.string().min(SHORTEST_PASSWORD).max(LONGEST_PASSWORD)
const secret = z.string().regex(/^[\w-]{43}$/)

/** `GET /api/auth`: how one signs in here. */
export const signInWaysSchema = z.object({
  /** False: whoever reaches Kerbside may use it. */
  required: z.boolean(),
  oidc: z.boolean(),
  /** This browser has a session already. */
  signedIn: z.boolean(),
})

/** `POST /api/auth/sign-in`. Any text may be tried, and fails alike. */
export const passwordEntrySchema = z.strictObject({
  email: z.string().min(1).max(254),
  password: z.string().min(1).max(LONGEST_PASSWORD),
})
/** The answer to it: `code` when the operator's authenticator is asked next. */
export const enteredSchema = z.object({ next: z.enum(['done', 'code']) })

/** `POST /api/auth/sign-in/code`: six digits, or one of the backup codes. Confirms a new authenticator as well. */
export const codeEntrySchema = z.strictObject({ code: z.string().trim().min(6).max(32) })

/** `POST /api/auth/sign-in/oidc`: `next` is a page of ours. The answer says where to go. */
export const oidcEntrySchema = z.strictObject({ next: z.string().max(4096) })
export const oidcBegunSchema = z.object({ url: z.url() })

/** `POST /api/auth/link`: what a link is for. The secret travels in a body: addresses end up in logs. */
export const linkSchema = z.strictObject({ secret })
/** The answer to it; e-mail is null for the set-up of the first administrator. */
export const linkedSchema = z.object({ email: z.string().nullable(), role: roleSchema })

/** `POST /api/auth/accept`: makes the operator and signs in. */
export const acceptanceSchema = z.strictObject({
  secret,
  name: z.string().trim().min(1).max(120),
  /** Asked for where the link does not say it. */
  email: email.nullable(),
  password: newPassword,
})

/** `POST /api/auth/password`: another password; the operator's other sessions end. */
export const passwordChangeSchema = z.strictObject({
  current: z.string().min(1).max(LONGEST_PASSWORD),
  password: newPassword,
})

/** `POST /api/auth/two-factor` begins to set up an authenticator, `DELETE` takes it away; both ask for the password. */
export const passwordProofSchema = z.strictObject({ password: z.string().min(1).max(LONGEST_PASSWORD) })
/** The answer to the first: for the authenticator, and codes for when it is lost. `POST /api/auth/two-factor/confirm` ends it. */
export const authenticatorSchema = z.object({ uri: z.string(), backupCodes: z.array(z.string()) })

/** `POST /api/audit/export`: something was saved to a file; `rows` of what. */
export const exportSchema = z.strictObject({
  subject: z.string().min(1).max(200),
  rows: z.int().min(0),
})
