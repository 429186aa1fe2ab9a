import { readSettings } from '@/lib/app/settings/read-settings'
import type { Settings } from '@/lib/app/settings/settings'

// On globalThis: Next bundles this module once per route, and all of them share the settings read at start.
const shared = globalThis as typeof globalThis & { kerbsideSettings?: Settings }

/** The process's settings, read on first use and never again. @throws ConfigError; the next use tries again */
export function processSettings(): Settings {
  // Kerbside runs in the project's folder; Next's bundles know no path of their own.
  shared.kerbsideSettings ??= readSettings(process.env, process.cwd())
  return shared.kerbsideSettings
}
