import { createAccessControl } from 'better-auth/plugins/access'
import { adminAc, defaultStatements } from 'better-auth/plugins/admin/access'

/** Kerbside's roles for better-auth's plugin `admin`: administrators alone manage operators. */
export const accessControl = createAccessControl(defaultStatements)

export const roles = {
  viewer: accessControl.newRole({ user: [], session: [] }),
  dispatcher: accessControl.newRole({ user: [], session: [] }),
  administrator: accessControl.newRole({ ...adminAc.statements }),
}

/**
 * Addresses of better-auth that are off. The others are in `lib/api/routes/auth.ts`, each with
 * its least role; a test compares both with the router.
 */
export const disabledPaths = [
  // Operators come by invitation, and are deleted by an administrator.
  '/sign-up/email',
  '/delete-user',
  '/delete-user/callback',
  '/admin/create-user',
  // The e-mail address is the account's name, and Kerbside sends no e-mail.
  '/change-email',
  '/verify-email',
  '/send-verification-email',
  '/request-password-reset',
  '/reset-password',
  '/reset-password/:token',
  '/update-user',
  '/admin/update-user',
  // Administrators make reset links. They set no passwords, and do not act as others.
  '/admin/set-user-password',
  '/admin/impersonate-user',
  '/admin/stop-impersonating',
  // `GET /api/me` and `GET /api/operators` answer without tokens of sessions.
  '/get-session',
  '/update-session',
  '/list-sessions',
  '/revoke-session',
  '/revoke-other-sessions',
  '/admin/get-user',
  '/admin/list-users',
  '/admin/list-user-sessions',
  '/admin/revoke-user-session',
  '/admin/has-permission',
  // OpenID accounts are linked by signing in, and no token of the provider is kept.
  '/link-social',
  '/list-accounts',
  '/unlink-account',
  '/refresh-token',
  '/get-access-token',
  '/account-info',
  // A second factor that is lost is set up again.
  '/two-factor/get-totp-uri',
  '/two-factor/send-otp',
  '/two-factor/verify-otp',
  '/two-factor/generate-backup-codes',
  '/verify-password',
  '/passkey/update-passkey',
  '/api-key/get',
  '/api-key/update',
  '/ok',
  '/error',
]
