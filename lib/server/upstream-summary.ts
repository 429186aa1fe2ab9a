import type { Settings } from '@/lib/config/settings'

/** Whose vehicles these are, in words; the key is not among them. */
export function summariseUpstream({ upstream }: Pick<Settings, 'upstream'>): string {
  if (upstream.kind === 'configured') return `the service at ${upstream.baseUrl}`
  const fleet = upstream.fleetFile ? `the fleet of ${upstream.fleetFile}` : `${upstream.vehicles} vehicles`
  return `demo data: the embedded reference service with ${fleet}`
}
