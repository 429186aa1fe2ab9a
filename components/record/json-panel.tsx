'use client'

import { CopyButton } from '@/components/ui/copy-button'
import { DisclosurePanel } from '@/components/ui/disclosure-panel'
import { inspectableJson } from '@/lib/format/json'
import { formatCount } from '@/lib/format/number'
import type { JsonObject } from '@/lib/schema/resources'

// More text than this makes a page slow to scroll; copying gives all of it.
const MOST_CHARACTERS = 60_000

/** A record as received. Characters that hide or reorder text are written as their escapes. */
export function JsonPanel({
  title = 'Raw JSON',
  raw,
}: {
  readonly title?: string
  readonly raw: JsonObject
}) {
  return <DisclosurePanel title={title}>{() => <Json title={title} raw={raw} />}</DisclosurePanel>
}

function Json({ title, raw }: { readonly title: string; readonly raw: JsonObject }) {
  const text = inspectableJson(raw)
  return (
    <>
      <div className="mb-2 flex items-center justify-between gap-2">
        <p className="text-muted text-xs">
          As received, {formatCount(text.length)} characters
          {text.length > MOST_CHARACTERS
            ? `; the first ${formatCount(MOST_CHARACTERS)} are shown, the copy has all`
            : ''}
        </p>
        <CopyButton text={text} what={title} />
      </div>
      <section
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        className="bg-sunken border-line max-h-112 overflow-auto rounded-md border"
      >
        <pre className="p-3 text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
          {text.slice(0, MOST_CHARACTERS)}
          {text.length > MOST_CHARACTERS ? '…' : null}
        </pre>
      </section>
    </>
  )
}
