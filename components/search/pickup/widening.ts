import { MOST_STEPS } from './pickup-ranking'

/** The search round a pick-up point, which is widened until enough vehicles are suitable. */
export interface Widening {
  /** The point that is searched round, as it is written in the address. */
  readonly point: string
  /** Left of MOST_STEPS, also after other needs. */
  readonly stepsLeft: number
  /** `ended`: its vehicles are shown as soon as the times by road are there. */
  readonly phase: 'on' | 'ended' | 'shown'
  /** False once the dispatcher has moved the map, which then stays. */
  readonly movesMap: boolean
}

export type WideningEvent =
  | { readonly kind: 'begin'; readonly point: string }
  | { readonly kind: 'needs-changed'; readonly point: string }
  | { readonly kind: 'widened' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'shown' }
  | { readonly kind: 'map-moved' }

export function nextWidening(now: Widening | null, event: WideningEvent): Widening | null {
  if (event.kind === 'begin') return begun(event.point, MOST_STEPS)
  if (event.kind === 'needs-changed') {
    const stepsLeft = now?.point === event.point ? now.stepsLeft : MOST_STEPS
    return begun(event.point, stepsLeft)
  }
  if (!now) return null
  switch (event.kind) {
    case 'widened':
      return { ...now, stepsLeft: now.stepsLeft - 1 }
    case 'ended':
      return { ...now, phase: 'ended' }
    case 'shown':
      return { ...now, phase: 'shown' }
    case 'map-moved':
      return now.movesMap ? { ...now, movesMap: false } : now
  }
}

function begun(point: string, stepsLeft: number): Widening {
  return { point, stepsLeft, phase: 'on', movesMap: true }
}
