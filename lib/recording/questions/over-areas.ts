import type { AreaSearch } from '@/lib/contract/live'
import type { RecordingGap } from '@/lib/contract/recording'
import type { RecordedTrail, TrailPart } from '@/lib/contract/recording-questions'
import type { Patience } from '@/lib/recording/ask-question'
import type { Span } from '@/lib/recording/recordings'
import type { Question, QuestionAnswer, TrailAnswer } from '@/lib/recording/thread/answer-question'
import { mergeTrails, partsUntil } from '@/lib/trail/merge-trails'

/** Asks one area. Its answer ends at `untilMs`. */
type AskArea = (
  search: AreaSearch,
  question: Question,
  span: Span,
  patience: Patience,
) => Promise<{
  readonly answer: QuestionAnswer
  readonly untilMs: number
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
