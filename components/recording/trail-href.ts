import type { Route } from 'next'
import type { RecordedSpan } from '@/lib/queries/recording'

/** URL of a vehicle's recorded trail; without a span, of the question. */
export function trailHref(vehicleId: string, span: RecordedSpan | null): Route {
  const params = new URLSearchParams({ ask: 'vehicle', id: vehicleId })
  if (span) {
    params.set('from', new Date(span.fromMs).toISOString())
    params.set('to', new Date(span.toMs).toISOString())
  }
  return `/recording?${params}` as Route
}
