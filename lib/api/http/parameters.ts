import type { Parameter } from '@/lib/interface/search'
import { InvalidInput } from './invalid-input'

export type ParameterTable = Readonly<Record<string, Parameter<unknown>>>

export type ParametersOf<T extends ParameterTable> = {
  readonly [Name in keyof T]?: NonNullable<ReturnType<T[Name]['parse']>>
}

const ENCODING = 'percent-encoded UTF-8'
// A secret in an address is a mistake already: the answer does not repeat it.
const SECRET = /key|token|secret|password|auth/i

/**
 * Reads the query of a route against its allowlist.
 * @throws InvalidInput for a parameter that is unknown, repeated, empty, malformed or out of range
 */
export function readParameters<T extends ParameterTable>(url: string, table: T): ParametersOf<T> {
  const values: Record<string, unknown> = {}
  const texts = new Map<string, string>()
  for (const [name, text] of pairsOf(url)) {
    const parameter = Object.hasOwn(table, name) ? table[name] : undefined
    if (!parameter)
      throw new InvalidInput(name, allowedNames(table), SECRET.test(name) ? '(not shown)' : text)
    if (texts.has(name)) {
      throw new InvalidInput(name, `one value: ${parameter.allowed}`, `${texts.get(name)}, then ${text}`)
    }
    const value = parameter.parse(text)
    if (value === null) throw new InvalidInput(name, parameter.allowed, text)
    texts.set(name, text)
    values[name] = value
  }
  return values as ParametersOf<T>
}

/** @throws InvalidInput when the parameter was left out */
export function requireParameter<T extends ParameterTable, Name extends keyof T & string>(
  parameters: ParametersOf<T>,
  table: T,
  name: Name,
): NonNullable<ParametersOf<T>[Name]> {
  const value = parameters[name]
  if (value === undefined) throw new InvalidInput(name, table[name]?.allowed ?? '', null)
  return value
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
    if (text === null) throw new InvalidInput(name, ENCODING, SECRET.test(name) ? '(not shown)' : rawText)
    yield [name, text]
  }
}

// Not URLSearchParams, which repairs malformed text. Next repairs it before a route sees the address: invalid UTF-8
// arrives as U+FFFD, which no reference contains on purpose.
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
