import { queryOptions } from '@tanstack/react-query'
import { get, getFile } from '@/lib/api/client/call'
import { type AreaSearch, areaQuery } from '@/lib/api/contract/live'
import type { ExportFormat, RecordedTrail } from '@/lib/api/contract/recording'

/** In milliseconds since the epoch, by the server's clock. */
export interface RecordedSpan {
  readonly fromMs: number
  readonly toMs: number
}

// Every opening is audited: nothing is asked again by itself.
const ONCE = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 60_000,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry: false,
} as const

/** A vehicle's trail, in one answer or several. */
export function trailQuery(id: string, span: RecordedSpan) {
  return queryOptions({
    queryKey: ['recorded-trail', id, span.fromMs, span.toMs],
    queryFn: ({ signal }): Promise<RecordedTrail[]> =>
      answersOf(span, async (rest) => {
        const params = { id, ...instants(rest) }
        const { data } = await get('/api/recording/vehicle', params, { signal })
        return data
      }),
    ...ONCE,
  })
}

export function fetchExport(
  search: AreaSearch,
  span: RecordedSpan,
  format: ExportFormat,
): Promise<string> {
  return getFile('/api/recording/export', { ...areaQuery(search), ...instants(span), format })
}

/**
 * All answers to a question: each ends where the next one begins, the last one where
 * nothing more is recorded.
 */
export async function answersOf<T extends { readonly untilMs: number }>(
  span: RecordedSpan,
  ask: (rest: RecordedSpan) => Promise<T>,
): Promise<T[]> {
  const answers = [await ask(span)]
  for (;;) {
    const untilMs = (answers.at(-1) as T).untilMs
    const beganMs = answers.length > 1 ? (answers.at(-2) as T).untilMs : span.fromMs
    if (untilMs >= span.toMs || untilMs <= beganMs) return answers
    answers.push(await ask({ ...span, fromMs: untilMs }))
  }
}

function instants({ fromMs, toMs }: RecordedSpan) {
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() }
}
