/** Requests that a worker thread answers, by name. */
export type Handlers<H> = { readonly [Name in keyof H]: (value: never) => unknown }

export type ValueOf<Handler> = Handler extends (value: infer Value) => unknown ? Value : never
export type AnswerOf<Handler> = Handler extends (value: never) => infer Answer ? Awaited<Answer> : never

export interface RequestMessage {
  readonly id: number
  readonly name: string
  readonly value: unknown
}

export type ThreadMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }
  | { readonly kind: 'progress'; readonly text: string }

/** `workerData` of each thread. */
export interface ThreadData {
  /** Folder of package.json. */
  readonly root: string
  /** Entry module, from there. */
  readonly source: string
  /** Folder of the bundle that this process runs, as a URL; undefined where it runs the sources. */
  readonly bundle: string | undefined
  readonly options: unknown
}
