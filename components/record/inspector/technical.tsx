import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { SectionLink, TextWithSections } from '@/components/layout/section-link'
import { readStored, storageKeys, writeStored } from '@/components/layout/storage'
import { FactList } from '@/components/record/facts/fact-list'
import { type AnyRecord, namesOf } from '@/components/record/facts/facts'
import { Copyable, TextValue } from '@/components/record/facts/string-value'
import { Findings, severitiesInWords } from '@/components/record/inspector/findings'
import { BesidePanel, JsonViewer } from '@/components/record/json-viewer'
import { Badge } from '@/components/ui/badge'
import { DisclosurePanel, Panel } from '@/components/ui/panel'
import { STATUS_INSPECTION } from '@/lib/format/links'
import { safeText } from '@/lib/format/text'
import { type FieldState, fieldStates, unknownNames } from '@/lib/inspect/fields'
import { countSeverities, type Finding } from '@/lib/inspect/finding'
import { recordKinds } from '@/lib/inspect/inspect'
import type { Loss } from '@/lib/inspect/source'
import { basisInWords } from '@/lib/interface/fields/field-words'
import type { FieldTable } from '@/lib/interface/fields/fields'
import { gapInWords, gaps } from '@/lib/interface/gaps'
import type { JsonObject } from '@/lib/interface/resources'
import { timeFormatsInWords } from '@/lib/interface/times'

const none: readonly never[] = []
const STATUS_TITLE = 'Status as received'

export interface Received {
  readonly kind: 'vehicle' | 'booking'
  readonly inspected: AnyRecord
  /** Findings from sources other than the record. */
  readonly more?: readonly Finding[]
  /** An opened record with its wrapper, and where its source text differs from it. */
  readonly value?: unknown
  readonly losses?: readonly Loss[]
  readonly checks?: ReactNode
}

/**
 * For integrators: the record compared with the specification and as received. Stays as
 * it was left, on every page.
 */
export function Technical({
  record,
  status,
}: {
  record: Received | null
  status?: AnyRecord | undefined
}) {
  const { kind = 'vehicle', inspected, more = none } = record ?? {}
  const raw = inspected?.raw
  const ofRecord = useMemo(() => (raw ? recordKinds[kind].inspect(raw) : none), [kind, raw])
  const statusRaw = status?.raw
  const ofStatus = useMemo(
    () => (statusRaw ? recordKinds['search-object'].inspect(statusRaw) : none),
    [statusRaw],
  )
  const findings = [...ofRecord, ...more]
  const [isOpen, setOpen] = useState(() => readStored(storageKeys.technical) === 'open')
  // Links to the status as received open it.
  useEffect(() => {
    if (window.location.hash === `#${STATUS_INSPECTION}`) setOpen(true)
  }, [])
  return (
    <details
      open={isOpen}
      className="group/technical min-w-0"
      onToggle={({ currentTarget: { open } }) => {
        if (open === isOpen) return
        setOpen(open)
        writeStored(storageKeys.technical, open ? 'open' : 'closed')
      }}
    >
      <summary className="flex min-h-12 list-none flex-wrap items-center gap-x-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="text-muted size-4 shrink-0 group-open/technical:rotate-90"
        />
        <h2 className="text-base font-semibold">Technical</h2>
        <span className="text-muted text-sm">
          {severitiesInWords(countSeverities([...findings, ...ofStatus]))}
        </span>
      </summary>
      {isOpen ? (
        <div className="grid items-start gap-4 pt-1 lg:grid-cols-2">
          {record ? <RecordPanels {...record} findings={findings} /> : null}
          {status ? <StatusPanels inspected={status} findings={ofStatus} /> : null}
        </div>
      ) : null}
    </details>
  )
}

