import { useSyncExternalStore } from 'react'
import { onStatusWords, statusWordsVersion } from '@/lib/format/status/status-style'

/** Renders again when an administrator has said what a status means. */
export function useStatusWords(): void {
  useSyncExternalStore(onStatusWords, statusWordsVersion, statusWordsVersion)
}
