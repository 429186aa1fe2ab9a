'use client'

import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import type { LiveArea } from '@/lib/live-client/live-area'
import { whenIdle } from './idle'

const waiting = <p className="text-muted min-h-6 text-xs">Checking the data …</p>

const AreaInspection = dynamic(() => import('./area-inspection').then((module) => module.AreaInspection), {
  ssr: false,
  loading: () => waiting,
})

/** AreaInspection, loaded once the page is idle; on a phone shown in the full sheet only. */
export function LazyAreaInspection({ area }: { readonly area: LiveArea }) {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    let isGone = false
    whenIdle(() => isGone || setIdle(true))
    return () => {
      isGone = true
    }
  }, [])
  return (
    <div className="max-md:hidden max-md:group-data-[size=full]/sheet:block">
      {isIdle ? <AreaInspection area={area} /> : waiting}
    </div>
  )
}
