/** The timed steps, in order. */
export const steps = [
  'first draw',
  'refresh 10 %',
  'refresh 100 %',
  'pan',
  'zoom',
  'mouse move',
] as const

export type Step = (typeof steps)[number]

export interface StepTimes {
  /** Milliseconds from the change to the presented frame; of mouse moves, of their handlers only. */
  readonly times: readonly number[]
  /** Main-thread tasks of 50 ms or more, milliseconds. */
  readonly longTasks: readonly number[]
}

export type RoundTimes = Record<Step, StepTimes>

/** Gestures per round. */
export interface Gestures {
  readonly pans: number
  readonly mouseMoves: number
}
