import { parseAsIsoDateTime, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import type { RecordedSpan } from '@/lib/api/queries/recording'
import { parsePosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'

/** Tabs of the recordings page. */
export const QUESTIONS = ['vehicle', 'all', 'areas'] as const

/** Questions of earlier versions that links may hold: a replay answers them. */
export const EARLIER_QUESTIONS = ['place', 'counts'] as const

export type Question = (typeof QUESTIONS)[number]

const push = { history: 'push' } as const

const parsers = {
  ask: parseAsStringLiteral([...QUESTIONS, ...EARLIER_QUESTIONS])
    .withDefault('vehicle')
    .withOptions({ history: 'replace' }),
  id: parseAsString.withOptions(push),
  position: parseAsString.withOptions(push),
  area: parseAsString.withOptions(push),
  from: parseAsIsoDateTime.withOptions(push),
  to: parseAsIsoDateTime.withOptions(push),
}

/** The question in the page's address; `span` is null until times were chosen. */
export function useQuestion() {
  const [asked, set] = useQueryStates(parsers)
  const [fromMs, toMs] = [asked.from?.getTime() ?? null, asked.to?.getTime() ?? null]
  const span = useMemo<RecordedSpan | null>(
    () => (fromMs !== null && toMs !== null && fromMs < toMs ? { fromMs, toMs } : null),
    [fromMs, toMs],
  )
  const position = useMemo<Position | null>(() => parsePosition(asked.position ?? ''), [asked.position])
  return { ...asked, position, span, set }
}
