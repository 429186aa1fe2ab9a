'use client'

import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

// Three lines of explanation; with less below, it opens above.
const ROOM_NEEDED_PX = 140

/** A label that explains itself: on hover, on keyboard focus and on a tap. Escape puts the explanation away. */
export function Help({ label, children }: { readonly label: string; readonly children: ReactNode }) {
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
    // Some phones move no focus on a tap, so a tap elsewhere is no blur there.
    function onPress({ target }: PointerEvent) {
      if (!root.current?.contains(target as Node)) setOpen(false)
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPress)
    }
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
        // Only a keyboard's focus: a tap focuses too, and its click would close again what the focus opened.
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && show()}
        onBlur={() => setOpen(false)}
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
