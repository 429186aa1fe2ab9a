'use client'

import { DisclosurePanel } from '@/components/ui/disclosure-panel'
import type { Loss } from '@/lib/inspect/source'
import { JsonViewer } from './json-viewer'

const TITLE = 'Raw JSON'

/** A record as received, collapsed at first. */
export function JsonPanel({
  raw,
  losses,
}: {
  readonly raw: unknown
  /** See JsonViewer. */
  readonly losses?: readonly Loss[]
}) {
  return (
    <DisclosurePanel title={TITLE}>
      {() => <JsonViewer label={TITLE} value={raw} losses={losses} />}
    </DisclosurePanel>
  )
}
