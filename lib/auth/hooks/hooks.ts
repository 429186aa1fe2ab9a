import { createAuthMiddleware } from 'better-auth/api'
import { authRequests } from '@/lib/auth/auth-request'
import { accountSteps } from './account'
import { adminSteps } from './admin'
import { createAttempts } from './attempts'
import { signInSteps } from './sign-in'
import type { AuthHooks, HookContext, HookParts } from './steps'

/**
 * better-auth's hooks: limits for each account, the audit log, and answers that are the same for
 * unknown accounts.
 */
export function createHooks(parts: HookParts): AuthHooks {
  const attempts = createAttempts(parts)
  const steps = {
    ...signInSteps(parts, attempts),
    ...accountSteps(parts, attempts),
    ...adminSteps(parts),
  }

  function hookOf(when: 'before' | 'after') {
    return createAuthMiddleware(async (ctx) => {
      const request = authRequests.getStore()
      const step = steps[ctx.path]?.[when]
      if (request && step) return step(ctx as HookContext, request)
    })
  }

  return { before: hookOf('before'), after: hookOf('after') }
}
