'use client'

import { usePreferences } from '@/components/layout/preferences/preferences'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import type { ArrivedBooking } from '@/lib/contract/webhooks'
import { statusWords } from '@/lib/format/status/status-words'
import { safeText } from '@/lib/format/text'
import { formatMoment } from '@/lib/format/time/time'

/** The statuses that deliveries named, with their times. */
export function StatusChanges({
  booking: { statuses, isOrderKnown },
  openedMs,
}: {
  readonly booking: ArrivedBooking
  /** Times of another day than this are shown with it; milliseconds since the epoch. */
  readonly openedMs: number
}) {
  const { zone } = usePreferences()
  const moment = (iso: string) => formatMoment(Date.parse(iso), openedMs, zone ?? undefined)
  return (
    <Panel title="Status changes">
      {isOrderKnown ? null : (
        <Notice tone="warning" title="Order unknown" className="mb-3">
          The deliveries do not say which status came last. They are listed as they arrived.
        </Notice>
      )}
      {statuses.length === 0 ? <p className="text-muted text-sm">No delivery names a status.</p> : null}
      <ol className="flex flex-col gap-2">
        {statuses.map(({ status, modifiedAt, receivedAt, deliveryId }, n) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: one delivery may name several statuses
            key={`${deliveryId} ${n}`}
            className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm"
          >
            <bdi className="font-medium" title={status === null ? undefined : safeText(status)}>
              {statusWords(status, 60)}
            </bdi>
            <span className="text-muted tabular-nums">
              {modifiedAt === null ? (
                <>
                  received <time dateTime={receivedAt}>{moment(receivedAt)}</time>
                </>
              ) : (
                <time dateTime={modifiedAt} title={`Received ${moment(receivedAt)}`}>
                  {moment(modifiedAt)}
                </time>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
