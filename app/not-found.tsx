import type { Metadata } from 'next'
import { Link } from '@/components/layout/link'
import { Mark } from '@/components/ui/mark'

export const metadata: Metadata = { title: 'Page not found' }

export default function NotFound() {
  return (
    <div className="m-auto flex max-w-md flex-col items-center gap-4 p-6 text-center">
      <Mark className="size-10" />
      <h1 className="text-lg font-semibold">Page not found</h1>
      <p className="text-muted">Check the link, or go on from here.</p>
      <div className="flex gap-3">
        <Link href="/" button="primary">
          Open the map
        </Link>
        <Link href="/lookup" button="secondary">
          Look up a vehicle
        </Link>
      </div>
    </div>
  )
}
