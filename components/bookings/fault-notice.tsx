import type { ReactNode } from 'react'
import { MOST_BYTES, MOST_RECORDS } from '@/components/bookings/opened/limits'
import type { Source } from '@/components/bookings/opened/opened-store'
import type { SourceFault } from '@/components/bookings/opened/source-fault'
import type { TextPosition } from '@/components/bookings/opened/text-position'
import { Button } from '@/components/ui/button'
import { downloadText } from '@/components/ui/download'
import { Notice } from '@/components/ui/notice'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'

/** Why nothing was opened, with the remedy, and how to recover the text. */
export function FaultNotice({
  fault,
  recovered,
  onGoTo,
}: {
  readonly fault: SourceFault
  readonly recovered: Source | null
  /** Absent when the text is not in the field. */
  readonly onGoTo?: (offset: number) => void
}) {
  const { title, advice } = describe(fault)
  return (
    <Notice
      tone="danger"
      title={title}
      action={
        onGoTo && 'offset' in fault ? (
          <Button onClick={() => onGoTo(fault.offset)}>Go to the error</Button>
        ) : undefined
      }
    >
      {advice}
      {'position' in fault ? <Excerpt position={fault.position} /> : null}
      {recovered ? (
        <p className="mt-1 flex flex-wrap items-center gap-2">
          The text was kept, but is too long to edit here.
          <Button onClick={() => void save(recovered)}>Save it as a file</Button>
        </p>
      ) : null}
    </Notice>
  )
}

async function save({ blob }: Source): Promise<void> {
  downloadText('records.json', 'application/json', await blob.text())
}

function describe(fault: SourceFault): { title: string; advice: ReactNode } {
  switch (fault.kind) {
    case 'too-big':
      return {
        title: 'Too big to open here',
        advice: `It has ${formatCount(fault.bytes)} bytes; the limit is ${formatCount(MOST_BYTES)}. Split it into parts.`,
      }
    case 'too-many':
      return {
        title: 'Too many records to open at once',
        advice: `${formatCount(fault.records)} records; the limit is ${formatCount(MOST_RECORDS)}. Split them into parts.`,
      }
    case 'empty':
      return {
        title: 'No records found',
        advice: 'Paste a booking, an array of bookings, or one booking per line.',
      }
    case 'not-text':
      return { title: 'This isn’t UTF-8 text', advice: 'Save it as UTF-8 and open it again.' }
    case 'stopped':
      return {
        title: 'The browser could not read this',
        advice: 'The file may have been changed or moved, or memory is low. Try again.',
      }
    case 'malformed':
    case 'too-deep': {
      const { line, column } = fault.position
      const problem = fault.kind === 'malformed' ? 'This isn’t valid JSON' : 'Nested too deeply'
      return {
        title: `${problem}: line ${formatCount(line)}, column ${formatCount(column)}`,
        advice: `${capitalise(fault.reason)}.`,
      }
    }
  }
}

function Excerpt({ position: { before, after } }: { readonly position: TextPosition }) {
  const [character = ''] = after
  return (
    <pre className="bg-surface border-line mt-1 rounded-md border px-2 py-1 text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
      <bdi>
        {safeText(before)}
        <mark className="bg-kerb text-black">{character ? safeText(character) : ' end '}</mark>
        {safeText(after.slice(character.length))}
      </bdi>
    </pre>
  )
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
