import { SectionLink, TextWithSections } from '@/components/layout/section-link'
import { Badge } from '@/components/ui/badge'
import { safeText } from '@/lib/format/text'
import { type FieldState, fieldStates, unknownNames } from '@/lib/inspect/fields'
import { basisInWords } from '@/lib/interface/fields/field-words'
import type { FieldTable } from '@/lib/interface/fields/fields'
import { gapInWords, gaps } from '@/lib/interface/gaps'
import { timeFormatsInWords } from '@/lib/interface/times'

const states: Record<FieldState['state'], { word: string; tone: 'neutral' | 'accent' | 'warning' }> = {
  present: { word: 'present', tone: 'accent' },
  missing: { word: 'missing', tone: 'neutral' },
  null: { word: 'null', tone: 'neutral' },
  'other-type': { word: 'other type', tone: 'warning' },
}

const WITHHELD = { word: 'hidden', tone: 'neutral' } as const
const MOST_UNKNOWN = 50

/** The state of every specified field, whether it is stated or sampled, and its open points. */
export function FieldStates({
  table,
  record,
  withheld,
}: {
  readonly table: FieldTable
  readonly record: unknown
  /** Fields withheld from the operator's role. */
  readonly withheld: readonly string[]
}) {
  const unknown = unknownNames(table, record)
  return (
    <ul className="divide-line divide-y text-sm">
      {fieldStates(table, record).map((state) => (
        <li key={state.name} className="py-1.5">
          <Line state={state} isWithheld={withheld.includes(state.name)} />
        </li>
      ))}
      {unknown.slice(0, MOST_UNKNOWN).map((name) => (
        <li key={`unknown ${name}`} className="flex flex-wrap items-center gap-x-2 py-1.5">
          <code className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <bdi>{safeText(name, 80)}</bdi>
          </code>
          <Badge tone="warning">unknown</Badge>
        </li>
      ))}
    </ul>
  )
}

function Line({
  state: { name, field, state, time },
  isWithheld,
}: {
  readonly state: FieldState
  readonly isWithheld: boolean
}) {
  const { word, tone } = isWithheld ? WITHHELD : states[state]
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <code className="min-w-0 flex-1 [overflow-wrap:anywhere]">{name}</code>
        <span className="text-muted text-xs">
          {basisInWords(field)} <SectionLink section={field.section} />
        </span>
        <Badge tone={tone}>{word}</Badge>
      </p>
      {time === null ? null : <p className="text-muted text-xs">Time format: {timeFormatsInWords[time]}</p>}
      {field.open?.map((gap) => (
        <p key={gap} className="text-muted text-xs">
          <TextWithSections text={`${gapInWords(gap)} (§${gaps[gap].section})`} />
        </p>
      ))}
    </>
  )
}
