import { type Problem, type ProblemKind, problemKinds } from '@/lib/schema/problems'

/** What a page's request can fail with: a problem our server answered, or no answer of ours at all. */
export type ApiErrorKind = ProblemKind | 'kerbside-unreachable'

const unreachable = {
  title: 'Kerbside cannot be reached',
  advice: 'Check your network connection. What is shown stays, and Kerbside goes on by itself.',
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  /** Null when the answer was not one of ours. */
  readonly problem: Problem | null

  constructor(kind: ApiErrorKind, message: string, problem: Problem | null, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
    this.problem = problem
  }

  /** What happened, in our words. */
  get title(): string {
    return this.kind === 'kerbside-unreachable' ? unreachable.title : problemKinds[this.kind].title
  }

  /** What to do about it. */
  get advice(): string {
    return this.kind === 'kerbside-unreachable' ? unreachable.advice : problemKinds[this.kind].advice
  }
}
