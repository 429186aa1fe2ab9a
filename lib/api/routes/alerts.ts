import { z } from 'zod'
import type { AlertReader } from '@/lib/alerts/alerts'
import {
  ALERT_RULES,
  type AlertList,
  DEFAULT_RULES,
  LEAST_RULE_MINUTES,
  MOST_RULE_MINUTES,
  SNOOZE_MINUTES,
} from '@/lib/api/contract/alerts'
import { ProblemError } from '@/lib/api/contract/problem-error'
import { type Result, route } from '@/lib/api/http/route'
import type { Principal } from '@/lib/auth/principal'
import { operatorOf } from './own-or-shared'
import { seesPeople } from './service'

const takeSchema = z.strictObject({ isTaken: z.boolean() })
const snoozeSchema = z.strictObject({ isSnoozed: z.boolean() })

const minutes = z.number().int().min(LEAST_RULE_MINUTES).max(MOST_RULE_MINUTES)

const ruleSchema = z
  .strictObject({ rule: z.enum(ALERT_RULES), isOn: z.boolean(), minutes: minutes.nullable() })
  .refine(
    ({ rule, minutes }) => (minutes === null) === (DEFAULT_RULES[rule].minutes === null),
    'a limit, for a rule that has one',
  )

const silenceSchema = z.strictObject({ rule: z.enum(ALERT_RULES), isSilenced: z.boolean() })

const action = 'change-alert-rule'

export const alerts = [
  // Every page asks, hidden ones too; bookings are left out for viewers, and vehicles of others'
  // own lists for all.
  route(
    'GET /api/alerts',
    { summary: 'The alerts of the last 24 hours', role: 'viewer', isNoUse: true },
    async ({ app, principal }): Promise<Result<AlertList>> => {
      const alerts = await app.alerts()
      return { data: await alerts.list(readerOf(principal)) }
    },
  ),

  route(
    'POST /api/alerts/{id}/take',
    { summary: 'Take an alert', role: 'dispatcher', body: takeSchema },
    async ({ app, principal, values, body }) => {
      const alerts = await app.alerts()
      const isKnown = await alerts.take(values.id, body.isTaken, readerOf(principal))
      if (!isKnown) throw new ProblemError('not-found')
      return { data: null }
    },
  ),

  route(
    'POST /api/alerts/{id}/snooze',
    { summary: 'Snooze an alert', role: 'dispatcher', body: snoozeSchema },
    async ({ app, principal, values, body }) => {
      const alerts = await app.alerts()
      const minutes = body.isSnoozed ? SNOOZE_MINUTES : null
      const isKnown = await alerts.snooze(values.id, minutes, readerOf(principal))
      if (!isKnown) throw new ProblemError('not-found')
      return { data: null }
    },
  ),

  route(
    'GET /api/alerts/rules',
    { summary: 'The rules of the alerts', role: 'viewer' },
    async ({ app }) => {
      const alerts = await app.alerts()
      return { data: await alerts.rules() }
    },
  ),

  route(
    'PUT /api/alerts/rules',
    {
      summary: 'Change the rules of the alerts',
      role: 'dispatcher',
      audit: { action, subject: null, refusalsOnly: true },
      body: ruleSchema,
      example: { body: { rule: 'silent', isOn: true, minutes: 15 } },
    },
    async ({ app, principal, body, auditWriter }) => {
      const { rule, isOn, minutes } = body
      const limit = minutes === null ? '' : `, ${minutes} min`
      const audit = auditWriter(action, `${rule}: ${isOn ? 'on' : 'off'}${limit}`)
      const alerts = await app.alerts()
      await alerts.setRule(rule, { isOn, minutes }, operatorOf(principal), audit)
      return { data: null }
    },
  ),

  route(
    'PUT /api/alerts/silenced',
    {
      summary: 'Silence rules for the operator of the request',
      role: 'viewer',
      body: silenceSchema,
      example: { body: { rule: 'silent', isSilenced: true } },
    },
    async ({ app, principal, body }) => {
      const alerts = await app.alerts()
      await alerts.setSilenced(body.rule, body.isSilenced, operatorOf(principal))
      return { data: null }
    },
  ),
] as const

function readerOf(principal: Principal): AlertReader {
  return {
    operatorId: operatorOf(principal),
    name: principal.operator?.name ?? null,
    seesBookings: seesPeople(principal),
  }
}
