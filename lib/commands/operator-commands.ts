import { commandLine } from '@/lib/app/command-line'
import { ConfigError } from '@/lib/app/settings/config-error'
import type { AuditAction, AuditWriter } from '@/lib/auth/audit'
import type { Auth } from '@/lib/auth/compose'

const COMMAND = commandLine('operators')
const USAGE = `Usage: ${COMMAND} list | reset EMAIL | unlock EMAIL | two-factor-off EMAIL`

const CONSOLE = { operator: { id: null, email: 'server console' }, address: null }

/**
 * Commands for the day when no administrator can sign in. Access to the
 * server's files is the permission.
 * @param origin of the links: `https://kerbside.example`
 * @throws ConfigError for unknown commands and addresses
 */
export async function runOperatorCommand(auth: Auth, origin: string, args: readonly string[]) {
  const [command, email, ...more] = args
  const operators = await auth.operators.list()
  if (command === 'list' && email === undefined) {
    const lines = operators.map(({ email, role, disabled, twoFactor }) =>
      [email, role, twoFactor ? 'two-factor' : '', disabled ? 'disabled' : '']
        .filter(Boolean)
        .join('  '),
    )
    return (
      lines.join('\n') ||
      'No operators yet: Kerbside prints a link for the first administrator when it starts.'
    )
  }
  const change =
    command !== undefined && Object.hasOwn(changes, command) ? changes[command] : undefined
  if (!change || email === undefined || more.length > 0) throw new ConfigError(USAGE)
  const operator = operators.find((one) => one.email === email.toLowerCase())
  if (!operator) throw new ConfigError(`No operator has the address ${email}: ${COMMAND} list`)
  if (operator.disabled)
    throw new ConfigError(
      `${operator.email} is disabled: an administrator can enable them on the page Operators`,
    )
  return change(auth, operator, origin, (action, subject) => (tx) => {
    return auth.audit.write(
      { principal: CONSOLE, action, subject, outcome: 'ok', requestId: '' },
      tx,
    )
  })
}

type Change = (
  auth: Auth,
  operator: { readonly id: string; readonly email: string },
  origin: string,
  audit: (action: AuditAction, subject: string) => AuditWriter,
) => Promise<string>

const changes: Readonly<Record<string, Change>> = {
  async reset(auth, { id, email }, origin, audit) {
    const { secret, expiresAt } = await auth.recovery.createReset(
      id,
      null,
      audit('reset-password', email),
    )
    const until = expiresAt.toISOString().slice(0, 16).replace('T', ' ')
    return `A new password for ${email}, once, until ${until} UTC: ${origin}/reset-password#${secret}`
  },
  async unlock(auth, { id, email }, _origin, audit) {
    await auth.recovery.unlockCodes(id, null, audit('unlock', email))
    await auth.loginThrottle.unlock(email, await auth.audit.failureAddresses(email))
    return `${email} is unlocked`
  },
  async 'two-factor-off'(auth, { id, email }, _origin, audit) {
    await auth.recovery.turnTwoFactorOff(id, null, audit('change-two-factor', `${email}: off`))
    return `Two-factor of ${email} is off`
  },
}
