import type { ReactNode } from 'react'
import { MOST_BYTES, MOST_RECORDS } from '@/components/bookings/opened/limits'
import type { Source } from '@/components/bookings/opened/opened-store'
import type { PlaceInText } from '@/components/bookings/opened/place-in-text'
import type { SourceFault } from '@/components/bookings/opened/records'
import { Button } from '@/components/ui/button'
import { downloadText } from '@/components/ui/download'
import { Notice } from '@/components/ui/notice'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'

/** Why nothing was opened, what to do, and where the text is now. */
export function FaultNotice({
  fault,
  kept,
  onGoTo,
}: {
  readonly fault: SourceFault
  readonly kept: Source | null
  /** Left out when the text is not in the field. */
  readonly onGoTo?: (offset: number) => void
}) {
  const { title, advice } = describe(fault)
  return (
    <Notice
      tone="danger"
      title={title}
      action={
        onGoTo && 'offset' in fault ? (
          <Button onClick={() => onGoTo(fault.offset)}>Go to the place</Button>
        ) : undefined
      }
    >
      {advice}
      {'place' in fault ? <Excerpt place={fault.place} /> : null}
      {kept ? (
        <p className="mt-1 flex flex-wrap items-center gap-2">
          The text is kept, but too long to be corrected here.
          <Button onClick={() => void save(kept)}>Save it as a file</Button>
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
        advice: `${formatCount(fault.bytes)} bytes; at most ${formatCount(MOST_BYTES)}. Open it in parts.`,
      }
    case 'too-many':
      return {
        title: 'Too many records to open at once',
        advice: `${formatCount(fault.records)} records; at most ${formatCount(MOST_RECORDS)}. Open them in parts.`,
      }
    case 'empty':
      return {
        title: 'There is no record in it',
        advice: 'Paste a booking, an array of them, or one a line.',
      }
    case 'not-text':
      return { title: 'This is no text in UTF-8', advice: 'Save it as a text in UTF-8 and open it again.' }
    case 'stopped':
      return {
        title: 'The browser could not read it',
        advice: 'The file may have been changed or moved meanwhile, or memory is short. Try again.',
      }
    case 'malformed':
    case 'too-deep': {
      const { line, column } = fault.place
      const what = fault.kind === 'malformed' ? 'This is no JSON' : 'Nested too deeply'
      return {
        title: `${what}: line ${formatCount(line)}, column ${formatCount(column)}`,
        advice: `${capitalise(fault.reason)}.`,
      }
    }
  }
}

function Excerpt({ place: { before, after } }: { readonly place: PlaceInText }) {
  const [sign = ''] = after
  return (
    <pre className="bg-surface border-line mt-1 rounded-md border px-2 py-1 text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
      <bdi>
        {safeText(before)}
        <mark className="bg-kerb text-black">{sign ? safeText(sign) : ' the end '}</mark>
        {safeText(after.slice(sign.length))}
      </bdi>
    </pre>
  )
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
