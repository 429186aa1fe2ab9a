'use client'

import { History } from 'lucide-react'
import { Link } from '@/components/layout/link'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { buttonClass } from '@/components/ui/button'
import { recordedTrailHref } from '@/lib/format/recording/recording-links'

/** Leads to the recorded trail of a vehicle; viewers may not open it. */
export function WhereWasItLink({ vehicleId }: { readonly vehicleId: string }) {
  const isViewer = useIsViewer()
  if (isViewer) return null
  return (
    <Link href={recordedTrailHref(vehicleId, null)} className={buttonClass()}>
      <History aria-hidden className="size-4" />
      Where was it?
    </Link>
  )
}
