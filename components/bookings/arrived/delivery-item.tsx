import { ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { ChangeSides } from '@/components/record/change-sides'
import { JsonViewer } from '@/components/record/json-viewer'
import { Badge } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-button'
import { Notice } from '@/components/ui/notice'
import type { WebhookDelivery } from '@/lib/api/contract/webhooks'
import { keyWords } from '@/lib/format/key-words'
import { safeText } from '@/lib/format/text'
import { formatMoment, formatTime } from '@/lib/format/time/time'
import { parseText } from '@/lib/inspect/delivery/parse-text'
import { type Loss, lossesOf } from '@/lib/inspect/source'
import type { DeliveryStep } from './delivery-steps'

/** @param props.step absent for a delivery in which no booking was recognised */
export function DeliveryItem(props: {
  readonly delivery: WebhookDelivery
  readonly step?: DeliveryStep
}) {
  const { delivery, step } = props
  const { zone } = usePreferences()
  const [isOpen, setIsOpen] = useState(false)
  const { receivedAt, address, isRepeat } = delivery
  const status = step?.booking?.status
  const mtime = step?.booking?.mtime
  return (
    <li className="border-line bg-surface flex min-w-0 flex-col gap-2 rounded-lg border p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <time dateTime={receivedAt} className="font-semibold tabular-nums">
          {formatMoment(Date.parse(receivedAt), Date.now(), zone)}
        </time>
        {status ? (
          <bdi className="font-semibold" title={safeText(status)}>
            {keyWords(status, 60)}
          </bdi>
        ) : null}
        <EventBadge delivery={delivery} />
        {isRepeat ? <Badge title="Received twice within ten minutes">Repeat</Badge> : null}
        {step?.isLate ? (
          <Badge tone="warning" title="Changed before a delivery that arrived earlier">
            Late
          </Badge>
        ) : null}
      </div>
      <p className="text-muted text-xs [overflow-wrap:anywhere]">
        {address === null ? 'To a deleted address' : <>To “{<bdi>{safeText(address, 80)}</bdi>}”</>}
        {mtime ? <> · modified {formatTime(mtime, zone) ?? safeText(mtime, 60)}</> : null}
      </p>
      {step ? <Differences step={step} /> : null}
      {delivery.confirmUrl === null ? null : <ConfirmNotice url={delivery.confirmUrl} />}
      <details
        className="group text-sm"
        onToggle={({ currentTarget }) => setIsOpen((before) => before || currentTarget.open)}
      >
        <summary className="text-accent flex min-h-11 w-fit list-none items-center gap-1 md:min-h-7 [&::-webkit-details-marker]:hidden">
          <ChevronRight aria-hidden className="size-4 shrink-0 group-open:rotate-90" />
          Technical
        </summary>
        {isOpen ? <DeliveryBody delivery={delivery} /> : null}
      </details>
    </li>
  )
}

function EventBadge({ delivery: { event, form } }: { readonly delivery: WebhookDelivery }) {
  if (form === 'unreadable') return <Badge tone="warning">Unreadable</Badge>
  if (event === null) return null
  return (
    <Badge tone={event.isKnown ? 'accent' : 'warning'} title={safeText(event.name)}>
      <bdi>{keyWords(event.name, 60)}</bdi>
      {event.isKnown ? null : ' (unknown event)'}
    </Badge>
  )
}

/** The address is of the sender: text, never a link. */
function ConfirmNotice({ url }: { readonly url: string }) {
  return (
    <Notice
      tone="warning"
      title="The sender asks to confirm this address"
      action={<CopyButton text={url} what="the address to open" />}
    >
      <p>It delivers nothing until this is done. If you expect this sender, open in a browser:</p>
      <p className="font-mono text-xs [overflow-wrap:anywhere]">
        <bdi>{safeText(url, 1_000)}</bdi>
      </p>
    </Notice>
  )
}

function Differences({ step: { differences, delivery } }: { readonly step: DeliveryStep }) {
  if (differences === null)
    return delivery.isRepeat ? <p className="text-muted text-xs">Same content as before.</p> : null
  if (differences.length === 0)
    return <p className="text-muted text-xs">No changes since the previous delivery.</p>
  return (
    <ul aria-label="Differences from the delivery before" className="flex flex-col gap-1">
      {differences.map(({ path, label, old, new: now }) => (
        <li key={path} className="text-sm [overflow-wrap:anywhere]">
          <span className="text-muted">
            <bdi title={safeText(path)}>{safeText(label, 80)}</bdi>:{' '}
          </span>
          <ChangeSides path={path} old={old} new={now} />
        </li>
      ))}
    </ul>
  )
}

// A longer text would block the page; the copy has all of it.
const LONGEST_SHOWN = 66_000

function DeliveryBody({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { body, headers, contentType } = delivery
  const content = useMemo(() => contentOf(delivery), [delivery])
  return (
    <div className="flex flex-col gap-3">
      {content === null ? null : (
        <JsonViewer label="Body" value={content.value} losses={content.losses} />
      )}
      <div>
        <p className="text-muted flex min-h-11 items-center justify-between text-xs md:min-h-7">
          Body as it came
          <CopyButton text={body} what="the body as it came" />
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard */}
        <section tabIndex={0} aria-label="Body as it came" className={RAW}>
          <pre className="whitespace-pre-wrap">
            <bdi>{body === '' ? 'The body is empty.' : safeText(body, LONGEST_SHOWN)}</bdi>
          </pre>
        </section>
      </div>
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 font-mono text-xs sm:grid-cols-[minmax(8rem,auto)_minmax(0,1fr)]">
        {(headers.length > 0 ? headers : [['content-type', contentType ?? 'none'] as const]).map(
          ([name, value], n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, the list never changes
            <div key={n} className="contents">
              <dt className="text-muted">
                <bdi>{safeText(name, 100)}</bdi>
              </dt>
              <dd className="[overflow-wrap:anywhere]">
                <bdi>{safeText(value, 1_000)}</bdi>
              </dd>
            </div>
          ),
        )}
      </dl>
    </div>
  )
}

const RAW =
  'bg-sunken border-line max-h-96 overflow-auto rounded-md border px-3 py-2 text-xs [overflow-wrap:anywhere]'

function contentOf({ form, body, contentType }: WebhookDelivery): {
  value: unknown
  losses: readonly Loss[]
} | null {
  if (form === 'unreadable') return null
  const { content, parts } = parseText(body, contentType)
  // Paths of losses begin in their own part.
  const losses = parts.length === 1 ? lossesOf(parts[0]?.text ?? '') : []
  return { value: content, losses }
}
