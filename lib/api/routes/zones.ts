import { z } from 'zod'
import { ProblemError } from '@/lib/api/contract/problem-error'
import {
  LARGEST_ZONE_LIMIT,
  LARGEST_ZONE_RADIUS,
  LONGEST_ZONE_NAME,
  SMALLEST_ZONE_RADIUS,
  ZONE_COLOURS,
  ZONE_POINTS_MAXIMUM,
  ZONES_MAXIMUM,
} from '@/lib/api/contract/zones'
import { InvalidInput } from '@/lib/api/http/input'
import { route } from '@/lib/api/http/route'
import { zonesFault } from '@/lib/zones/shapes/check-zones'
import { changeInWords } from '@/lib/zones/zones'
import { operatorOf } from './own-or-shared'

/** Of the most zones with the most points: 200 of 200, each of some 40 bytes. */
const LARGEST_ZONES_BODY = 2_000_000

const position = z.strictObject({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
})

const shape = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('polygon'),
    points: z.array(position).min(3).max(ZONE_POINTS_MAXIMUM).readonly(),
  }),
  z.strictObject({
    kind: z.literal('circle'),
    centre: position,
    radius: z.number().min(SMALLEST_ZONE_RADIUS).max(LARGEST_ZONE_RADIUS),
  }),
])

const limit = z.int().min(0).max(LARGEST_ZONE_LIMIT).nullable()

const zonesSchema = z.strictObject({
  version: z.int().min(0),
  zones: z
    .array(
      z.strictObject({
        id: z.string().max(64).nullable(),
        name: z
          .string()
          .trim()
          .min(1)
          .max(LONGEST_ZONE_NAME)
          .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text)),
        colour: z.enum(ZONE_COLOURS),
        shape,
        fewestFree: limit,
        mostFree: limit,
      }),
    )
    .max(ZONES_MAXIMUM)
    .readonly(),
})

export const zones = [
  route('GET /api/zones', { summary: 'The zones', role: 'viewer' }, async ({ app }) => ({
    data: await (await app.zones()).list(),
  })),

  // The whole list, so that its order, an import and a removal are one change.
  route(
    'PUT /api/zones',
    {
      summary: 'Replace the zones',
      role: 'dispatcher',
      audit: { action: 'change-zones', subject: null, refusalsOnly: true },
      body: zonesSchema,
      largestBody: LARGEST_ZONES_BODY,
      example: { body: { version: 1, zones: [] } },
    },
    async ({ app, principal, body, auditWriter }) => {
      const fault = zonesFault(body.zones)
      if (fault !== null) throw new InvalidInput('zones', fault)
      const zoneStore = await app.zones()
      const replaced = await zoneStore.replace(
        body.version,
        body.zones,
        operatorOf(principal),
        (before) => auditWriter('change-zones', changeInWords(before, body.zones)),
      )
      if (!replaced) throw new ProblemError('zones-changed')
      return { data: replaced }
    },
  ),

  route(
    'GET /api/zones/board',
    { summary: 'The vehicles of each zone, counted by status', role: 'viewer' },
    async ({ app }) => ({
      data: await (await app.zoneBoard()).read(),
    }),
  ),
] as const
