'use client'

import { Pause, Play, RotateCw } from 'lucide-react'
import { useSearchPage } from '@/components/search/search-context'
import { IconButton } from '@/components/ui/button'

export function RefreshButton() {
  const { live } = useSearchPage().view
  return (
    <IconButton label="Refresh now" variant="ghost" onClick={live.refresh}>
      <RotateCw aria-hidden className="size-4" />
    </IconButton>
  )
}

export function PauseButton() {
  const { paused, setPaused } = useSearchPage()
  return (
    <IconButton
      label={paused ? 'Resume live updates' : 'Pause live updates'}
      variant={paused ? 'primary' : 'ghost'}
      onClick={() => setPaused(!paused)}
    >
      {paused ? <Play aria-hidden className="size-4" /> : <Pause aria-hidden className="size-4" />}
    </IconButton>
  )
}
