import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { describeError } from '@/lib/api/client/errors'
import { query } from '@/lib/api/queries/query'
import { absencePhrase } from '@/lib/format/absence'
import { phoneParts } from '@/lib/format/contact'
import { safeText } from '@/lib/format/text'

/**
 * The driver of a vehicle, with a link that calls. Read on demand: each
 * opening of a record is audited.
 */
export function Driver({
  vehicleId,
  isAsked: isAskedAtFirst = false,
}: {
  readonly vehicleId: string
  /** Read at once; else by a click. */
  readonly isAsked?: boolean
}) {
  const [askedId, setAskedId] = useState(isAskedAtFirst ? vehicleId : null)
  const isAsked = askedId === vehicleId
  const { data, error, isFetching } = useQuery({
    ...query('/api/vehicles/{vehicleId}', { vehicleId }),
    enabled: isAsked,
  })
  if (!data) {
    const label = error ? `Retry: ${describeError(error).title}` : 'Driver'
    return (
      <Button className="flex-1" disabled={isFetching} onClick={() => setAskedId(vehicleId)}>
        {isFetching ? 'Loading …' : label}
      </Button>
    )
  }
  const { record, unreadable } = data.data
  const { driver_name: name, driver_phone_number: phone } = record
  const without = absencePhrase('Driver', 'driver_name', unreadable)
  const numbers = phoneParts(phone ?? '').filter(({ text }) => text.trim() !== '')
  return (
    <div
      className={`flex basis-full flex-wrap items-center gap-x-2 gap-y-1 ${isAskedAtFirst ? '' : 'border-line border-t pt-2'}`}
    >
      {isAskedAtFirst ? <span className="text-muted text-xs max-md:basis-full">Driver</span> : null}
      <bdi
        className={`line-clamp-2 min-w-0 font-semibold [overflow-wrap:anywhere] ${isAskedAtFirst ? '' : 'flex-1'}`}
        title="Driver"
      >
        {name ? safeText(name, 60) : without}
      </bdi>
      {numbers.map(({ text, href }) => (
        <span key={text} className="flex shrink-0 items-center gap-1">
          <bdi className="tabular-nums select-all">{safeText(text, 60)}</bdi>
          {href ? (
            <a href={href} className={buttonClass('secondary')}>
              Call
            </a>
          ) : null}
          <CopyButton text={text} what="the driver’s number" />
        </span>
      ))}
    </div>
  )
}
