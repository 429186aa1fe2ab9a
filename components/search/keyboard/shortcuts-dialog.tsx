'use client'

import { ShortcutsDialog as Shortcuts } from '@/components/layout/shortcuts-dialog'
import { useSearchPage } from '@/components/search/search-context'
import { movements, shortcuts } from './shortcuts'

/** Keys of the replay, which viewers do not have. */
const OF_REPLAY: readonly string[] = ['replay', 'play', 'stepBack', 'stepForward']

/** Every key of the map page, from the table that binds them. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { canOpen } = useSearchPage().replay
  const rows = shortcuts
    .filter(({ action }) => canOpen || !OF_REPLAY.includes(action))
    .map(({ keys, effect }) => ({ keys: keys.map((key) => (key === ' ' ? 'Space' : key)), effect }))
  return <Shortcuts rows={[...rows, ...movements]} onClose={onClose} />
}
