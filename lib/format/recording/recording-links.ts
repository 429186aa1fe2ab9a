import type { Route } from 'next'

/** URL of a vehicle's recorded trail; without a span, of the question. */
export function recordedTrailHref(
  vehicleId: string,
  span: { readonly fromMs: number; readonly toMs: number } | null,
): Route {
  const params = new URLSearchParams({ id: vehicleId })
  if (span) {
    params.set('from', new Date(span.fromMs).toISOString())
    params.set('to', new Date(span.toMs).toISOString())
  }
  return `/recording?${params}` as Route
}

/** URL of the questions about the hour around a moment; with a vehicle, of its trail then. */
export function recordingAroundHref(atMs: number, vehicleId: string | null = null): Route {
  const instant = (ms: number) => new Date(Math.floor(ms / 1000) * 1000).toISOString()
  const [from, to] = [instant(atMs - HALF_HOUR_MS), instant(atMs + HALF_HOUR_MS)]
  const params = new URLSearchParams({ ...(vehicleId !== null && { id: vehicleId }), from, to })
  return `/recording?${params}` as Route
}

const HALF_HOUR_MS = 30 * 60_000
