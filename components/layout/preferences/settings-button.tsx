'use client'

import { Settings } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'

const SettingsDialog = onDemand(() => import('./settings-dialog').then((part) => part.SettingsDialog))

export function SettingsButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton label="Display settings" variant="ghost" onClick={() => setIsOpen(true)}>
        <Settings aria-hidden className="size-5" />
      </IconButton>
      {isOpen ? <SettingsDialog onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
