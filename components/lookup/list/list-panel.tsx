import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { ListChecks, Pause, Play, RotateCcw } from 'lucide-react'
import { type FormEvent, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { onStorageCleared, storageKeys, useStored } from '@/components/layout/storage'
import { Button } from '@/components/ui/button'
import { Field, inputClass, SelectField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { OpenFileButton, useFileDrop } from '@/components/ui/open-file-button'
import { Panel } from '@/components/ui/panel'
import { keepVehicleNames } from '@/lib/api/queries/names'
import { lookUpVehicle } from '@/lib/api/queries/reference-lookup'
import { counted, formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { formatClock } from '@/lib/format/time/time'
import { ListResults } from './list-results'
import { createListRun, EMPTY, FAILURES_IN_A_ROW, type ListRun, rowsOf } from './list-run'
import {
  type ColumnChoice,
  REFERENCES_MAXIMUM,
  type ReferenceList,
  readReferences,
  readTextFile,
  remarkOf,
} from './reference-list'

export function ListPanel() {
  const client = useQueryClient()
  const [run] = useState(() => runOfTab(client))
  const state = useSyncExternalStore(run.subscribe, run.state, () => EMPTY)
  return (
    <Panel title="Look up a list" className={state.rows.length > 0 ? '' : 'print:hidden'}>
      <div className="flex min-w-0 flex-col gap-4">
        <ListForm
          isRunning={state.isRunning}
          onStart={(list) => {
            run.load(rowsOf(list))
            run.resume()
          }}
        />
        {state.rows.length > 0 ? (
          <>
            <Progress run={run} state={state} />
            <ListResults rows={state.rows} />
          </>
        ) : null}
      </div>
    </Panel>
  )
}

let tabRun: ListRun | null = null

/** The tab's list: continues on other pages, discarded by a reload or at sign-out. */
function runOfTab(client: QueryClient): ListRun {
  if (tabRun) return tabRun
  const made = createListRun(async (ourRef, signal) => {
    const answer = await lookUpVehicle(ourRef, signal)
    if (answer.kind === 'found')
      keepVehicleNames(client, [{ ...answer.vehicle.record, our_ref: ourRef }])
    return answer
  })
  onStorageCleared(() => made.load([]))
  tabRun = made
  return made
}

function Progress({
  run,
  state,
}: {
  readonly run: ListRun
  readonly state: ReturnType<ListRun['state']>
}) {
  const id = useId()
  const { zone } = usePreferences()
  const { isRunning, hasGivenUp, heldUntilMs } = state
  const rows = state.rows.filter(({ outcome }) => outcome?.kind !== 'skipped')
  const done = rows.filter(({ outcome }) => outcome !== null).length
  const failed = rows.filter(({ outcome }) => outcome?.kind === 'failed').length
  const isWhole = done === rows.length
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
          <p id={id} className="text-sm">
            <strong className="font-semibold">{formatCount(done)}</strong> of{' '}
            {formatCount(rows.length)} looked up{isRunning || isWhole ? '' : ', paused'}
          </p>
          <progress aria-labelledby={id} className="h-2 w-full" max={rows.length} value={done} />
        </div>
        {isRunning ? (
          <Button icon={Pause} onClick={run.pause}>
            Pause
          </Button>
        ) : null}
        {!isRunning && !isWhole ? (
          <Button icon={Play} variant="primary" onClick={run.resume}>
            Resume
          </Button>
        ) : null}
        {failed > 0 && !isRunning ? (
          <Button icon={RotateCcw} onClick={run.retryFailed}>
            Retry {formatCount(failed)} failed
          </Button>
        ) : null}
      </div>
      {heldUntilMs === null ? null : (
        <Notice tone="warning" title={`Paused until ${formatClock(heldUntilMs, zone)}`}>
          The service asked us to slow down. The list will resume automatically.
        </Notice>
      )}
      {hasGivenUp ? (
        <Notice tone="warning" title={`Paused: ${FAILURES_IN_A_ROW} references in a row failed`}>
          The rest would probably fail too. Results so far are kept; resume when the service is
          back.
        </Notice>
      ) : null}
      <p role="status" className="sr-only">
        {isWhole ? `All ${formatCount(rows.length)} looked up, ${formatCount(failed)} failed` : ''}
      </p>
    </div>
  )
}

function ListForm(props: {
  readonly isRunning: boolean
  readonly onStart: (list: ReferenceList) => void
}) {
  const [stored, setText] = useStored(storageKeys.lookupText)
  const text = stored ?? ''
  const area = useRef<HTMLTextAreaElement>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const drop = useFileDrop(open)
  const [chosen, setChosen] = useState<ColumnChoice>()
  const list = useMemo(() => readReferences(text, chosen), [text, chosen])
  const { length } = list.references
  const isTooLong = length > REFERENCES_MAXIMUM
  const error =
    refusal ??
    (drop.refusal ? 'Drop one text file.' : null) ??
    list.refusal ??
    (isTooLong
      ? `${counted(length, 'reference')}; at most ${REFERENCES_MAXIMUM} at a time.`
      : undefined)

  async function open(given: File) {
    drop.setRefusal(null)
    const read = await readTextFile(given)
    setRefusal(read.refusal)
    if (read.text === null) return
    setChosen(undefined)
    setText(read.text || null)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (length === 0) setRefusal('No references yet. Paste a column, one reference per line.')
    if (length === 0 || isTooLong) area.current?.focus()
    else props.onStart(list)
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-3" aria-label="Look up a list">
      <Field
        label={`One reference per line, up to ${REFERENCES_MAXIMUM}`}
        error={error}
        hint={
          text === ''
            ? 'Paste a column or a table, or drop a CSV or text file. References must match exactly.'
            : sizeOf(list)
        }
      >
        {(control) => (
          <textarea
            {...control}
            ref={area}
            value={text}
            onChange={({ target }) => {
              setRefusal(null)
              drop.setRefusal(null)
              setText(target.value || null)
            }}
            {...drop.handlers}
            rows={6}
            dir="auto"
            wrap="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={`${inputClass} resize-y py-2 font-mono text-sm`}
          />
        )}
      </Field>
      {list.table === null ? null : (
        <SelectField<number | 'every' | ''>
          label="Column with the references"
          className="max-w-md"
          value={list.column ?? ''}
          options={[
            ...list.table.columns.map(
              (column, index) => [index, columnInWords(column, index)] as const,
            ),
            ...(list.table.columns.length > 1 ? [['every', 'Every cell'] as const] : []),
            ...(list.isMarkup ? [] : [['', 'Whole lines, as they stand'] as const]),
          ]}
          onChange={(column) => setChosen(column === '' ? null : column)}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button icon={ListChecks} type="submit" variant="primary" disabled={props.isRunning}>
          Look up the list
        </Button>
        <OpenFileButton
          label="File of references"
          accept=".txt,.csv,.tsv,.json,.html,.xls,text/plain,text/csv,text/tab-separated-values"
          onFile={(file) => void open(file)}
        />
      </div>
    </form>
  )
}

/** "our_ref (KB-22 …)" */
function columnInWords(
  { heading, sample }: NonNullable<ReferenceList['table']>['columns'][number],
  index: number,
): string {
  const name = heading === null ? `Column ${index + 1}` : safeText(heading, 40)
  return sample === '' ? `${name} (empty)` : `${name} (${safeText(sample, 40)} …)`
}

function sizeOf(list: ReferenceList): string {
  const { table, references } = list
  const headings = table?.headingLine ? `Line ${table.headingLine} is read as headings.` : ''
  return [`${counted(references.length, 'reference')}.`, headings, remarkOf(list)]
    .filter(Boolean)
    .join(' ')
}
