import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { BookingsFrame } from '@/components/bookings/booking/bookings-head'
import type { ListScope } from '@/components/bookings/booking/source-tabs'
import { LONGEST_DRAFT, type Opened } from '@/components/bookings/opened/opened-store'
import {
  MOST_BYTES,
  MOST_RECORDS,
  type SourceFault,
} from '@/components/bookings/opened/read-source'
import { useOpenSource } from '@/components/bookings/table/list-filters'
import { Button } from '@/components/ui/button'
import { Field, inputClass } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { OpenFileButton } from '@/components/ui/open-file-button'
import { formatCount } from '@/lib/format/number'

// The server renders it too, without the browser's region.
const MOST_RECORDS_TEXT = MOST_RECORDS.toLocaleString('en-GB')

export function OpenForm({
  draft,
  fault,
  notice,
  scope,
}: Extract<Opened, { state: 'none' }> & { readonly notice: ReactNode; readonly scope: ListScope }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const openSource = useOpenSource()
  const [title, advice] = fault ? faultInWords(fault) : []

  function openText(text: string): void {
    openSource({ name: 'pasted text', blob: new Blob([text]) }, text)
  }

  function read() {
    const text = field.current?.value ?? ''
    if (text.trim() === '') field.current?.focus()
    else openText(text)
  }

  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text')
    // A picture or a file has no text.
    if (text === '') return
    // A long text would block the field for seconds; text pasted into an
    // empty field is opened at once.
    if (text.length <= LONGEST_DRAFT && field.current?.value !== '') return
    event.preventDefault()
    openText(text)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) read()
  }

  return (
    <BookingsFrame
      lead="Open bookings from a file or from text. They stay in this browser: nothing is sent or stored."
      tab={scope}
    >
      {notice}
      {fault ? (
        <Notice tone="danger" title={title}>
          {advice}
        </Notice>
      ) : null}
      <div className="bg-surface border-line flex flex-col gap-4 rounded-lg border p-4">
        <Field
          label="Records as JSON"
          hint={`One booking or many, in any wrapper or one per line. Up to ${MOST_RECORDS_TEXT} bookings, ${MOST_BYTES / 1_000_000} MB.`}
        >
          {(control) => (
            <textarea
              {...control}
              ref={field}
              defaultValue={draft}
              rows={14}
              spellCheck={false}
              autoComplete="off"
              placeholder={'{"booking": {"id": "…"}}'}
              onPaste={onPaste}
              onKeyDown={onKeyDown}
              className={`${inputClass} resize-y py-2 font-mono text-xs`}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" onClick={read}>
            Show records
          </Button>
          <OpenFileButton
            label="File of records"
            accept=".json,.ndjson,.jsonl,.txt,application/json,application/x-ndjson,text/plain"
            onFile={(file) => openSource({ name: file.name, blob: file })}
          />
        </div>
      </div>
    </BookingsFrame>
  )
}

function faultInWords(fault: SourceFault): readonly [title: string, advice: string] {
  switch (fault.kind) {
    case 'too-big':
      return [
        'Too big to open here',
        `It has ${formatCount(fault.bytes)} bytes; the limit is ${formatCount(MOST_BYTES)}. Split it into parts.`,
      ]
    case 'too-many':
      return [
        'Too many bookings to open at once',
        `${formatCount(fault.records)} bookings; the limit is ${formatCount(MOST_RECORDS)}. Split them into parts.`,
      ]
    case 'no-bookings':
      return [
        'No bookings found',
        'Nothing in it has the fields of a booking. Open bookings as JSON, in any wrapper or one per line; a CSV is not read.',
      ]
    case 'not-text':
      return ['This isn’t text', 'Save the bookings as JSON in UTF-8 and open them again.']
    case 'stopped':
      return [
        'The browser could not read this',
        'The file may have been changed or moved, or memory is low. Try again.',
      ]
    case 'malformed':
      return [
        `This isn’t valid JSON: line ${formatCount(fault.line)}, column ${formatCount(fault.column)}`,
        'Correct it there and open it again.',
      ]
  }
}
