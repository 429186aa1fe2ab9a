'use client'

import { usePathname } from 'next/navigation'
import { useState } from 'react'
import { onDemand } from '@/components/ui/on-demand'
import { usePageKey } from './page-keys'
import type { ShortcutRow } from './shortcuts-dialog'

const ShortcutsDialog = onDemand(() => import('./shortcuts-dialog'), 'ShortcutsDialog')

const MOVES = ['↑', '↓', 'Page Up', 'Page Down', 'Home', 'End']

const everywhere: readonly ShortcutRow[] = [
  { keys: ['Escape'], effect: 'Close a dialog, a menu or an explanation' },
  { keys: ['?'], effect: 'Show these shortcuts' },
]

const inVehicle: readonly ShortcutRow[] = [{ keys: ['w'], effect: 'Watch this vehicle, or stop watching it' }]

const inBookings: readonly ShortcutRow[] = [
  { keys: ['/'], effect: 'Find in the records' },
  { keys: ['Ctrl Enter'], effect: 'In the field for records: open them' },
  { keys: MOVES, effect: 'In the list: select another record' },
  { keys: ['Enter'], effect: 'In the list: open the selected record' },
]

/** `?` on pages other than the map, which has its own. */
export function PageShortcuts() {
  const path = usePathname()
  const isMap = path === '/'
  const [isOpen, setIsOpen] = useState(false)
  usePageKey((key) => {
    if (key === '?' && !isMap) setIsOpen(true)
    return false
  })
  return isOpen && !isMap ? <ShortcutsDialog rows={keysOf(path)} onClose={() => setIsOpen(false)} /> : null
}

function keysOf(path: string): readonly ShortcutRow[] {
  if (path === '/bookings') return [...inBookings, ...everywhere]
  if (path.startsWith('/vehicles/') && path !== '/vehicles/example') return [...inVehicle, ...everywhere]
  return everywhere
}
