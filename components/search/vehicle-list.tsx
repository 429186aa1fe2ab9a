'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useNow } from '@/components/layout/use-now'
import { describeVehicle, type ShownVehicle } from './shown-vehicles'
import { ROW_HEIGHT, VehicleRow } from './vehicle-row'

/** The loaded vehicles, nearest first. Arrows select, Enter opens; only the rows in sight are in the page. */
export function VehicleList({
  shown,
  receivedAtMs,
  selectedId,
  onSelect,
  onOpen,
}: {
  readonly shown: readonly ShownVehicle[]
  readonly receivedAtMs: number
  readonly selectedId: string | null
  readonly onSelect: (id: string) => void
  readonly onOpen: (id: string) => void
}) {
  const now = useNow() ?? receivedAtMs
  const listId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => shown[index]?.vehicle.id ?? index,
    overscan: 8,
  })
  const selectedIndex = shown.findIndex(({ vehicle }) => vehicle.id === selectedId)
  const rowId = (index: number) => `${listId}-${index}`

  // Only a new selection scrolls: a refresh that moves the selected row up or down leaves the scroll alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the index is read at the moment of selection
  useEffect(() => {
    if (selectedIndex >= 0) virtual.scrollToIndex(selectedIndex, { align: 'auto' })
  }, [selectedId])

  function onKeyDown(event: KeyboardEvent) {
    const last = shown.length - 1
    const targets: Record<string, number> = {
      ArrowDown: Math.min(last, selectedIndex + 1),
      ArrowUp: Math.max(0, selectedIndex - 1),
      PageDown: Math.min(last, selectedIndex + 8),
      PageUp: Math.max(0, selectedIndex - 8),
      Home: 0,
      End: last,
    }
    if (event.key === 'Enter' && selectedId !== null) return onOpen(selectedId)
    const target = shown[targets[event.key] ?? -1]
    if (!target) return
    event.preventDefault()
    onSelect(target.vehicle.id)
  }

  return (
    <div
      ref={scroller}
      role="listbox"
      tabIndex={0}
      aria-label="Vehicles, nearest first"
      aria-activedescendant={selectedIndex >= 0 ? rowId(selectedIndex) : undefined}
      onKeyDown={onKeyDown}
      className="border-line min-h-0 flex-1 overflow-y-auto border-t focus-visible:-outline-offset-2"
    >
      <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const one = shown[index] as ShownVehicle
          const selected = index === selectedIndex
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox itself takes the keys
            <div
              key={key}
              id={rowId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={selected}
              aria-setsize={shown.length}
              aria-posinset={index + 1}
              aria-label={describeVehicle(one, now - receivedAtMs)}
              onClick={() => onSelect(one.vehicle.id)}
              onDoubleClick={() => onOpen(one.vehicle.id)}
              className="border-line aria-selected:bg-accent-soft hover:bg-sunken absolute inset-x-0 top-0 cursor-pointer border-b"
              style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
            >
              <VehicleRow shown={one} ageMs={one.ageAtReceipt.ageMs + now - receivedAtMs} />
            </div>
          )
        })}
      </div>
    </div>
  )
}
