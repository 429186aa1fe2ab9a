import type { Settings } from './read-settings'
import { SHORTEST_SECRET } from './redact'
import type { Secret } from './secret'

/** For the log of a start. */
export function warningsOfKey(key: Secret): string[] {
  if (key.reveal().length >= SHORTEST_SECRET) return []
  return [
    `The service's key has fewer than ${SHORTEST_SECRET} characters: where the service repeats it within a word, Kerbside does not recognise it`,
  ]
}

/** Source of the vehicles; never shows the key. */
export function describeUpstream({
  service,
  REFERENCE_FLEET,
  REFERENCE_VEHICLES,
}: Settings): string {
  if (service) return `the service at ${service.baseUrl}`
  const fleet = REFERENCE_FLEET
    ? `the fleet of ${REFERENCE_FLEET}`
    : `${REFERENCE_VEHICLES} vehicles`
  return `demo data: the embedded reference service with ${fleet}`
}

/** Why only this machine may reach the server; null where others may. */
export function loopbackReason(
  isDevelopment: boolean,
  { requiresSignIn, PUBLISHED_ON }: Settings,
): string | null {
  // The development server hands out source code.
  if (isDevelopment) return 'with npm run dev'
  return requiresSignIn || PUBLISHED_ON === 'loopback' ? null : 'without sign-in'
}
