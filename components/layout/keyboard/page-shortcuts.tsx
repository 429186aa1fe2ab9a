'use client'

import { usePathname } from 'next/navigation'
import { useState } from 'react'
import { useNavigate } from '@/components/layout/link'
import { onDemand } from '@/components/ui/on-demand'
import { isPublicPage } from '@/lib/api/contract/pages'
import { usePageKey } from './page-key'
import { shortcutsOf } from './shortcut-rows'

const ShortcutsDialog = onDemand(() => import('./shortcuts-dialog'), 'ShortcutsDialog')

/** `?` on pages other than the map, which has its own, and the sign-in. */
export function PageShortcuts() {
  const path = usePathname()
  const hasNone = path === '/' || isPublicPage(path)
  const [isOpen, setIsOpen] = useState(false)
  const navigate = useNavigate()
  usePageKey((key) => {
    if (hasNone) return false
    if (key === '0') void navigate('/')
    if (key === '?') setIsOpen(true)
    return false
  })
  return isOpen && !hasNone ? (
    <ShortcutsDialog rows={shortcutsOf(path)} onClose={() => setIsOpen(false)} />
  ) : null
}
