'use client'

import { DisclosurePanel } from '@/components/ui/disclosure-panel'
import { JsonViewer } from './json-viewer'

/** A record as received, closed at first. */
export function JsonPanel({ title = 'Raw JSON', raw }: { readonly title?: string; readonly raw: unknown }) {
  return <DisclosurePanel title={title}>{() => <JsonViewer label={title} value={raw} />}</DisclosurePanel>
}
