import type { z } from 'zod'
import { ProblemError } from '@/lib/api/contract/problem-error'
import type { Parameter } from '@/lib/interface/search'

/** A parameter, or a field of a body, that is not accepted. */
export class InvalidInput extends ProblemError {
  override readonly name = 'InvalidInput'
  readonly allowed: string
  /** Null: nothing was sent. Undefined: not repeated in the answer, since it may be a password. */
  readonly given: string | null | undefined

  constructor(parameter: string, allowed: string, given?: string | null) {
    const name = clip(parameter)
    const clipped = given && clip(given)
    super('bad-parameter', {
      message: `${name} is ${given === null ? 'missing' : 'not allowed'}`,
      parameter: name,
      detail: detailOf(name, allowed, clipped),
    })
    this.allowed = allowed
    this.given = clipped
  }
}

function detailOf(name: string, allowed: string, given: string | null | undefined): string {
  if (given === undefined) return `${name}: ${allowed}`
  if (given === null) return `${name}: nothing was given; allowed is ${allowed}.`
  return `${name}: given was "${given}"; allowed is ${allowed}.`
}

const LONGEST_SHOWN = 100

function clip(text: string): string {
  const characters = [...text.slice(0, LONGEST_SHOWN * 2)].slice(0, LONGEST_SHOWN)
  const clipped = characters.join('')
  return clipped === text ? text : `${clipped}…`
}

const REQUIRED: unique symbol = Symbol('required')

export function required<T>(parameter: Parameter<T>) {
  return { ...parameter, absent: REQUIRED } as const
}

export function isRequired({ absent }: ParameterTable[string]): boolean {
  return absent === REQUIRED
}

/** @param absent value of a parameter that is not given */
export function orElse<T, A>(parameter: Parameter<T>, absent: A) {
  return { ...parameter, absent }
}

export function oneOf<const T extends string>(words: readonly T[]): Parameter<T> {
  return {
    parse: (text) => words.find((word) => word === text) ?? null,
    allowed: `one of ${words.join(', ')}`,
    schema: { enum: words },
  }
}

export type ParameterTable = Readonly<
  Record<string, Parameter<unknown> & { readonly absent?: unknown }>
>

type ValueOf<P extends Parameter<unknown>> = NonNullable<ReturnType<P['parse']>>
type AbsentOf<P> = P extends { absent: infer A } ? Exclude<A, typeof REQUIRED> : never

/** Values of a table: those that are required or have a value when absent, then the others. */
export type ParametersOf<T extends ParameterTable> = {
  readonly [N in keyof T as T[N] extends { absent: unknown } ? N : never]:
    | ValueOf<T[N]>
    | AbsentOf<T[N]>
} & {
  readonly [N in keyof T as T[N] extends { absent: unknown } ? never : N]?: ValueOf<T[N]>
}

const ENCODING = 'percent-encoded UTF-8'
const SECRET_NAME = /key|token|secret|password|auth/i

/** A secret in an address is a mistake already: the answer does not repeat it. */
function withoutSecret(name: string, text: string): string {
  return SECRET_NAME.test(name) ? '(not shown)' : text
}

/**
 * Reads the query of a route against its allowlist.
 * @throws InvalidInput for a parameter that is unknown, repeated, empty, malformed, out of
 * range, or required and missing
 */
export function readParameters<T extends ParameterTable>(url: string, table: T): ParametersOf<T> {
  const values: Record<string, unknown> = {}
  const texts = new Map<string, string>()
  for (const [name, text] of pairsOf(url)) {
    const parameter = Object.hasOwn(table, name) ? table[name] : undefined
    if (!parameter) throw new InvalidInput(name, allowedNames(table), withoutSecret(name, text))
    if (texts.has(name)) {
      const both = `${texts.get(name)}, then ${text}`
      throw new InvalidInput(name, `one value: ${parameter.allowed}`, both)
    }
    const value = parameter.parse(text)
    if (value === null) throw new InvalidInput(name, parameter.allowed, text)
    texts.set(name, text)
    values[name] = value
  }
  for (const [name, { absent, allowed }] of Object.entries(table)) {
    if (absent === undefined || texts.has(name)) continue
    if (absent === REQUIRED) throw new InvalidInput(name, allowed, null)
    values[name] = absent
  }
  return values as ParametersOf<T>
}

function* pairsOf(url: string): Generator<[string, string]> {
  const at = url.indexOf('?')
  const query = at < 0 ? '' : url.slice(at + 1).replace(/#.*$/, '')
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const rawName = equals < 0 ? pair : pair.slice(0, equals)
    const rawText = equals < 0 ? '' : pair.slice(equals + 1)
    const name = decode(rawName)
    if (name === null) throw new InvalidInput(rawName, `a name in ${ENCODING}`, rawName)
    const text = decode(rawText)
    if (text === null) throw new InvalidInput(name, ENCODING, withoutSecret(name, rawText))
    yield [name, text]
  }
}

// Not URLSearchParams, which repairs malformed text. Next repairs it before a route sees the
// address: invalid UTF-8 arrives as U+FFFD, which no reference contains on purpose.
function decode(text: string): string | null {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '))
    return decoded.includes('\uFFFD') ? null : decoded
  } catch {
    return null
  }
}

function allowedNames(table: ParameterTable): string {
  const names = Object.keys(table)
  return names.length === 0 ? 'no parameters' : `the parameters ${names.join(', ')}`
}

const LARGEST_BODY = 16_384
const LONGEST_NAME = 40

/** @throws InvalidInput names the first field that is not accepted, never its value */
export async function readBody<T>(
  request: Request,
  schema: z.ZodType<T>,
  largestBody: number = LARGEST_BODY,
): Promise<T> {
  const contentType = request.headers.get('content-type') ?? ''
  if (!/^application\/json\b/i.test(contentType)) {
    throw new InvalidInput('content-type', 'allowed is application/json')
  }
  const text = await readText(request, largestBody)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new InvalidInput('body', 'allowed is one JSON object')
  }
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data

  const issue = parsed.error.issues[0]
  const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0]
  const name = typeof field === 'string' ? field.slice(0, LONGEST_NAME) : 'body'
  throw new InvalidInput(name, describe(issue))
}

async function readText(request: Request, largestBody: number): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of request.body ?? []) {
    size += part.byteLength
    if (size > largestBody) throw new InvalidInput('body', `at most ${largestBody} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

function describe(issue: z.core.$ZodIssue | undefined): string {
  switch (issue?.code) {
    case 'too_small':
      return issue.minimum === 1 ? 'is missing' : `at least ${issue.minimum} characters`
    case 'too_big':
      return `at most ${issue.maximum} characters`
    case 'unrecognized_keys':
      return 'is not a known field'
    default:
      return issue?.path[0] === 'email' ? 'is not an e-mail address' : 'is not allowed'
  }
}
