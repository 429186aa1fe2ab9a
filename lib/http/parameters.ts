import type { Parameter } from '@/lib/interface/search'

/** A parameter that is not let through to the service. */
export class BadParameter extends Error {
  override readonly name = 'BadParameter'
  readonly parameter: string
  /** Null when nothing was given. */
  readonly given: string | null
  readonly allowed: string

  constructor(parameter: string, given: string | null, allowed: string) {
    super(`${clip(parameter)} is ${given === null ? 'missing' : 'not allowed'}`)
    this.parameter = clip(parameter)
    this.given = given === null ? null : clip(given)
    this.allowed = allowed
  }
}

export type ParameterTable = Readonly<Record<string, Parameter<unknown>>>

export type ParametersOf<T extends ParameterTable> = {
  readonly [Name in keyof T]?: NonNullable<ReturnType<T[Name]['parse']>>
}

const ENCODING = 'percent-encoded UTF-8'
// A secret in an address is a mistake; an answer that repeats it would be another.
const SECRET = /key|token|secret|password|auth/i

/**
 * Reads the query of one of our routes against its allowlist.
 * @throws BadParameter for a parameter that is unknown, repeated, empty, malformed or out of range
 */
export function readParameters<T extends ParameterTable>(url: string, table: T): ParametersOf<T> {
  const values: Record<string, unknown> = {}
  const texts = new Map<string, string>()
  for (const [name, text] of pairsOf(url)) {
    const parameter = Object.hasOwn(table, name) ? table[name] : undefined
    if (!parameter)
      throw new BadParameter(name, SECRET.test(name) ? '(not shown)' : text, allowedNames(table))
    if (texts.has(name)) {
      throw new BadParameter(name, `${texts.get(name)}, then ${text}`, `one value: ${parameter.allowed}`)
    }
    const value = parameter.parse(text)
    if (value === null) throw new BadParameter(name, text, parameter.allowed)
    texts.set(name, text)
    values[name] = value
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
    if (name === null) throw new BadParameter(rawName, rawName, `a name in ${ENCODING}`)
    const text = decode(rawText)
    if (text === null) throw new BadParameter(name, SECRET.test(name) ? '(not shown)' : rawText, ENCODING)
    yield [name, text]
  }
}

// Not URLSearchParams, which repairs what is malformed. Next does so too before a route sees the address: bytes that
// are no UTF-8 arrive as U+FFFD, and no reference holds that character on purpose.
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

const LONGEST_SHOWN = 100

function clip(text: string): string {
  const shown = [...text.slice(0, LONGEST_SHOWN * 2)].slice(0, LONGEST_SHOWN).join('')
  return shown === text ? text : `${shown}…`
}
