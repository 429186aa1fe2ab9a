import { MOST_BYTES, MOST_RECORDS, type SourceFault } from '@/components/bookings/opened/read-source'
import { Notice } from '@/components/ui/notice'
import { formatCount } from '@/lib/format/number'

/** Why nothing was opened, with the remedy. */
export function FaultNotice({ fault }: { readonly fault: SourceFault }) {
  const { title, advice } = describe(fault)
  return (
    <Notice tone="danger" title={title}>
      {advice}
    </Notice>
  )
}

function describe(fault: SourceFault): { title: string; advice: string } {
  switch (fault.kind) {
    case 'too-big':
      return {
        title: 'Too big to open here',
        advice: `It has ${formatCount(fault.bytes)} bytes; the limit is ${formatCount(MOST_BYTES)}. Split it into parts.`,
      }
    case 'too-many':
      return {
        title: 'Too many bookings to open at once',
        advice: `${formatCount(fault.records)} bookings; the limit is ${formatCount(MOST_RECORDS)}. Split them into parts.`,
      }
    case 'no-bookings':
      return {
        title: 'No bookings found',
        advice:
          'Nothing in it has the fields of a booking. Open bookings as JSON, in any wrapper or one per line, or the CSV that Kerbside saved of them.',
      }
    case 'not-text':
      return { title: 'This isn’t UTF-8 text', advice: 'Save it as UTF-8 and open it again.' }
    case 'stopped':
      return {
        title: 'The browser could not read this',
        advice: 'The file may have been changed or moved, or memory is low. Try again.',
      }
    case 'malformed':
      return {
        title: `This isn’t valid JSON: line ${formatCount(fault.line)}, column ${formatCount(fault.column)}`,
        advice: 'Correct it there and open it again.',
      }
  }
}
