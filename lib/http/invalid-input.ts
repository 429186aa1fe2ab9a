import { ProblemError } from '@/lib/contract/problem-error'

/** A parameter, or a field of a body, that is not accepted. */
export class InvalidInput extends ProblemError {
  override readonly name = 'InvalidInput'
  readonly parameter: string
  readonly allowed: string
  /** Null: nothing was sent. Undefined: not repeated in the answer, since it may be a password. */
  readonly given: string | null | undefined

  constructor(parameter: string, allowed: string, given?: string | null) {
    const name = clip(parameter)
    super('bad-parameter', `${name} is ${given === null ? 'missing' : 'not allowed'}`)
    this.parameter = name
    this.allowed = allowed
    this.given = given && clip(given)
  }

  get detail(): string {
    if (this.given === undefined) return `${this.parameter}: ${this.allowed}`
    const given = this.given === null ? 'nothing was given' : `given was "${this.given}"`
    return `${this.parameter}: ${given}; allowed is ${this.allowed}.`
  }
}

const LONGEST_SHOWN = 100

function clip(text: string): string {
  const shown = [...text.slice(0, LONGEST_SHOWN * 2)].slice(0, LONGEST_SHOWN).join('')
  return shown === text ? text : `${shown}…`
}
