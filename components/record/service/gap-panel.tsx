import { useId } from 'react'
import { TextWithSections } from '@/components/layout/section-link'
import { UnknownStatuses } from '@/components/layout/unknown-statuses'
import type { ObservedAnswer, ObservedGap } from '@/lib/api/contract/observations'
import { counted, formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { formatMoment, formatTime } from '@/lib/format/time/time'
import { gapInWords, gaps, type ObservedGapName } from '@/lib/interface/gaps'

/** One gap of the specification with the answers observed in it. */
export function GapPanel({
  name,
  gap,
  nowMs,
  zone,
}: {
  readonly name: ObservedGapName
  readonly gap: ObservedGap
  /** Time of the answer; milliseconds since the epoch. */
  readonly nowMs: number
  readonly zone: string | undefined
}) {
  const id = useId()
  const { label, section } = gaps[name]
  return (
    <section
      aria-labelledby={id}
      className="bg-surface border-line mb-4 min-w-0 break-inside-avoid rounded-lg border p-4"
    >
      <h3 id={id} className="text-base font-semibold">
        {label}
      </h3>
      <p className="text-muted text-xs">
        <TextWithSections text={`${gapInWords(name)} (§${section})`} />
      </p>
      {gap.answers.length === 0 ? (
        <p className="text-muted mt-2 text-sm">Nothing observed yet.</p>
      ) : (
        <table aria-labelledby={id} className="mt-2 w-full text-sm">
          <thead>
            <tr className="text-muted border-line border-b text-left text-xs">
              <th scope="col" className="py-1 font-medium">
                Answer
              </th>
              <th scope="col" className="py-1 pl-3 text-right font-medium">
                Times
              </th>
              <th scope="col" className="w-18 py-1 pl-3 font-medium max-md:hidden">
                First
              </th>
              <th scope="col" className="py-1 pl-3 font-medium md:w-18">
                Last
              </th>
            </tr>
          </thead>
          <tbody className="divide-line divide-y">
            {gap.answers.map((answer) => (
              <AnswerRow key={`${answer.kind} ${answer.value}`} answer={answer} nowMs={nowMs} zone={zone} />
            ))}
          </tbody>
        </table>
      )}
      {name === 'vehicle_status' ? (
        <UnknownStatuses
          statuses={gap.answers.flatMap(({ kind, value }) => (kind === 'word' ? [value] : []))}
        />
      ) : null}
      {gap.more > 0 ? (
        <p className="text-muted mt-2 text-xs">
          {counted(gap.more, 'other answer')} after this list was full.
        </p>
      ) : null}
    </section>
  )
}

interface MomentProps {
  readonly nowMs: number
  readonly zone: string | undefined
}

function AnswerRow({ answer, ...moment }: { readonly answer: ObservedAnswer } & MomentProps) {
  const { value, kind, count, firstSeenAt, lastSeenAt } = answer
  return (
    <tr className="align-top">
      <th scope="row" className="py-1 text-left font-normal [overflow-wrap:anywhere]">
        {kind === 'word' ? (
          <bdi className="font-mono font-medium">{safeText(value, 60)}</bdi>
        ) : (
          <TextWithSections text={value} />
        )}
      </th>
      <td className="py-1 pl-3 text-right">{formatCount(count)}</td>
      <Moment at={firstSeenAt} {...moment} className="max-md:hidden" />
      <Moment at={lastSeenAt} {...moment} />
    </tr>
  )
}

function Moment({
  at,
  nowMs,
  zone,
  className = '',
}: { readonly at: string; readonly className?: string } & MomentProps) {
  return (
    <td className={`text-muted py-1 pl-3 md:whitespace-nowrap ${className}`}>
      <time dateTime={at} title={formatTime(at, zone) ?? at}>
        {formatMoment(Date.parse(at), nowMs, zone)}
      </time>
    </td>
  )
}
