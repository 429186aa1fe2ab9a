import { z } from 'zod'

const PARAMETER_TYPES = [
  ...['c', 'oc', 'd'],
  ...['c', 'd'].flatMap((type) => ['(.)', '(..)', '(...)', '(..)(..)'].map((level) => `${type}i${level}`)),
]

const segment = z.union([
  z.string(),
  z.tuple([z.string(), z.string(), z.enum(PARAMETER_TYPES), z.array(z.string()).nullable()]),
])

const state: z.ZodType = z.lazy(() =>
  z.tuple([
    segment,
    z.record(z.string(), state),
    z.tuple([z.string(), z.string()]).nullish(),
    z.enum(['refetch', 'inside-shared-layout', 'metadata-only']).nullish(),
    z.number().optional(),
  ]),
)

const LONGEST = 40_000

/**
 * Whether Next can read a `next-router-state-tree` header: it answers 500 to one that it cannot. Next's own check is
 * private; router-state.test.ts compares the two.
 */
export function isRouterState(header: string | string[] | undefined): boolean {
  if (header === undefined) return true
  if (Array.isArray(header) || header.length > LONGEST) return false
  try {
    return state.safeParse(JSON.parse(decodeURIComponent(header))).success
  } catch {
    return false
  }
}
