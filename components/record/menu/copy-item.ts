import { Check, Clipboard, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { MenuItem } from '@/components/ui/context-menu'
import { safeText } from '@/lib/format/text'

interface CopiedText {
  readonly key: string
  /** "address" */
  readonly what: string
  readonly text: string
  readonly icon?: LucideIcon
}

/** @returns makes the entry of a menu that copies a text, and says that it did */
export function useCopyItem(): (copied: CopiedText) => MenuItem {
  const [last, setLast] = useState<{ readonly key: string; readonly isDone: boolean } | null>(null)
  return ({ key, what, text, icon = Clipboard }) => {
    const isLast = last?.key === key
    const isDone = isLast && last.isDone
    const words = isLast ? `Not copied: ${safeText(text, 60)}` : `Copy ${what}`
    return {
      key,
      label: isDone ? `Copied ${what}` : words,
      icon: isDone ? Check : icon,
      async run() {
        // No clipboard without https or permission.
        const isCopied = await navigator.clipboard.writeText(text).then(
          () => true,
          () => false,
        )
        setLast({ key, isDone: isCopied })
        return isCopied ? 'shown' : 'open'
      },
    }
  }
}
