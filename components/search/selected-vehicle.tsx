'use client'

import { X } from 'lucide-react'
import Link from 'next/link'
import { useNow } from '@/components/layout/use-now'
import { StatusMark } from '@/components/map/status-mark'
import { buttonClass, IconButton } from '@/components/ui/button'
import { formatAge } from '@/lib/format/age'
import { vehicleHref } from '@/lib/format/links'
import { ABSENT, formatAmount, formatNumber, formatYear } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { vehicleSearchObjectFields as fields } from '@/lib/schema/fields'
import type { ShownVehicle } from './shown-vehicles'

/** The selected vehicle in short, with the way to its record. */
export function SelectedVehicle({
  id,
  shown,
  receivedAtMs,
  onClose,
  onOpen,
}: {
  readonly id: string
  /** Null when it is not among the loaded vehicles. */
  readonly shown: ShownVehicle | null
  readonly receivedAtMs: number
  readonly onClose: () => void
  /** The record is about to be opened. */
  readonly onOpen: () => void
}) {
  const now = useNow()
  const href = vehicleHref(id)
  return (
    <section
      aria-label="Selected vehicle"
      className="bg-surface border-line shadow-raised w-full rounded-lg border p-2 text-sm md:w-80 md:p-3"
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-semibold" title={safeText(id)}>
            {shown?.vehicle.make ? safeText(shown.vehicle.make, 60) : safeText(id, 60)}
          </h2>
          <p className="text-muted truncate text-xs">{safeText(id, 128)}</p>
        </div>
        <IconButton
          label="Close the selected vehicle"
          variant="ghost"
          onClick={onClose}
          className="-mt-1 -mr-1"
        >
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
      {shown ? (
        <>
          <p className="mb-2 flex flex-wrap items-center gap-x-2 md:mt-2">
            <StatusMark status={shown.vehicle.status} />
            <strong className="font-medium">
              {shown.vehicle.status ? safeText(shown.vehicle.status, 60) : 'no status'}
            </strong>
            <span>{shown.place ?? 'no position'}</span>
            <span className="text-muted">
              {now === null ? null : `${formatAge(shown.ageAtReceipt.ageMs + now - receivedAtMs)} ago`}
              {shown.ageAtReceipt.fromReceipt ? ' (clock differs)' : null}
            </span>
          </p>
          <dl className="hidden grid-cols-[auto_1fr_auto_1fr] gap-x-3 gap-y-0.5 md:grid">
            <Fact
              label={fields.type.label}
              value={shown.vehicle.type ? safeText(shown.vehicle.type, 40) : ABSENT}
            />
            <Fact label={fields.year.label} value={formatYear(shown.vehicle.year)} />
            <Fact label={fields.passengers_max.label} value={formatNumber(shown.vehicle.passengers_max)} />
            <Fact label="m³" value={formatNumber(shown.vehicle.load_m3)} />
            <Fact label="/ km" value={formatAmount(shown.vehicle.price_per_km, null)} />
            <Fact label="/ min" value={formatAmount(shown.vehicle.price_per_minute, null)} />
          </dl>
        </>
      ) : (
        <p className="text-muted my-2">
          Not among the vehicles loaded here. Its record says where it is now.
        </p>
      )}
      {href ? (
        <Link
          href={href}
          prefetch={false}
          onNavigate={onOpen}
          className={buttonClass('primary', 'w-full md:mt-3')}
        >
          Open record
        </Link>
      ) : (
        <p className="text-muted text-xs">
          The service’s paths cannot hold this id, so there is no record to open.
        </p>
      )}
    </section>
  )
}

function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="truncate">{value}</dd>
    </>
  )
}
