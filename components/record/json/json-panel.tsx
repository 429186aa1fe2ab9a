'use client'

import { DisclosurePanel } from '@/components/ui/disclosure-panel'
import { safeText } from '@/lib/format/text'
import type { Loss } from '@/lib/inspect/source'
import type { JsonObject } from '@/lib/interface/resources'
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

const MOST_NAMED = 4

/** The rest of a record's answer, as received. */
export function BesidePanel({ beside }: { readonly beside: JsonObject | undefined }) {
  if (!beside) return null
  const names = Object.keys(beside)
  const more = names.length > MOST_NAMED ? ' …' : ''
  const title = `Beside the record: ${names
    .slice(0, MOST_NAMED)
    .map((name) => safeText(name, 40))
    .join(', ')}${more}`
  return (
    <DisclosurePanel title={title}>
      {() => <JsonViewer label="Beside the record" value={beside} />}
    </DisclosurePanel>
  )
}
