import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, IconButton } from './button'

const SHOWN_MS = 2_000

type Text = string | (() => string)

export function CopyButton({
  text,
  what,
  caption,
  onCopied,
}: {
  text: Text
  what: string
  /** Words on the button, which is a sign alone without them. */
  caption?: string
  onCopied?: () => void
}) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')

  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [state])

  async function copy() {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text())
      setState('copied')
      onCopied?.()
    } catch {
      // No clipboard without https or permission: the text can still be selected.
      setState('failed')
    }
  }
  const labels = {
    idle: `Copy ${what}`,
    copied: `Copied ${what}`,
    failed: 'Not copied: select the text instead',
  }
  const announcements = { idle: '', copied: 'Copied', failed: 'Not copied' }
  const Icon = state === 'copied' ? Check : Copy
  const announcement = (
    <span aria-live="polite" className={state === 'failed' ? 'text-danger text-xs' : 'sr-only'}>
      {announcements[state]}
    </span>
  )
  if (caption !== undefined)
    return (
      <Button icon={Icon} title={labels[state]} onClick={copy}>
        {caption}
        {announcement}
      </Button>
    )
  return (
    <IconButton
      icon={Icon}
      variant="ghost"
      label={labels[state]}
      onClick={copy}
      className="shrink-0 md:min-h-7! md:min-w-7!"
    >
      {announcement}
    </IconButton>
  )
}
