import { z } from 'zod'
import { ProblemError } from '@/lib/api/contract/problem-error'
import { LONGEST_STATUS, STATUS_CLASSES } from '@/lib/api/contract/status-readings'
import { route } from '@/lib/api/http/route'
import { normaliseStatus } from '@/lib/interface/statuses'

const readingSchema = z.strictObject({
  status: z
    .string()
    .max(LONGEST_STATUS)
    .refine((status) => status.isWellFormed() && !/\p{Cc}/u.test(status))
    .refine((status) => normaliseStatus(status) !== '', 'a status without a letter'),
  /** Null takes the reading back. */
  of: z.enum(STATUS_CLASSES).nullable(),
})

const action = 'read-status'

export const statusReadings = [
  route(
    'GET /api/status-readings',
    { summary: 'The meanings given to unknown statuses', role: 'viewer' },
    async ({ app }) => ({
      data: await (await app.statusReadings()).list(),
    }),
  ),

  route(
    'PUT /api/status-readings',
    {
      summary: 'Give an unknown status a meaning',
      role: 'administrator',
      audit: { action, subject: null, refusalsOnly: true },
      body: readingSchema,
      example: { body: { status: 'hovering', of: 'free' } },
    },
    async ({ app, principal, body, auditWriter }) => {
      const { status, of } = body
      const readings = await app.statusReadings()
      const audit = auditWriter(action, `${status}: ${of ?? 'no reading'}`)
      if (of === null) {
        const isRemoved = await readings.remove(status, audit)
        if (!isRemoved) throw new ProblemError('not-found')
        return { data: null }
      }
      const operatorId = principal.operator?.id ?? null
      const isSet = await readings.set(status, of, operatorId, audit)
      if (!isSet) throw new ProblemError('too-many-status-readings')
      return { data: null }
    },
  ),
] as const