function RecordPanels({
  kind,
  inspected,
  findings,
  value = inspected.raw,
  losses,
  checks,
}: Received & { readonly findings: readonly Finding[] }) {
  const { table } = recordKinds[kind]
  const { withheld = none, beside } = inspected
  const { image_url: picture } = inspected.record as JsonObject
  return (
    <>
      <div className="flex min-w-0 flex-col gap-4">
        <Panel title="Inspector">
          <Findings findings={findings} />
          {withheld.length > 0 ? (
            <p className="text-muted mt-2 text-xs">
              Personal and unspecified fields are hidden from viewers and not inspected.
            </p>
          ) : null}
          {checks}
          <p className="text-muted mt-3 text-xs">
            Amounts are shown as received. The specification does not say whether they are in major
            or minor units, such as pounds or pence (<SectionLink section="2.6" />
            ).
          </p>
        </Panel>
        <Panel title="Webhooks">
          <FactList table={table} names={namesOf(table, 'webhooks')} inspected={inspected} />
        </Panel>
        {typeof picture === 'string' && picture !== '' ? (
          <Panel title="Address of the picture">
            <Copyable text={picture}>
              <span className="text-sm">
                <TextValue text={picture} />
              </span>
            </Copyable>
          </Panel>
        ) : null}
        <BesidePanel beside={beside} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <DisclosurePanel title="Raw JSON" isOpenAtFirst>
          {() => <JsonViewer label="Raw JSON" value={value} losses={losses} />}
        </DisclosurePanel>
        <DisclosurePanel title="Specified fields">
          {() => <FieldStates table={table} inspected={inspected} />}
        </DisclosurePanel>
      </div>
    </>
  )
}

/** A vehicle's status, the same object as its row of a search (§2.2). */
function StatusPanels({
  inspected,
  findings,
}: {
  inspected: AnyRecord
  findings: readonly Finding[]
}) {
  const { raw, beside } = inspected
  const counts = findings.length === 0 ? '' : `: ${severitiesInWords(countSeverities(findings))}`
  return (
    <>
      <DisclosurePanel id={STATUS_INSPECTION} title={`${STATUS_TITLE}${counts}`}>
        {() => (
          <div className="flex flex-col gap-4">
            <Findings findings={findings} />
            <JsonViewer label={STATUS_TITLE} value={raw} />
            <FieldStates table={recordKinds['search-object'].table} inspected={inspected} />
          </div>
        )}
      </DisclosurePanel>
      <BesidePanel beside={beside} />
    </>
  )
}

const states: Record<
  FieldState['state'],
  { word: string; tone: 'neutral' | 'accent' | 'warning' }
> = {
  present: { word: 'present', tone: 'accent' },
  missing: { word: 'missing', tone: 'neutral' },
  null: { word: 'null', tone: 'neutral' },
  'other-type': { word: 'other type', tone: 'warning' },
}

const WITHHELD = { word: 'hidden', tone: 'neutral' } as const
const MOST_UNKNOWN = 50

function FieldStates({ table, inspected }: { table: FieldTable; inspected: AnyRecord }) {
  const { raw, withheld = none } = inspected
  return (
    <ul className="divide-line divide-y text-sm">
      {fieldStates(table, raw).map(({ name, field, state, time }) => {
        const { word, tone } = withheld.includes(name) ? WITHHELD : states[state]
        return (
          <li key={name} className="py-1.5">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <code className="min-w-0 flex-1 [overflow-wrap:anywhere]">{name}</code>
              <span className="text-muted text-xs">
                {basisInWords(field)} <SectionLink section={field.section} />
              </span>
              <Badge tone={tone}>{word}</Badge>
            </p>
            <p className="text-xs">
              <TextWithSections text={field.meaning} />
            </p>
            {time === null ? null : (
              <p className="text-muted text-xs">Time format: {timeFormatsInWords[time]}</p>
            )}
            {field.open?.map((gap) => (
              <p key={gap} className="text-muted text-xs">
                <TextWithSections text={`${gapInWords(gap)} (§${gaps[gap].section})`} />
              </p>
            ))}
          </li>
        )
      })}
      {unknownNames(table, raw)
        .slice(0, MOST_UNKNOWN)
        .map((name) => (
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
