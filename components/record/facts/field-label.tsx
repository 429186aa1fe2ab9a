import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Field, FieldTable } from '@/lib/interface/fields/fields'
import { KERBSIDE_READS } from '@/lib/interface/prefixes'

export function FieldLabel({ name, table }: { readonly name: string; readonly table: FieldTable }) {
  const { label, meaning } = table[name] as Field
  const help = helpOf(meaning)
  if (help === null || help.toLowerCase() === label.toLowerCase()) return label
  return <Help label={label}>{help}.</Help>
}

/**
 * The specification's own words for dispatchers. Remarks after a semicolon and
 * Kerbside's readings are for integrators: `FieldStates` has them.
 */
function helpOf(meaning: string): string | null {
  if (meaning.startsWith(KERBSIDE_READS)) return null
  const [help = ''] = meaning.split(';', 1)
  return help
}

// Room for three lines; with less below, it opens above.
const ROOM_NEEDED_PX = 140

function Help({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const id = useId()
  const root = useRef<HTMLSpanElement>(null)
  const [open, setOpen] = useState(false)
  const [above, setAbove] = useState(false)

  function show() {
    const { bottom } = root.current?.getBoundingClientRect() ?? { bottom: 0 }
    setAbove(window.innerHeight - bottom < ROOM_NEEDED_PX)
    setOpen(true)
  }

  useEffect(() => {
    if (!open) return
    function onKey({ key }: KeyboardEvent) {
      if (key === 'Escape') setOpen(false)
    }
    // Focus may move to a link in the explanation; on some phones a tap elsewhere moves none.
    function onLeave({ target }: Event) {
      if (!root.current?.contains(target as Node)) setOpen(false)
    }
    const hidden = new AbortController()
    const { signal } = hidden
    document.addEventListener('keydown', onKey, { signal })
    document.addEventListener('pointerdown', onLeave, { signal })
    document.addEventListener('focusin', onLeave, { signal })
    return () => hidden.abort()
  }, [open])

  return (
    <span
      ref={root}
      className="relative inline-block"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && show()}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setOpen(false)}
    >
      <button
        type="button"
        aria-describedby={id}
        className="decoration-line-strong/60 min-h-11 text-left underline decoration-dotted underline-offset-4 md:min-h-7"
        // Keyboard focus only: a tap focuses too, and its click would close the explanation again.
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && show()}
        onClick={() => (open ? setOpen(false) : show())}
      >
        {label}
      </button>
      <span
        role="tooltip"
        id={id}
        hidden={!open}
        className={`bg-surface text-text border-line-strong shadow-raised absolute left-0 ${above ? 'bottom-full' : 'top-full'} z-10 w-[min(18rem,calc(100vw-4rem))] rounded-md border px-3 py-2 text-left text-sm font-normal`}
      >
        {children}
      </span>
    </span>
  )
}
