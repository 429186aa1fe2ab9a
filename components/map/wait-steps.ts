/**
 * A class of waiting times: the contrast of its colour with the ground is larger than that of the
 * one before, in any theme and without hue as well.
 */
export interface WaitStep {
  /** The longest wait of the class; Infinity for the last. */
  readonly untilSeconds: number
  /** Line and gap, in forced colours alone; empty for a whole line. */
  readonly dash: readonly number[]
  /** See app/tokens.css. */
  readonly colour: string
}

/** Of streets without a way within an hour; the step after the last of `WAIT_STEPS`. */
export const NO_WAY: WaitStep = {
  untilSeconds: Number.POSITIVE_INFINITY,
  dash: [1, 4],
  colour: 'var(--wait-none)',
}

const step = (untilMinutes: number, dash: readonly number[], n: number): WaitStep => ({
  untilSeconds: untilMinutes * 60,
  dash,
  colour: `var(--wait-${n})`,
})

export const WAIT_STEPS: readonly WaitStep[] = [
  step(2, [2, 8], 0),
  step(4, [4, 6], 1),
  step(8, [7, 4], 2),
  step(12, [12, 3], 3),
  step(Number.POSITIVE_INFINITY, [], 4),
]

/** @param seconds null for none within an hour */
export function waitStepOf(seconds: number | null): number {
  return seconds === null
    ? WAIT_STEPS.length
    : WAIT_STEPS.findIndex(({ untilSeconds }) => seconds <= untilSeconds)
}
