'use client'

import { ListChecks } from 'lucide-react'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field, inputClass } from '@/components/ui/field'
import { OpenFileButton, useFileDrop } from '@/components/ui/open-file-button'
import { counted } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import {
  REFERENCES_MAXIMUM,
  type ReferenceList,
  readReferences,
  readTextFile,
  remarksOf,
  type Taken,
} from './reference-list'
import type { ReferenceTable } from './reference-table'

/** Input for a pasted, typed, dropped or opened column; keeps its text through every error. */
export function ListForm({
  text,
  onText,
  onStart,
  isRunning,
}: {
  readonly text: string
  readonly onText: (text: string) => void
  readonly onStart: (list: ReferenceList) => void
  readonly isRunning: boolean
}) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const drop = useFileDrop(open)
  const [chosen, setChosen] = useState<Taken>()
  const list = useMemo(() => readReferences(text, chosen), [text, chosen])
  const { length } = list.references
  const isTooLong = length > REFERENCES_MAXIMUM
  const error =
    refusal ??
    (drop.refusal ? 'Drop one text file.' : null) ??
    (isTooLong ? `${counted(length, 'reference')}; at most ${REFERENCES_MAXIMUM} at a time.` : undefined)

  async function open(given: File) {
    drop.setRefusal(null)
    const read = await readTextFile(given)
    setRefusal(read.refusal)
    if (read.text === null) return
    setChosen(undefined)
    onText(read.text)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (length === 0) setRefusal('No references yet. Paste a column, one reference per line.')
    if (length === 0 || isTooLong) area.current?.focus()
    else onStart(list)
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
              onText(target.value)
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
        <Field label="Column with the references" className="max-w-md">
          {(control) => (
            <select
              {...control}
              value={list.column ?? ''}
              onChange={({ target: { value } }) =>
                setChosen(value === '' ? null : value === 'every' ? value : Number(value))
              }
              className={inputClass}
            >
              {list.table?.columns.map((column, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by position
                <option key={index} value={index}>
                  {columnInWords(column, index)}
                </option>
              ))}
              {list.table !== null && list.table.columns.length > 1 ? (
                <option value="every">Every cell</option>
              ) : null}
              <option value="">Whole lines, as they stand</option>
            </select>
          )}
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={isRunning}>
          <ListChecks aria-hidden className="size-4" />
          Look up the list
        </Button>
        <OpenFileButton
          label="File of references"
          accept=".txt,.csv,.tsv,text/plain,text/csv,text/tab-separated-values"
          onFile={(file) => void open(file)}
        />
      </div>
    </form>
  )
}

/** "our_ref (KB-22 …)" */
function columnInWords({ heading, sample }: ReferenceTable['columns'][number], index: number): string {
  const name = heading === null ? `Column ${index + 1}` : safeText(heading, 40)
  return sample === '' ? `${name} (empty)` : `${name} (${safeText(sample, 40)} …)`
}

function sizeOf(list: ReferenceList): string {
  const { table, references } = list
  const headings = table?.headingLine ? [`Line ${table.headingLine} is read as headings.`] : []
  return [`${counted(references.length, 'reference')}.`, ...headings, ...remarksOf(list)].join(' ')
}
