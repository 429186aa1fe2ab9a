import { ChevronDown, ChevronUp } from 'lucide-react'
import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { IconButton } from './button'

const SHEET_SIZES = ['collapsed', 'half', 'full'] as const

export type SheetSize = (typeof SHEET_SIZES)[number]

/** Share of the parent's height; a collapsed sheet shows its handle only. */
const shares: Record<SheetSize, number> = { collapsed: 0, half: 0.46, full: 1 }

/** A shorter movement is a tap. */
const LEAST_DRAG_PX = 6

const heights: Record<SheetSize, string> = {
  collapsed: 'max-md:h-12',
  half: 'max-md:h-[clamp(46%,20rem,60%)]',
  full: 'max-md:h-full',
}

export function Sheet({
  label,
  size,
  onSize,
  head,
  children,
}: {
  readonly label: string
  readonly size: SheetSize
  readonly onSize: (size: SheetSize) => void
  /** The handle of the sheet; null in a column. */
  readonly head: ReactNode
  readonly children: ReactNode
}) {
  const sheet = useRef<HTMLElement>(null)
  // Positions at the start of a drag, in pixels.
  const start = useRef<{ y: number; height: number } | null>(null)
  const [draggedPx, setDraggedPx] = useState<number | null>(null)
  const wasDragged = useRef(false)
  const step = SHEET_SIZES.indexOf(size)

  function onPointerDown({ target, currentTarget, pointerId, clientY }: PointerEvent) {
    wasDragged.current = false
    // Only on a small screen it lies over its parent.
    if (!sheet.current || getComputedStyle(sheet.current).position !== 'absolute') return
    // On the button in the handle, which a tap still has to reach.
    const button = target instanceof Element ? target.closest('button') : null
    ;(button ?? currentTarget).setPointerCapture(pointerId)
    start.current = { y: clientY, height: sheet.current.offsetHeight }
  }
  function onPointerMove({ clientY }: PointerEvent) {
    if (!start.current) return
    const { y, height } = start.current
    if (draggedPx === null && Math.abs(y - clientY) < LEAST_DRAG_PX) return
    wasDragged.current = true
    setDraggedPx(height + y - clientY)
  }
  function onPointerEnd() {
    const whole = sheet.current?.parentElement?.clientHeight
    if (draggedPx !== null && whole) onSize(nearest(draggedPx / whole))
    start.current = null
    setDraggedPx(null)
  }

  return (
    <aside
      ref={sheet}
      aria-label={label}
      data-size={size}
      style={draggedPx === null ? undefined : { height: draggedPx }}
      className={`group/sheet bg-surface border-line max-md:shadow-raised z-10 flex flex-col overflow-hidden max-md:absolute max-md:inset-x-0 max-md:bottom-0 max-md:max-h-full max-md:min-h-12 max-md:rounded-t-lg max-md:border-t md:col-start-1 md:row-end-3 md:row-start-1 md:border-r roomy:row-start-2 ${draggedPx === null ? 'max-md:motion-safe:transition-[height]' : ''} ${heights[size]}`}
    >
      <div
        className={`relative flex min-h-12 shrink-0 items-center gap-1 px-1 pt-1.5 md:pt-0 ${head === null ? 'hidden' : ''}`}
      >
        <span
          aria-hidden
          className="bg-line-strong absolute top-1 left-1/2 h-1 w-10 -translate-x-1/2 rounded-full md:hidden"
        />
        <IconButton
          icon={ChevronDown}
          label="Show more map"
          variant="ghost"
          className="shrink-0 md:hidden [&>svg]:size-5"
          disabled={step === 0}
          onClick={() => onSize(SHEET_SIZES[step - 1] ?? size)}
        />
        <div
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerEnd}
          onPointerCancel={onPointerEnd}
          onClickCapture={(event) => wasDragged.current && event.stopPropagation()}
          className="flex min-w-0 flex-1 select-none max-md:cursor-grab max-md:touch-none"
        >
          {head}
        </div>
        <IconButton
          icon={ChevronUp}
          label="Show more list"
          variant="ghost"
          className="shrink-0 md:hidden [&>svg]:size-5"
          disabled={size === 'full'}
          onClick={() => onSize(SHEET_SIZES[step + 1] ?? size)}
        />
      </div>
      {/* Not in the tab order while it is not visible. */}
      <div
        className={`flex min-h-0 flex-1 flex-col ${size === 'collapsed' && draggedPx === null ? 'max-md:invisible' : ''}`}
      >
        {children}
      </div>
    </aside>
  )
}

function nearest(share: number): SheetSize {
  return SHEET_SIZES.reduce((best, size) =>
    Math.abs(shares[size] - share) < Math.abs(shares[best] - share) ? size : best,
  )
}
