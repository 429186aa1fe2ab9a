'use client'

import { usePreferences } from '@/components/layout/preferences/preferences'
import { Badge } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-button'
import { keyWords } from '@/lib/format/key-words'
import { formatAmount, formatCount, formatNumber, formatYear } from '@/lib/format/number'
import { nearWords } from '@/lib/format/position/near'
import { safeText } from '@/lib/format/text'
import { formatTime } from '@/lib/format/time/time'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import type { Fact } from './facts'
import { Unreadable } from './marks'
import { useNearName } from './near-place'
import { Copyable, TextValue } from './text-value'

/** A time in the chosen zone, as received on hover. A time in an unknown format is shown as received. */
export function TimeValue({ text }: { readonly text: string }) {
  const { zone } = usePreferences()
  const time = formatTime(text, zone ?? undefined)
  if (time !== null) return <time title={safeText(text)}>{time}</time>
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <TextValue text={text} />
      <Badge tone="warning" title="Not one of the specified time formats">
        unknown format
      </Badge>
    </span>
  )
}

/** A number as received, an amount with its currency; neither is scaled or rounded (§2.6). */
export function NumberValue({
  fact: { name, field },
  value,
  currency,
}: {
  readonly fact: Fact
  readonly value: number
  /** Undefined when it is not of the specified type. */
  readonly currency: string | null | undefined
}) {
  if (name === 'year') return formatYear(value)
  if (name.endsWith('_m3')) return `${formatNumber(value)} m³`
  if (field.currency === undefined || currency === undefined) return formatNumber(value)
  if (currency !== null) return <bdi>{formatAmount(value, safeText(currency, 40))}</bdi>
  return (
    <>
      {formatAmount(value, null)} <span className="text-muted">currency not reported</span>
    </>
  )
}

const MOST_KEYS = 30

export function KeysValue({ keys }: { readonly keys: readonly string[] }) {
  if (keys.length === 0) return <span className="text-muted">none</span>
  return (
    <ul className="flex flex-wrap gap-1.5">
      {[...new Set(keys)].slice(0, MOST_KEYS).map((key) => (
        <li
          key={key}
          title={safeText(key)}
          className="bg-sunken border-line rounded-full border px-2 py-0.5 text-xs [overflow-wrap:anywhere]"
        >
          <bdi>{keyWords(key, 80)}</bdi>
        </li>
      ))}
      {keys.length > MOST_KEYS ? (
        <li className="text-muted text-xs">
          and {formatCount(keys.length - MOST_KEYS)} more in the raw JSON
        </li>
      ) : null}
    </ul>
  )
}

/** The address near a position, or else its coordinates; these can be copied either way. @param subject as of `useNearName` */
export function PositionValue({
  position,
  subject,
}: {
  readonly position: Position
  readonly subject: string
}) {
  const text = formatPosition(position)
  const near = useNearName(position, subject)
  if (near === null) return <Copyable text={text}>{text.replace(',', ', ')}</Copyable>
  return (
    <span className="flex items-center gap-1" title={text}>
      <bdi className="min-w-0 [overflow-wrap:anywhere]">{nearWords(near)}</bdi>
      <CopyButton text={text} what="coordinates" />
    </span>
  )
}

/** Webhooks as text: never a link, never called. */
export function WebhooksValue({
  webhooks,
  unreadable,
}: {
  readonly webhooks: Readonly<Record<string, string>>
  /** Names and values that are not strings. */
  readonly unreadable: readonly (readonly [string, unknown])[]
}) {
  const entries = Object.entries(webhooks)
  if (entries.length + unreadable.length === 0) return <span className="text-muted">none</span>
  return (
    <ul className="flex flex-col gap-2">
      {entries.map(([name, url]) => (
        <li key={name}>
          <WebhookName name={name} />
          <Copyable text={url}>
            <TextValue text={url} />
          </Copyable>
        </li>
      ))}
      {unreadable.map(([name, value]) => (
        <li key={name}>
          <WebhookName name={name} />
          <Unreadable value={value} />
        </li>
      ))}
    </ul>
  )
}

function WebhookName({ name }: { readonly name: string }) {
  return (
    <code className="text-muted block text-xs [overflow-wrap:anywhere]">
      <bdi>{safeText(name, 80)}</bdi>
    </code>
  )
}
