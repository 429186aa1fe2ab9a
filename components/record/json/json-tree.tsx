'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { inspectableJson } from '@/lib/format/json'
import { formatCount } from '@/lib/format/number'
import type { WrittenNumbers } from './as-written'
import { type JsonLine, scalarText } from './json-lines'

const ROW_HEIGHT = 26
// A finger's width.
const ROW_HEIGHT_ON_PHONE = 44
const PAGE_LINES = 12
const INDENT_PX = 14
// Deeper lines are not set in further: there must be room to read them.
const DEEPEST_INDENT = 12

/** Lines of a JSON tree, of any number: only those in sight are made. Arrows move, right and left unfold and fold. */
export function JsonTree({
  label,
  lines,
  written,
  chosenKey,
  onChoose,
  onTurn,
}: {
  readonly label: string
  readonly lines: readonly JsonLine[]
  readonly written: WrittenNumbers
  readonly chosenKey: string
  readonly onChoose: (line: JsonLine) => void
  readonly onTurn: (line: JsonLine) => void
}) {
  const treeId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [rowHeight] = useState(() =>
    window.matchMedia('(min-width: 48rem)').matches ? ROW_HEIGHT : ROW_HEIGHT_ON_PHONE,
  )
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: PAGE_LINES,
  })
  const chosen = lines.findIndex(({ key }) => key === chosenKey)
  const inSight = virtual.getVirtualItems()
  const isChosenMade = inSight.some(({ index }) => index === chosen)

  useEffect(() => {
    if (chosen >= 0) virtual.scrollToIndex(chosen, { align: 'auto' })
  }, [chosen, virtual])

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const line = lines[chosen] ?? lines[0]
    if (!line) return
    const last = lines.length - 1
    const moves: Record<string, () => void> = {
      ArrowDown: () => choose(Math.min(last, chosen + 1)),
      ArrowUp: () => choose(Math.max(0, chosen - 1)),
      PageDown: () => choose(Math.min(last, chosen + PAGE_LINES)),
      PageUp: () => choose(Math.max(0, chosen - PAGE_LINES)),
      Home: () => choose(0),
      End: () => choose(last),
      ArrowRight: () => (line.isOpen || !line.members ? choose(Math.min(last, chosen + 1)) : onTurn(line)),
      ArrowLeft: () => (line.isOpen ? onTurn(line) : choose(parentOf(chosen))),
      Enter: () => line.members && onTurn(line),
      ' ': () => line.members && onTurn(line),
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  }

  function choose(index: number) {
    const line = lines[index]
    if (line) onChoose(line)
  }

  function parentOf(index: number): number {
    const level = lines[index]?.level ?? 1
    return lines.findLastIndex((line, at) => at < index && line.level < level)
  }

  return (
    <div
      ref={scroller}
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={isChosenMade ? `${treeId}-${chosen}` : undefined}
      onKeyDown={onKeyDown}
      className="bg-sunken border-line max-h-112 overflow-y-auto rounded-md border font-mono text-xs focus-visible:-outline-offset-2"
    >
      <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
        {inSight.map(({ index, start }) => {
          const line = lines[index] as JsonLine
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the tree itself takes the keys
            // biome-ignore lint/a11y/useFocusableInteractive: it keeps the focus too, for a line's element goes when it scrolls out of sight
            <div
              key={line.key}
              id={`${treeId}-${index}`}
              role="treeitem"
              aria-level={line.level}
              aria-posinset={line.place}
              aria-setsize={line.siblings}
              aria-expanded={line.members ? line.isOpen : undefined}
              aria-selected={index === chosen}
              onClick={() => onChoose(line)}
              onDoubleClick={() => line.members && onTurn(line)}
              className="aria-selected:bg-accent-soft absolute inset-x-0 top-0 flex cursor-pointer items-center pr-2"
              style={{
                height: rowHeight,
                transform: `translateY(${start}px)`,
                paddingLeft: Math.min(line.level - 1, DEEPEST_INDENT) * INDENT_PX,
              }}
            >
              <Fold line={line} onTurn={onTurn} />
              <LineText line={line} written={written.get(line.key)} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

function Fold({ line, onTurn }: { readonly line: JsonLine; readonly onTurn: (line: JsonLine) => void }) {
  if (!line.members) return <span className="w-7 shrink-0 max-md:w-11" />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys do the same on the tree
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys do the same on the tree
    <span
      className="text-muted hover:text-text flex h-full w-7 shrink-0 items-center justify-center max-md:w-11"
      onClick={() => onTurn(line)}
    >
      <ChevronRight aria-hidden className={`size-3.5 ${line.isOpen ? 'rotate-90' : ''}`} />
    </span>
  )
}

function LineText({
  line: { path, value, members, isOpen },
  written,
}: {
  readonly line: JsonLine
  readonly written: string | undefined
}) {
  const name = path.at(-1)
  return (
    <span className="min-w-0 truncate whitespace-pre">
      {name === undefined ? null : (
        <>
          <bdi className="text-accent">{typeof name === 'number' ? name : inspectableJson(name)}</bdi>
          <span className="text-muted">: </span>
        </>
      )}
      {members === null ? (
        <bdi>{scalarText(value, written)}</bdi>
      ) : (
        <span className="text-muted">{holding(Array.isArray(value), members, isOpen)}</span>
      )}
    </span>
  )
}

function holding(isArray: boolean, members: number, isOpen: boolean): string {
  const [start, end] = isArray ? '[]' : '{}'
  const noun = isArray ? 'element' : 'member'
  const count = `${formatCount(members)} ${noun}${members === 1 ? '' : 's'}`
  return isOpen ? `${start} ${count}` : members === 0 ? `${start}${end}` : `${start} ${count} ${end}`
}
