import { joinVisitors } from '@/lib/contract/join-visitors'
import type { AreaSearch } from '@/lib/contract/live'
import type { RecordingGap } from '@/lib/contract/recording'
import { VISITS_MAXIMUM } from '@/lib/contract/recording-limits'
import type { CircleVisits, RecordedTrail, TrailPart } from '@/lib/contract/recording-questions'
import { distanceMetres } from '@/lib/interface/geometry'
import type { Patience } from '@/lib/recording/ask-question'
import { type OutlinedChunk, stretchesOf } from '@/lib/recording/outline'
import type { Span } from '@/lib/recording/recordings'
import type {
  CircleAnswer,
  Question,
  QuestionAnswer,
  TrailAnswer,
} from '@/lib/recording/thread/answer-question'
import { mergeTrails, partsUntil } from '@/lib/trail/merge-trails'
import type { Circle } from './passes-through'
import { type AreaCoverage, uncoveredGaps, unrecordedTimes } from './uncovered-gaps'

/** Asks one area. Its answer ends at `untilMs`. */
type AskArea = (
  search: AreaSearch,
  question: Question,
  span: Span,
  patience: Patience,
) => Promise<{
  readonly answer: QuestionAnswer
  readonly untilMs: number
  readonly chunks: readonly OutlinedChunk[]
  /** Of all of the area's recording. */
  readonly gaps: readonly RecordingGap[]
}>

type PatienceFor = (areasLeft: number) => Patience

/** A vehicle's trail out of what each area knows of it. */
export async function trailOverAreas(
  id: string,
  areas: readonly AreaSearch[],
  span: Span,
  patience: PatienceFor,
  ask: AskArea,
): Promise<RecordedTrail> {
  const answers: (TrailAnswer & { readonly untilMs: number })[] = []
  let untilMs = span.toMs
  for (const [at, one] of areas.entries()) {
    // Asks again for times behind the end of an answer before.
    const asked = await ask(
      one,
      { kind: 'trail', id },
      { ...span, toMs: untilMs },
      patience(areas.length - at),
    )
    answers.push({ ...(asked.answer as TrailAnswer), untilMs: asked.untilMs })
    untilMs = Math.min(untilMs, asked.untilMs)
  }
  const parts = mergeTrails(
    answers.map((answer) => (answer.untilMs > untilMs ? partsUntil(answer.parts, untilMs) : answer.parts)),
  )
  return {
    ...{ id, untilMs, parts },
    directory: answers.findLast((answer) => answer.directory)?.directory ?? null,
    gaps: answers.length === 1 ? answers[0]!.gaps : parts.flatMap(gapOf),
  }
}

/** A break that is one of the recording. */
function gapOf(part: TrailPart): RecordingGap[] {
  if (part.kind === 'points' || part.reason === 'absent' || part.reason === 'no-position') return []
  const { fromMs, toMs, reason, problem } = part
  return [{ fromMs, toMs, reason, problem }]
}

/** Visitors of a circle. @param areas that cover some of it */
export async function circleOverAreas(
  circle: Circle,
  areas: readonly AreaSearch[],
  span: Span,
  patience: PatienceFor,
  ask: AskArea,
): Promise<CircleVisits> {
  const visitors: CircleAnswer['visitors'][] = []
  const coverage: AreaCoverage[] = []
  let untilMs = span.toMs
  for (const [at, one] of areas.entries()) {
    const asked = await ask(one, { kind: 'circle', circle }, span, patience(areas.length - at))
    const answer = asked.answer as CircleAnswer
    visitors.push(answer.visitors)
    untilMs = Math.min(untilMs, asked.untilMs)
    coverage.push({
      type: one.type,
      isWhole: distanceMetres(one.position, circle.position) + circle.radius <= one.radius,
      stretches: stretchesOf(asked.chunks),
      gaps: asked.gaps,
      asked: answer.gaps,
    })
  }
  const vehicles = joinVisitors(visitors)
  const gaps = uncoveredGaps(coverage)
  return {
    vehicles: vehicles.slice(0, VISITS_MAXIMUM),
    isPartial: vehicles.length > VISITS_MAXIMUM,
    areas,
    gaps: [...gaps, ...unrecordedTimes(coverage, gaps, { ...span, toMs: untilMs })].sort(
      (a, b) => a.fromMs - b.fromMs,
    ),
    untilMs,
  }
}
