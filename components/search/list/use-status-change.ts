'use client'

import { useEffect, useRef, useState } from 'react'
import { statusPhrase, statusWords } from '@/lib/format/status/status-words'
import { isolated, safeText } from '@/lib/format/text'
import type { Selection } from './selection'

/** Change of the selected vehicle's status since it was selected. */
export interface StatusChange {
  readonly id: string
  /** Null: not reported. */
  readonly from: string | null
  readonly to: string | null
  /** This browser's clock. */
  readonly atMs: number
}

/** "Changed from Available to Busy". */
export function statusChangeInWords({ from, to }: StatusChange): string {
  return `Changed from ${statusWords(from)} to ${statusWords(to)}`
}

/** "KB-17 is now busy". */
export function statusChangeOf(name: string, { to }: Pick<StatusChange, 'to'>): string {
  return `${isolated(safeText(name, 40))} ${to ? `is now ${statusPhrase(to)}` : 'no longer reports a status'}`
}

/** The last change of the selected vehicle's status; null while there is none. */
export function useStatusChange(selection: Selection | null): StatusChange | null {
  const [change, setChange] = useState<StatusChange | null>(null)
  const last = useRef<{ readonly id: string; readonly status: string | null } | null>(null)
  const id = selection?.vehicle.id ?? null
  const status = selection?.vehicle.status ?? null
  useEffect(() => {
    const before = last.current
    last.current = id === null ? null : { id, status }
    if (id === null || before?.id !== id) setChange(null)
    else if (before.status !== status) setChange({ id, from: before.status, to: status, atMs: Date.now() })
  }, [id, status])
  return change?.id === id ? change : null
}
