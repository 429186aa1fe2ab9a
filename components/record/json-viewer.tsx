import { type ReactNode, useMemo } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { DisclosurePanel } from '@/components/ui/panel'
import { formatCount } from '@/lib/format/number'
import { inspectableJson, safeText } from '@/lib/format/text'
import type { Loss } from '@/lib/inspect/source'
import type { JsonObject } from '@/lib/interface/resources'

const MOST_NAMED = 4

export function BesidePanel({ beside }: { readonly beside: JsonObject | undefined }) {
  if (!beside) return null
  const names = Object.keys(beside)
  const more = names.length > MOST_NAMED ? ' …' : ''
  const title = `Beside the record: ${names
    .slice(0, MOST_NAMED)
    .map((name) => safeText(name, 40))
    .join(', ')}${more}`
  return (
    <DisclosurePanel title={title}>
      {() => <JsonViewer label="Beside the record" value={beside} />}
    </DisclosurePanel>
  )
}

const MOST_LINES = 2_000
// Deeper values are shown as “[ … ]”: each level is a nested element.
const DEEPEST = 100
const LONGEST_TEXT = 2_000
const nothing: readonly Loss[] = []

/** The first lines of a value as received, each object and array collapsible; the copy is whole. */
export function JsonViewer({
  label,
  value,
  losses = nothing,
}: {
  readonly label: string
  readonly value: unknown
  /** Differences between the value and its source text, where that is known. */
  readonly losses?: readonly Loss[]
}) {
  const { lines, isCut } = useMemo(() => linesOf(value, writtenNumbers(losses)), [value, losses])
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex min-h-11 items-center justify-between gap-2 md:min-h-7">
        <p className="text-muted text-xs">
          {isCut
            ? `Showing the first ${formatCount(MOST_LINES)} lines; the copy has all of them.`
            : null}
        </p>
        <CopyButton text={() => jsonAsWritten(value, losses)} what={label} />
      </div>
      <section
        aria-label={label}
        className="bg-sunken border-line max-h-112 overflow-auto rounded-md border px-3 py-2 font-mono text-xs leading-5"
      >
        {lines}
      </section>
    </div>
  )
}

type Step = string | number

function linesOf(root: unknown, written: ReadonlyMap<string, string>) {
  let left = MOST_LINES
  let isCut = false
  function line(value: unknown, path: readonly Step[]): ReactNode {
    left--
    const name = <Name step={path.at(-1)} />
    const members = membersOf(value)
    if (members === null)
      return (
        <p className="[overflow-wrap:anywhere]">
          {name}
          <bdi>{scalarText(value, writtenAs(value, written.get(JSON.stringify(path))))}</bdi>
        </p>
      )
    const [start, end] = Array.isArray(value) ? '[]' : '{}'
    if (members.length === 0 || path.length === DEEPEST)
      return (
        <p>
          {name}
          <span className="text-muted">
            {members.length === 0 ? `${start}${end}` : `${start} … ${end}`}
          </span>
        </p>
      )
    const shown: ReactNode[] = []
    for (const [step, member] of members) {
      if (left === 0) {
        isCut = true
        break
      }
      shown.push(<li key={step}>{line(member, [...path, step])}</li>)
    }
    return (
      <details open>
        <summary className="max-md:py-3">
          {name}
          <span className="text-muted">{`${start} ${formatCount(members.length)} ${end}`}</span>
        </summary>
        <ul className="border-line ml-1 border-l pl-3">{shown}</ul>
      </details>
    )
  }
  const lines = line(root, [])
  return { lines, isCut }
}

function Name({ step }: { readonly step: Step | undefined }) {
  if (step === undefined) return null
  return (
    <>
      <bdi className="text-accent">{typeof step === 'number' ? step : inspectableJson(step)}</bdi>
      <span className="text-muted">: </span>
    </>
  )
}

function membersOf(value: unknown): (readonly [Step, unknown])[] | null {
  if (Array.isArray(value)) return value.map((member, index) => [index, member] as const)
  return typeof value === 'object' && value !== null ? Object.entries(value) : null
}

/**
 * Clipped, without characters that hide or reorder text.
 * @param written as in the source text, where it differs
 */
function scalarText(value: unknown, written?: string): string {
  if (written !== undefined)
    return written.length > LONGEST_TEXT ? `${written.slice(0, LONGEST_TEXT)}…` : written
  // 1e999 is read as Infinity.
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (typeof value !== 'string' || value.length <= LONGEST_TEXT) return inspectableJson(value)
  const start = inspectableJson(value.slice(0, LONGEST_TEXT).toWellFormed()).slice(0, -1)
  return `${start}…" (${formatCount(value.length)} characters)`
}

/**
 * Numbers by path (`["totals","net"]`) as written in the source text, where a
 * JavaScript number loses digits.
 */
export function writtenNumbers(losses: readonly Loss[]): ReadonlyMap<string, string> {
  return new Map(numbersOf(losses).map(({ path, written }) => [JSON.stringify(path), written]))
}

export function jsonAsWritten(value: unknown, losses: readonly Loss[]): string {
  const numbers = [...writtenNumbers(losses)]
  if (numbers.length === 0) return inspectableJson(value)
  // JSON.stringify would round the numbers: placeholders are replaced in its output.
  const placeholder = crypto.randomUUID()
  const box: { root: unknown } = { root: structuredClone(value) }
  for (const [index, [path, written]] of numbers.entries()) {
    const steps = JSON.parse(path) as Step[]
    replaceNumber(box, ['root', ...steps], written, `${placeholder} ${index}`)
  }
  return inspectableJson(box.root).replaceAll(
    new RegExp(`"${placeholder} (\\d+)"`, 'g'),
    (_, index: string) => numbers[Number(index)]?.[1] ?? '',
  )
}

function numbersOf(losses: readonly Loss[]): readonly Loss[] {
  return losses.filter(({ kind }) => kind === 'digits-lost')
}

function replaceNumber(root: object, path: Loss['path'], written: string, by: string): void {
  let holder: unknown = root
  for (const step of path.slice(0, -1)) holder = Object(holder)[step]
  const last = path.at(-1)
  if (typeof holder !== 'object' || holder === null || last === undefined) return
  const current = Object.getOwnPropertyDescriptor(holder, last)?.value
  if (writtenAs(current, written) === undefined) return
  Object.defineProperty(holder, last, { value: by, enumerable: true })
}

/**
 * The number as written, if the value is that number: of a repeated name the last value wins, and
 * may be another one. Long whole numbers are kept as texts.
 */
function writtenAs(value: unknown, written: string | undefined): string | undefined {
  if (written === undefined) return undefined
  const isSame =
    typeof value === 'string'
      ? value === written
      : value === Number(written) && typeof value === 'number'
  return isSame ? written : undefined
}
