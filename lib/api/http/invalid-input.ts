import { ProblemError } from '@/lib/api/contract/problem-error'

/** A parameter, or a field of a body, that is not accepted. */
export class InvalidInput extends ProblemError {
  override readonly name = 'InvalidInput'
  readonly allowed: string
  /** Null: nothing was sent. Undefined: not repeated in the answer, since it may be a password. */
  readonly given: string | null | undefined

  constructor(parameter: string, allowed: string, given?: string | null) {
    const name = clip(parameter)
    const shown = given && clip(given)
    super('bad-parameter', `${name} is ${given === null ? 'missing' : 'not allowed'}`, {
      parameter: name,
      detail: detailOf(name, allowed, shown),
    })
    this.allowed = allowed
    this.given = shown
  }
}

function detailOf(name: string, allowed: string, given: string | null | undefined): string {
  if (given === undefined) return `${name}: ${allowed}`
  return `${name}: ${given === null ? 'nothing was given' : `given was "${given}"`}; allowed is ${allowed}.`
}

const LONGEST_SHOWN = 100

function clip(text: string): string {
  const shown = [...text.slice(0, LONGEST_SHOWN * 2)].slice(0, LONGEST_SHOWN).join('')
  return shown === text ? text : `${shown}…`
}
