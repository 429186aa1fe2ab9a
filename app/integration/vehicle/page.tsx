import type { Metadata } from 'next'
import { ExampleVehiclePage } from '@/components/record/vehicle/example-vehicle-page'

export const metadata: Metadata = { title: 'Example vehicle' }

export default function ExampleVehicle() {
  return <ExampleVehiclePage />
}
