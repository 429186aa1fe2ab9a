'use client'

import { ChevronDown, ChevronsDownUp, ChevronsUpDown, ChevronUp } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react'
import { IconButton } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { inputClass } from '@/components/ui/field'
import { formatCount } from '@/lib/format/number'
import type { Loss } from '@/lib/inspect/source'
import { jsonAsWritten, writtenNumbers } from './as-written'
import { ChosenValue } from './chosen-value'
import { hasMoreThan, hitsOf, linesOf, MOST_OPEN_LEVELS, pathText, reveal, turn } from './json-lines'
import { JsonTree } from './json-tree'

/** A value as received: to fold, to search, and to copy whole or in part. */
export function JsonViewer({
  label,
  value,
  losses = nothing,
}: {
  readonly label: string
  readonly value: unknown
  /** What the text that the value was read from says beyond it, where that text is known. */
  readonly losses?: readonly Loss[]
}) {
  const [folding, setFolding] = useState(() => ({ openLevels: levelsOpenAtFirst(value), turned: noKeys }))
  const [chosenKey, setChosenKey] = useState('$')
  const [search, setSearch] = useState('')
  const [hit, setHit] = useState(0)
  const wanted = useDeferredValue(search)
  const written = useMemo(() => writtenNumbers(losses), [losses])
  const hits = useMemo(() => hitsOf(value, wanted, written), [value, wanted, written])
  const { lines, isCut } = useMemo(() => linesOf(value, folding), [value, folding])
  const chosen = lines.find(({ key }) => key === chosenKey)

  function showHit(to: number) {
    const place = (to + hits.length) % hits.length
    const path = hits[place]
    if (!path) return
    setHit(place)
    setFolding((before) => reveal(before, path))
    setChosenKey(pathText(path))
  }

  function onSearchKey(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    // The first Enter goes to the first hit, wherever the reader is.
    const isAtHit = hits[hit] !== undefined && pathText(hits[hit]) === chosenKey
    showHit(isAtHit ? hit + (event.shiftKey ? -1 : 1) : hit)
  }

  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-1.5">
        <input
          type="search"
          aria-label={`Search in ${label}`}
          placeholder="Search names and values"
          value={search}
          onChange={({ target }) => {
            setSearch(target.value)
            setHit(0)
          }}
          onKeyDown={onSearchKey}
          className={`${inputClass} min-w-40 flex-1`}
        />
        <p role="status" className="text-muted min-w-14 text-center text-xs">
          {wanted === '' ? '' : hits.length === 0 ? 'not found' : `${hit + 1} of ${formatCount(hits.length)}`}
        </p>
        <span className="flex">
          <Tool label="Previous hit" isOff={hits.length === 0} onClick={() => showHit(hit - 1)}>
            <ChevronUp aria-hidden className="size-4" />
          </Tool>
          <Tool label="Next hit" isOff={hits.length === 0} onClick={() => showHit(hit + 1)}>
            <ChevronDown aria-hidden className="size-4" />
          </Tool>
          <Tool
            label="Unfold all"
            onClick={() => setFolding({ openLevels: MOST_OPEN_LEVELS, turned: noKeys })}
          >
            <ChevronsUpDown aria-hidden className="size-4" />
          </Tool>
          <Tool label="Fold all" onClick={() => setFolding({ openLevels: 1, turned: noKeys })}>
            <ChevronsDownUp aria-hidden className="size-4" />
          </Tool>
          <CopyButton text={() => jsonAsWritten(value, losses)} what={label} />
        </span>
      </div>
      <JsonTree
        label={label}
        lines={lines}
        written={written}
        chosenKey={chosenKey}
        onChoose={({ key }) => setChosenKey(key)}
        onTurn={({ key }) => {
          setChosenKey(key)
          setFolding((before) => turn(before, key))
        }}
      />
      {isCut ? (
        <p className="text-muted text-xs">
          The first {formatCount(lines.length)} lines; fold some to see on.
        </p>
      ) : null}
      {chosen ? <ChosenValue line={chosen} written={written.get(chosen.key)} /> : null}
    </div>
  )
}

function Tool({
  label,
  isOff = false,
  onClick,
  children,
}: {
  readonly label: string
  readonly isOff?: boolean
  readonly onClick: () => void
  readonly children: React.ReactNode
}) {
  return (
    <IconButton variant="ghost" label={label} disabled={isOff} onClick={onClick}>
      {children}
    </IconButton>
  )
}

const noKeys: ReadonlySet<string> = new Set()
const nothing: readonly Loss[] = []

// As long as a reader scrolls through without folding.
const FEW_VALUES = 300

/** All of a small value, the first level of a large one. */
function levelsOpenAtFirst(value: unknown): number {
  return hasMoreThan(value, FEW_VALUES) ? 1 : MOST_OPEN_LEVELS
}
