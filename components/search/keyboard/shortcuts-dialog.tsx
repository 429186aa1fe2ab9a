'use client'

import { ShortcutsDialog as Shortcuts } from '@/components/layout/shortcuts-dialog'
import { movements, shortcuts } from './shortcuts'

const rows = [...shortcuts, ...movements]

/** Every key of the map page, from the table that binds them. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return <Shortcuts rows={rows} onClose={onClose} />
}
