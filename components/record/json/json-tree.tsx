'use client'

import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { VirtualRows } from '@/components/ui/virtual-rows'
import { inspectableJson } from '@/lib/format/json'
import { formatCount } from '@/lib/format/number'
import type { WrittenNumbers } from './as-written'
import { type JsonLine, scalarText } from './json-lines'

const ROW_HEIGHT = 26
// The smallest size for a finger.
const ROW_HEIGHT_ON_PHONE = 44
const PAGE_LINES = 12
const INDENT_PX = 14
// Deeper lines are not indented further, to leave room for their text.
const DEEPEST_INDENT = 12

/** Lines of a JSON tree, virtualised. Up and down move, right and left unfold and fold. */
export function JsonTree({
  label,
  lines,
  written,
  chosenKey,
  onChoose,
  onToggle,
}: {
  readonly label: string
  readonly lines: readonly JsonLine[]
  readonly written: WrittenNumbers
  readonly chosenKey: string
  readonly onChoose: (line: JsonLine) => void
  readonly onToggle: (line: JsonLine) => void
}) {
  const [rowHeight] = useState(() =>
    window.matchMedia('(min-width: 48rem)').matches ? ROW_HEIGHT : ROW_HEIGHT_ON_PHONE,
  )
  const chosen = lines.findIndex(({ key }) => key === chosenKey)

  function onKey(key: string): boolean {
    const line = lines[chosen] ?? lines[0]
    if (!line) return false
    const toggle = () => line.members && onToggle(line)
    const moves: Record<string, () => void> = {
      ArrowRight: () => (line.isOpen || !line.members ? choose(chosen + 1) : onToggle(line)),
      ArrowLeft: () => (line.isOpen ? onToggle(line) : choose(parentOf(chosen))),
      Enter: toggle,
      ' ': toggle,
    }
    moves[key]?.()
    return key in moves
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
    <VirtualRows
      role="tree"
      label={label}
      count={lines.length}
      rowHeight={rowHeight}
      pageRows={PAGE_LINES}
      selected={chosen}
      scrollKey={chosen}
      onSelect={choose}
      onKey={onKey}
      className="bg-sunken border-line max-h-112 rounded-md border font-mono text-xs"
      rowAt={(index) => {
        const line = lines[index] as JsonLine
        return {
          key: line.key,
          attributes: {
            'aria-level': line.level,
            'aria-posinset': line.place,
            'aria-setsize': line.siblings,
            'aria-expanded': line.members ? line.isOpen : undefined,
            onClick: () => onChoose(line),
            onDoubleClick: () => line.members && onToggle(line),
            className: 'flex items-center pr-2',
            style: { paddingLeft: Math.min(line.level - 1, DEEPEST_INDENT) * INDENT_PX },
          },
          content: (
            <>
              <Fold line={line} onToggle={onToggle} />
              <LineText line={line} written={written.get(line.key)} />
            </>
          ),
        }
      }}
    />
  )
}

function Fold({ line, onToggle }: { readonly line: JsonLine; readonly onToggle: (line: JsonLine) => void }) {
  if (!line.members) return <span className="w-7 shrink-0 max-md:w-11" />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys do the same on the tree
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys do the same on the tree
    <span
      className="text-muted hover:text-text flex h-full w-7 shrink-0 items-center justify-center max-md:w-11"
      onClick={() => onToggle(line)}
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
