import type { BrowserContext } from '@playwright/test'
import { isTile } from './block-network'

/** Faults of a test's pages: console errors and warnings, thrown errors, failed requests. */
export interface PageFaults {
  /** Allows faults that a test causes: `allow(/status of 502/)`. May be called before or after. */
  allow(pattern: RegExp): void
}

export function watchFaults(context: BrowserContext): {
  faults: PageFaults
  unexpected(): string[]
} {
  const seen: string[] = []
  const allowed: RegExp[] = []
  context.on('console', (message) => {
    const type = message.type()
    const { url } = message.location()
    // Tiles fail only where a test makes them, and the browser logs each.
    if ((type !== 'error' && type !== 'warning') || isTile(url)) return
    seen.push(`console ${type}: ${message.text()} (${url})`)
  })
  context.on('weberror', (error) => {
    seen.push(`page error: ${error.error().stack ?? error.error()}`)
  })
  context.on('response', (response) => {
    if (response.status() < 500 || isTile(response.url())) return
    seen.push(
      `response: ${response.request().method()} ${response.url()}: status of ${response.status()}`,
    )
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // The page aborts requests when it is left or a newer search replaces them.
    if (isTile(request.url()) || reason === 'net::ERR_ABORTED') return
    seen.push(`request: ${request.method()} ${request.url()}: ${reason}`)
  })
  return {
    faults: { allow: (pattern) => void allowed.push(pattern) },
    unexpected: () => seen.filter((fault) => !allowed.some((pattern) => pattern.test(fault))),
  }
}
