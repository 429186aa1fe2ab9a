'use client'

import { FileUp, ListChecks } from 'lucide-react'
import { type DragEvent, type FormEvent, useMemo, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field, inputClass } from '@/components/ui/field'
import { counted } from '@/lib/format/number'
import { type ListedReference, REFERENCES_MAXIMUM, readReferences, remarksOf } from './reference-list'
import { readTextFile } from './text-file'

/** Where a column is pasted, typed, dropped or opened. Its text stays through every error. */
export function ListForm({
  text,
  onText,
  onStart,
  isRunning,
}: {
  readonly text: string
  readonly onText: (text: string) => void
  readonly onStart: (references: readonly ListedReference[]) => void
  readonly isRunning: boolean
}) {
  const file = useRef<HTMLInputElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const list = useMemo(() => readReferences(text), [text])
  const { length } = list.references
  const isTooLong = length > REFERENCES_MAXIMUM
  const error =
    refusal ??
    (isTooLong ? `${counted(length, 'reference')}; at most ${REFERENCES_MAXIMUM} at a time.` : undefined)

  async function open(given: File | undefined) {
    if (!given) return
    const read = await readTextFile(given)
    setRefusal(read.refusal)
    if (read.text !== null) onText(read.text)
  }

  function drop(event: DragEvent) {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    void open(event.dataTransfer.files[0])
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (length === 0) setRefusal('There is no reference: paste a column, one reference a line.')
    if (length === 0 || isTooLong) area.current?.focus()
    else onStart(list.references)
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-3" aria-label="Look up a list">
      <Field
        label={`References, one a line, up to ${REFERENCES_MAXIMUM}`}
        error={error}
        hint={
          text === '' ? 'Paste a column or drop a text file. Every character of a line counts.' : sizeOf(list)
        }
      >
        {(control) => (
          <textarea
            {...control}
            ref={area}
            value={text}
            onChange={({ target }) => {
              setRefusal(null)
              onText(target.value)
            }}
            onDrop={drop}
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
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={isRunning}>
          <ListChecks aria-hidden className="size-4" />
          Look up the list
        </Button>
        <Button onClick={() => file.current?.click()}>
          <FileUp aria-hidden className="size-4" />
          Open a file
        </Button>
        <input
          ref={file}
          type="file"
          accept=".txt,.csv,text/plain,text/csv"
          aria-label="File of references"
          tabIndex={-1}
          className="hidden"
          onChange={({ target }) => {
            void open(target.files?.[0])
            // The same file may be opened again.
            target.value = ''
          }}
        />
      </div>
    </form>
  )
}

function sizeOf(list: ReturnType<typeof readReferences>): string {
  return `${[counted(list.references.length, 'reference'), ...remarksOf(list)].join('; ')}.`
}
