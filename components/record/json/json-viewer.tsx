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
import { findInJson, hasMoreThan, linesOf, MOST_OPEN_LEVELS, pathText, reveal, toggle } from './json-lines'
import { JsonTree } from './json-tree'

/** A value as received: expandable, searchable and copyable. */
export function JsonViewer({
  label,
  value,
  losses = nothing,
}: {
  readonly label: string
  readonly value: unknown
  /** Differences between the value and its source text, where that is known. */
  readonly losses?: readonly Loss[]
}) {
  const [folding, setFolding] = useState(() => ({ openLevels: levelsOpenAtFirst(value), toggled: noKeys }))
  const [chosenKey, setChosenKey] = useState('$')
  const [search, setSearch] = useState('')
  const [match, setMatch] = useState(0)
  const wanted = useDeferredValue(search)
  const written = useMemo(() => writtenNumbers(losses), [losses])
  const matches = useMemo(() => findInJson(value, wanted, written), [value, wanted, written])
  const { lines, isCut } = useMemo(() => linesOf(value, folding), [value, folding])
  const chosen = lines.find(({ key }) => key === chosenKey)

  function showMatch(to: number) {
    const place = (to + matches.length) % matches.length
    const path = matches[place]
    if (!path) return
    setMatch(place)
    setFolding((before) => reveal(before, path))
    setChosenKey(pathText(path))
  }

  function onSearchKey(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    // The first Enter goes to the first match, wherever the selection is.
    const isAtMatch = matches[match] !== undefined && pathText(matches[match]) === chosenKey
    showMatch(isAtMatch ? match + (event.shiftKey ? -1 : 1) : match)
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
            setMatch(0)
          }}
          onKeyDown={onSearchKey}
          className={`${inputClass} min-w-40 flex-1`}
        />
        <p role="status" className="text-muted min-w-14 text-center text-xs">
          {wanted === ''
            ? ''
            : matches.length === 0
              ? 'no matches'
              : `${match + 1} of ${formatCount(matches.length)}`}
        </p>
        <span className="flex">
          <Tool label="Previous match" isOff={matches.length === 0} onClick={() => showMatch(match - 1)}>
            <ChevronUp aria-hidden className="size-4" />
          </Tool>
          <Tool label="Next match" isOff={matches.length === 0} onClick={() => showMatch(match + 1)}>
            <ChevronDown aria-hidden className="size-4" />
          </Tool>
          <Tool
            label="Expand all"
            onClick={() => setFolding({ openLevels: MOST_OPEN_LEVELS, toggled: noKeys })}
          >
            <ChevronsUpDown aria-hidden className="size-4" />
          </Tool>
          <Tool label="Collapse all" onClick={() => setFolding({ openLevels: 1, toggled: noKeys })}>
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
        onToggle={({ key }) => {
          setChosenKey(key)
          setFolding((before) => toggle(before, key))
        }}
      />
      {isCut ? (
        <p className="text-muted text-xs">
          Showing the first {formatCount(lines.length)} lines; collapse some to see more.
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

const FEW_VALUES = 300

/** All levels of a small value, the first of a large one. */
function levelsOpenAtFirst(value: unknown): number {
  return hasMoreThan(value, FEW_VALUES) ? 1 : MOST_OPEN_LEVELS
}
