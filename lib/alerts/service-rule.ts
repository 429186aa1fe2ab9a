import type { ProblemKind } from '@/lib/api/contract/problems'
import {
  type Cause,
  limitMs,
  NO_FACTS,
  type ObservedService,
  type RuleContext,
} from './observation'

/** Failures that say nothing of an outage: they neither open nor close an alert. */
const PATIENT: ReadonlySet<ProblemKind> = new Set(['rate-limited'])

/** The rule about a service that has failed for a while. */
export function createServiceRule() {
  let failingSinceMs: number | null = null

  return {
    causes({ failure }: ObservedService, context: RuleContext, nowMs: number): readonly Cause[] {
      const open = context.openOf('service', '')
      const limit = limitMs(context, 'service')
      if (failure !== null && PATIENT.has(failure)) {
        failingSinceMs = open?.sinceMs ?? null
        return open && limit !== null ? [open] : []
      }
      if (failure === null) {
        failingSinceMs = null
        return []
      }
      failingSinceMs ??= open?.sinceMs ?? nowMs
      const isLong = limit !== null && nowMs - failingSinceMs >= limit
      return isLong ? [causeOf(failure, failingSinceMs)] : []
    },
    reset(): void {
      failingSinceMs = null
    },
  }
}

function causeOf(failure: ProblemKind, sinceMs: number): Cause {
  return {
    ...NO_FACTS,
    rule: 'service',
    subject: '',
    sinceMs,
    owners: null,
    detail: failure,
  }
}
