import { Fragment, type ReactNode } from 'react'
import type { MinuteFormat } from '@/components/layout/preferences/use-minute-format'
import { safeText } from '@/lib/format/text'
import { formatDuration, type TimeInStatus } from '@/lib/format/time/time-in-status'
import { type ColumnName, columns, type RowFacts } from './columns'

/** The second line of a row: the chosen columns, as far as they are known. */
export function RowSummary({
  facts,
  chosen,
  formatMinute,
}: {
  readonly facts: RowFacts
  readonly chosen: readonly ColumnName[]
  readonly formatMinute: MinuteFormat
}) {
  const known = chosen.flatMap((name) => {
    const text = columns[name].text(facts)
    return text === null ? [] : { name, text }
  })
  return known.map(({ name, text }, at) => (
    <Fragment key={name}>
      {/* "Available 14 min" */}
      {at === 0 ? '' : name === 'status_time' && known[at - 1]?.name === 'status' ? ' ' : ' · '}
      {factOf(name, text, facts, formatMinute)}
    </Fragment>
  ))
}

function factOf(
  name: ColumnName,
  text: string,
  { vehicle, inStatus }: RowFacts,
  format: MinuteFormat,
): ReactNode {
  if (name === 'status')
    return (
      <bdi className="text-text" title={vehicle.status ? safeText(vehicle.status, 128) : undefined}>
        {text}
      </bdi>
    )
  if (name === 'status_time' && inStatus) return <span title={sinceWords(inStatus, format)}>{text}</span>
  return <bdi>{text}</bdi>
}

/** "14 min: since 09:12", "at least 14 min: seen since 09:12". */
function sinceWords({ ms, isAtLeast, sinceMs }: TimeInStatus, format: MinuteFormat): string {
  const since = format(sinceMs, sinceMs + ms)
  return isAtLeast
    ? `at least ${formatDuration(ms)}: seen since ${since}`
    : `${formatDuration(ms)}: since ${since}`
}
