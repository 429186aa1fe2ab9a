import 'server-only'
import type { PageSettings } from '@/lib/api/contract/page-settings'
import { processSettings } from './settings'

/** @throws ConfigError */
export function pageSettings(): PageSettings {
  const { timeouts, statusWords } = processSettings()
  return { serviceTimeoutMs: timeouts.callSeconds * 1000, statusWords }
}
