import { z } from 'zod'
import { LONGEST_AREA_NAME, LONGEST_AREA_QUERY } from '@/lib/api/contract/desk'
import { ProblemError } from '@/lib/api/contract/problem-error'
import { WATCH_LISTS } from '@/lib/api/contract/watch-list'
import { oneOf, required } from '@/lib/api/http/input'
import { route } from '@/lib/api/http/route'
import { formatPosition } from '@/lib/interface/position'
import { LARGEST_RADIUS_METRES } from '@/lib/interface/search'
import { operatorOf, ownerOf, requireList } from './own-or-shared'

const name = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_AREA_NAME)
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text))

const homeSchema = z.strictObject({
  name: name.nullable(),
  position: z.strictObject({
    lat: z.number().min(-90).max(90),
    lng: z.number().min(-180).max(180),
  }),
  radius: z.number().min(1).max(LARGEST_RADIUS_METRES),
})

const areaSchema = z.strictObject({
  name,
  query: z.string().max(LONGEST_AREA_QUERY),
  list: z.enum(WATCH_LISTS),
})

const areaParameters = {
  name: required({ parse: (text) => name.safeParse(text).data ?? null, allowed: 'a name' }),
  list: required(oneOf(WATCH_LISTS)),
}

export const desk = [
  // The home area itself is part of GET /api/service.
  route(
    'PUT /api/desk/home',
    {
      summary: 'Set the home area',
      role: 'dispatcher',
      audit: { action: 'change-home', subject: null, refusalsOnly: true },
      body: homeSchema,
      example: { body: { name: 'Centre', position: { lat: 51.5, lng: -0.1 }, radius: 5000 } },
    },
    async ({ app, principal, body, auditWriter }) => {
      const { name, position, radius } = body
      const subject = `${name ?? 'no name'}: ${radius} m around ${formatPosition(position)}`
      const audit = auditWriter('change-home', subject)
      await (await app.desk()).setHome({ name, position, radius }, operatorOf(principal), audit)
      return { data: null }
    },
  ),

  route(
    'GET /api/desk/areas',
    { summary: 'The saved areas', role: 'viewer' },
    async ({ app, principal }) => ({
      data: await (await app.desk()).areas(operatorOf(principal)),
    }),
  ),

  route(
    'PUT /api/desk/areas',
    {
      summary: 'Save an area',
      role: 'viewer',
      body: areaSchema,
      largestBody: 40_000,
      example: { body: { name: 'North', query: 'position=52,0', list: 'own' } },
    },
    async (context) => {
      const { app, principal, body, auditWriter } = context
      const { name, query, list } = body
      await requireList(context, list, 'save-area', name)
      const audit = list === 'shared' ? auditWriter('save-area', name) : undefined
      const owner = ownerOf(principal, list)
      const desk = await app.desk()
      const isSaved = await desk.saveArea(owner, { name, query }, operatorOf(principal), audit)
      if (!isSaved) throw new ProblemError('too-many-saved-areas')
      return { data: null }
    },
  ),

  route(
    'DELETE /api/desk/areas',
    {
      summary: 'Delete a saved area',
      role: 'viewer',
      parameters: areaParameters,
      example: { name: 'North', list: 'own' },
    },
    async (context) => {
      const { app, principal, parameters, auditWriter } = context
      const { name, list } = parameters
      await requireList(context, list, 'delete-area', name)
      const audit = list === 'shared' ? auditWriter('delete-area', name) : undefined
      await (await app.desk()).deleteArea(ownerOf(principal, list), name, audit)
      return { data: null }
    },
  ),
] as const
