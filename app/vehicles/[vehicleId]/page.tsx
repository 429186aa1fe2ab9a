import type { Metadata } from 'next'
import { VehiclePage } from '@/components/record/vehicle/vehicle-page'

interface Props {
  readonly params: Promise<{ readonly vehicleId: string }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return {
    title: `Vehicle ${decode((await params).vehicleId)
      .slice(0, 128)
      .toWellFormed()}`,
  }
}

export default async function Vehicle({ params }: Props) {
  return <VehiclePage vehicleId={decode((await params).vehicleId)} />
}

/** Next hands a page its segment percent-encoded, whichever way the address was written. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
