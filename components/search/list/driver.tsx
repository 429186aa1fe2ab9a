import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { describeError } from '@/lib/api/client/errors'
import { query } from '@/lib/api/queries/query'
import { phoneParts } from '@/lib/format/contact'
import { safeText } from '@/lib/format/text'

/** The driver of a vehicle, with a link that calls. Read on demand: each opening of a record is audited. */
export function Driver({ vehicleId }: { readonly vehicleId: string }) {
  const [askedId, setAskedId] = useState<string | null>(null)
  const isAsked = askedId === vehicleId
  const { data, error, isFetching } = useQuery({
    ...query('/api/vehicles/{vehicleId}', { vehicleId }),
    enabled: isAsked,
  })
  if (!data)
    return (
      <Button disabled={isFetching} onClick={() => setAskedId(vehicleId)}>
        {isFetching ? 'Loading …' : error ? `Retry: ${describeError(error).title}` : 'Driver'}
      </Button>
    )
  const { driver_name: name, driver_phone_number: phone } = data.data.record
  const numbers = phoneParts(phone ?? '').filter(({ text }) => text.trim() !== '')
  return (
    <span className="flex min-w-32 flex-1 items-center gap-2 roomy:basis-full">
      <bdi className="min-w-0 flex-1 truncate" title="Driver">
        {name ? safeText(name, 60) : 'Driver not reported'}
      </bdi>
      {numbers.map(({ text, href }) =>
        href ? (
          <a
            key={text}
            href={href}
            title={safeText(text, 60)}
            className={buttonClass('secondary', 'shrink-0')}
          >
            Call
          </a>
        ) : (
          <bdi key={text}>{safeText(text, 60)}</bdi>
        ),
      )}
    </span>
  )
}
