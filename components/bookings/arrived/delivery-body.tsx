'use client'

import { useMemo, useState } from 'react'
import { JsonViewer } from '@/components/record/json-panel'
import { TextCopyButton } from '@/components/ui/copy-button'
import { Tabs } from '@/components/ui/tabs'
import type { WebhookDelivery } from '@/lib/contract/webhooks'
import { safeText } from '@/lib/format/text'
import { parseBody } from '@/lib/inspect/delivery/parse-body'
import { type Loss, lossesOf } from '@/lib/inspect/source'

// A longer text would block the page; the copy has all of it.
const LONGEST_SHOWN = 66_000

/** A delivery's body as fields and as it came, with its headers. */
export function DeliveryBody({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { body, headers, contentType } = delivery
  const content = useMemo(() => contentOf(delivery), [delivery])
  const [part, setPart] = useState<Part>(content === null ? 'raw' : 'fields')
  const tabs = [
    ...(content === null ? [] : [{ name: 'fields', label: 'Fields' } as const]),
    { name: 'raw', label: 'As it came' } as const,
    { name: 'headers', label: 'Headers' } as const,
  ]
  return (
    <Tabs label="Parts of the delivery" tabs={tabs} chosen={part} onChoose={setPart}>
      <div className="flex flex-col gap-2 pt-3">
        {part === 'fields' && content !== null ? (
          <JsonViewer label="Body" value={content.value} losses={content.losses} />
        ) : null}
        {part === 'raw' ? (
          <>
            <div>
              <TextCopyButton text={body} label="Copy the body" />
            </div>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard */}
            <section tabIndex={0} aria-label="Body as it came" className={RAW}>
              <pre className="whitespace-pre-wrap">
                <bdi>{body === '' ? 'The body is empty.' : safeText(body, LONGEST_SHOWN)}</bdi>
              </pre>
            </section>
          </>
        ) : null}
        {part === 'headers' ? (
          <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 text-sm sm:grid-cols-[minmax(8rem,auto)_minmax(0,1fr)]">
            {(headers.length > 0 ? headers : [['content-type', contentType ?? 'none'] as const]).map(
              ([name, value], n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the list never changes
                <div key={n} className="contents">
                  <dt className="text-muted font-mono text-xs">
                    <bdi>{safeText(name, 100)}</bdi>
                  </dt>
                  <dd className="font-mono text-xs [overflow-wrap:anywhere]">
                    <bdi>{safeText(value, 1_000)}</bdi>
                  </dd>
                </div>
              ),
            )}
          </dl>
        ) : null}
      </div>
    </Tabs>
  )
}

type Part = 'fields' | 'raw' | 'headers'

const RAW =
  'bg-sunken border-line max-h-96 overflow-auto rounded-md border px-3 py-2 text-xs [overflow-wrap:anywhere]'

/** The body as a value; null for a text that is neither JSON nor a form. */
function contentOf({ form, body, contentType }: WebhookDelivery): {
  value: unknown
  losses: readonly Loss[]
} | null {
  if (form === 'unreadable') return null
  if (form !== 'json') return { value: parseBody(body, contentType).content, losses: [] }
  try {
    return { value: JSON.parse(body), losses: lossesOf(body) }
  } catch {
    // A byte order mark, which the server skips.
    return null
  }
}
