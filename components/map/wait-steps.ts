/**
 * A class of waiting times: each is darker, or lighter in the dark, and wider than the one before.
 */
export interface WaitStep {
  /** The longest wait of the class; Infinity for the last. */
  readonly untilSeconds: number
  /** CSS pixels at street level. */
  readonly width: number
  /** Line and gap, in forced colours alone; empty for a whole line. */
  readonly dash: readonly number[]
  /** See globals.css. */
  readonly colour: string
}

/** Of streets without a way within an hour; the step after the last of `WAIT_STEPS`. */
export const NO_WAY: WaitStep = {
  untilSeconds: Number.POSITIVE_INFINITY,
  width: 2,
  dash: [1, 4],
  colour: 'var(--wait-none)',
}

const step = (
  untilMinutes: number,
  width: number,
  dash: readonly number[],
  n: number,
): WaitStep => ({
  untilSeconds: untilMinutes * 60,
  width,
  dash,
  colour: `var(--wait-${n})`,
})

export const WAIT_STEPS: readonly WaitStep[] = [
  step(1, 1.5, [2, 8], 0),
  step(2, 2, [4, 6], 1),
  step(4, 2.5, [7, 4], 2),
  step(8, 3.5, [12, 3], 3),
  step(12, 4.5, [], 4),
  step(Number.POSITIVE_INFINITY, 6, [], 5),
]

/** @param seconds null for none within an hour */
export function waitStepOf(seconds: number | null): number {
  return seconds === null
    ? WAIT_STEPS.length
    : WAIT_STEPS.findIndex(({ untilSeconds }) => seconds <= untilSeconds)
}
