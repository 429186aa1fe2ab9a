import { usePreferences } from '@/components/layout/preferences/preferences'
import type { AnyRecord } from '@/components/record/facts/facts'
import { Absent, SentAs, Unreadable, Withheld } from '@/components/record/facts/marks'
import { useNearName } from '@/components/record/facts/near-place'
import { Copyable, StringValue, TextValue } from '@/components/record/facts/string-value'
import { Badge } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-button'
import { keyWords } from '@/lib/format/key-words'
import { formatAmount, formatCount, formatNumber, formatYear } from '@/lib/format/number'
import { nearWords, safeText } from '@/lib/format/text'
import { formatTime } from '@/lib/format/time/time'
import type { Field, FieldTable } from '@/lib/interface/fields/fields'
import { formatPosition } from '@/lib/interface/position'
import type { JsonObject, Position } from '@/lib/interface/resources'
import { asObject, ownValue } from '@/lib/interface/values'

interface FactProps {
  readonly name: string
  readonly table: FieldTable
  readonly inspected: AnyRecord
}

export function FactValue(props: FactProps) {
  const { name, inspected } = props
  const form = inspected.forms?.[name]
  if (form === undefined) return <Value {...props} />
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Value {...props} /> <SentAs form={form} value={ownValue(inspected.raw, name)} />
    </span>
  )
}

function Value({ name, table, inspected }: FactProps) {
  const field = table[name] as Field
  const { raw, unreadable } = inspected
  const record = inspected.record as JsonObject
  if (inspected.withheld?.includes(name)) return <Withheld />
  if (unreadable.includes(name)) return <Unreadable value={ownValue(raw, name)} />
  const value = record[name] ?? null
  if (value === null) {
    if (field.type === 'position' && isZero(ownValue(raw, name)))
      return <span className="text-muted">never reported (0, 0)</span>
    // Null has a meaning for a nullable field, unlike a missing field.
    return field.nullable && ownValue(raw, name) === null ? <None /> : <Absent />
  }
  switch (field.type) {
    case 'string':
      return <StringValue name={name} text={value as string} />
    case 'datetime':
      return <TimeValue text={value as string} />
    case 'number':
    case 'integer':
      return <Amount name={name} table={table} inspected={inspected} />
    case 'strings':
      return <KeysValue name={name} keys={value as string[]} inspected={inspected} />
    case 'position':
      return <PositionValue position={value as Position} subject={`${String(record.id)} ${name}`} />
    case 'webhooks':
      return <WebhooksValue name={name} inspected={inspected} />
    // Shown in tables of their own.
    case 'totals':
    case 'vehicles':
      return null
    default:
      field.type satisfies never
  }
}

/** A position of 0,0; null for its degrees is none. */
function isZero(given: unknown): boolean {
  return given !== undefined && given !== null && asObject(given)?.lat !== null
}

function None() {
  return <span className="text-muted">none</span>
}

/** A number as received, an amount with its currency; neither is scaled or rounded (§2.6). */
function Amount({ name, table, inspected }: FactProps) {
  const { raw, unreadable } = inspected
  const record = inspected.record as JsonObject
  const value = record[name] as number
  const currency = table[name]?.currency
  if (name === 'year') return formatYear(value)
  if (name.endsWith('_m3')) return `${formatNumber(value)} m³`
  if (currency === undefined) return formatNumber(value)
  if (unreadable.includes(currency))
    return (
      <span className="inline-flex flex-wrap items-center gap-2">
        {formatNumber(value)} <Unreadable value={ownValue(raw, currency)} />
      </span>
    )
  const code = record[currency]
  if (typeof code === 'string') return <bdi>{formatAmount(value, safeText(code, 40))}</bdi>
  return (
    <>
      {formatAmount(value, null)} <span className="text-muted">currency not reported</span>
    </>
  )
}

/**
 * A time in the chosen zone, as received on hover. A time in an unknown
 * format is shown as received.
 */
export function TimeValue({ text }: { readonly text: string }) {
  const { zone } = usePreferences()
  const time = formatTime(text, zone)
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

const MOST_KEYS = 30

/** Members of another type are in `unreadable` as `functions.1`. */
function KeysValue({
  name,
  keys,
  inspected,
}: {
  readonly name: string
  readonly keys: readonly string[]
  readonly inspected: AnyRecord
}) {
  const given = ownValue(inspected.raw, name)
  const others = membersOf(name, inspected.unreadable)
  if (keys.length + others.length === 0) return <None />
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
      {others.map((at) => (
        <li key={at}>
          <Unreadable value={memberAt(given, Number(at))} />
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

/**
 * The address near a position, or else its coordinates; these can be copied either way.
 * @param subject as of `useNearName`
 */
function PositionValue({
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

/**
 * As text: never a link, never called. Members of another type are in
 * `unreadable` as `webhooks.some-name`.
 */
function WebhooksValue({ name: field, inspected }: { name: string; inspected: AnyRecord }) {
  const urls = Object.entries((inspected.record as JsonObject)[field] as Record<string, string>)
  const raw = ownValue(inspected.raw, field) as JsonObject
  const unreadable = membersOf(field, inspected.unreadable)
  if (urls.length + unreadable.length === 0) return <None />
  return (
    <ul className="flex flex-col gap-2">
      {urls.map(([name, url]) => (
        <li key={name}>
          <WebhookName name={name} />
          <Copyable text={url}>
            <TextValue text={url} />
          </Copyable>
        </li>
      ))}
      {unreadable.map((name) => (
        <li key={name}>
          <WebhookName name={name} />
          <Unreadable value={ownValue(raw, name)} />
        </li>
      ))}
    </ul>
  )
}

/** Undefined where viewers are not sent it, and another member is in its place. */
function memberAt(given: unknown, at: number): unknown {
  const member = Array.isArray(given) ? given[at] : undefined
  return typeof member === 'string' ? undefined : member
}

/** Names below a field: `other` of `webhooks.other`. */
function membersOf(field: string, paths: readonly string[]): string[] {
  const prefix = `${field}.`
  return paths.flatMap((path) => (path.startsWith(prefix) ? path.slice(prefix.length) : []))
}

function WebhookName({ name }: { readonly name: string }) {
  return (
    <code className="text-muted block text-xs [overflow-wrap:anywhere]">
      <bdi>{safeText(name, 80)}</bdi>
    </code>
  )
}
