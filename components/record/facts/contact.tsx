import { Phone } from 'lucide-react'
import { FactValue } from '@/components/record/facts/fact-value'
import type { AnyRecord } from '@/components/record/facts/facts'
import { buttonClass } from '@/components/ui/button'
import { phoneParts } from '@/lib/format/contact'
import { safeText } from '@/lib/format/text'
import type { FieldTable } from '@/lib/interface/fields/fields'
import type { JsonObject } from '@/lib/interface/resources'

/** A person to call: name, and each number in digits with *Call* and *Copy*. */
export function Contact({
  label,
  fields: [name, phone],
  table,
  inspected,
}: {
  /** Absent below a heading that says the same. */
  readonly label?: string
  /** Of the name and the number. */
  readonly fields: readonly [name: string, phone: string]
  readonly table: FieldTable
  readonly inspected: AnyRecord
}) {
  const isWithheld = inspected.withheld?.includes(phone) ?? false
  const given = (inspected.record as JsonObject)[phone]
  const numbers = typeof given === 'string' && !isWithheld ? phoneParts(given) : []
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      {label === undefined ? null : <p className="text-muted text-xs">{label}</p>}
      <div className="min-w-0 font-semibold">
        <FactValue name={name} table={table} inspected={inspected} />
      </div>
      {isWithheld ? null : (
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 tabular-nums">
          <FactValue name={phone} table={table} inspected={inspected} />
          {numbers.map(({ text, href }) =>
            href === null ? null : (
              <a
                key={href}
                href={href}
                aria-label={`Call ${safeText(text, 40)}`}
                className={buttonClass('secondary')}
              >
                <Phone aria-hidden className="size-4 shrink-0" />
                Call
              </a>
            ),
          )}
        </div>
      )}
    </div>
  )
}
