import { codeNumber, DIGIT_CONTEXTS, LENGTH_CONTEXTS, symbolContexts } from './numbers'
import type { BitCoder, Probabilities } from './range-coder'

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export type JsonObject = { readonly [key: string]: Json }

const KINDS = [
  'null',
  'true',
  'false',
  'integer',
  'number',
  'text',
  'list',
  'object',
  'changed',
  'same',
] as const
type Kind = (typeof KINDS)[number]
const KIND_BITS = 4
const ABSENT = KINDS.length

/** Texts of a field that are referred to by number: the first ones of a field that has more. */
const WORD_BITS = 8
const WORDS_MAXIMUM = 1 << WORD_BITS
/** Names that have a memory of their own; the others share one. */
const FIELDS_MAXIMUM = 128
/** Differences of two integers within it are exact. */
const INTEGER_MAXIMUM = 2 ** 51
const BYTE_BITS = 8
const BACKSLASH = 0x5c
/** Bytes below it are a character each. */
const ASCII = 0x80

interface Field {
  readonly kinds: number
  readonly words: number
  readonly lengths: number
  readonly digits: number
  readonly flags: number
  readonly texts: string[]
  readonly numbers: Map<string, number>
}

const FLAGS = { known: 0, changed: 1 }

/** Codes JSON values of named fields, each after the value that the field had before; what it often holds gets short. */
export class ValueCoder {
  readonly #coder: BitCoder
  readonly #probabilities: Probabilities
  readonly #fields = new Map<string, Field>()
  readonly #bytes: number
  /** Lists of names by their text. */
  readonly #keys = new Map<string, readonly string[]>()
  /** Of fields within a field, by their key. */
  readonly #names = new Map<string, Map<string, string>>()
  #coded = Buffer.alloc(256)

  constructor(coder: BitCoder, probabilities: Probabilities) {
    this.#coder = coder
    this.#probabilities = probabilities
    this.#bytes = probabilities.take(256 * symbolContexts(BYTE_BITS))
  }

  /** @param value ignored by a decoder, and so wherever it is passed on */
  code(name: string, before: Json | undefined, value: Json | undefined): Json {
    const field = this.#field(name)
    const beforeKind = before === undefined ? ABSENT : KINDS.indexOf(kindOf(before, undefined))
    const kinds = field.kinds + beforeKind * symbolContexts(KIND_BITS)
    const kind = KINDS[this.#coder.symbol(kinds, KIND_BITS, KINDS.indexOf(kindOf(value, before)))] ?? 'null'
    switch (kind) {
      case 'null':
        return null
      case 'true':
        return true
      case 'false':
        return false
      case 'same':
        return before ?? null
      case 'integer': {
        const from = typeof before === 'number' && isInteger(before) ? before : 0
        return from + codeNumber(this.#coder, field.lengths, field.digits, (value as number) - from)
      }
      case 'number':
        return Number(this.text(name, String(value)))
      case 'text':
        return this.text(name, value as string | undefined)
      case 'list':
        return this.#codeList(name, before, (value ?? []) as readonly Json[])
      case 'object':
        return this.#codeObject(name, (value ?? {}) as JsonObject)
      case 'changed':
        return this.#codeChanged(name, before as JsonObject, (value ?? {}) as JsonObject)
    }
  }

  /** A whole number of the field, of at most 53 bits. */
  integer(name: string, value: number): number {
    const { lengths, digits } = this.#field(name)
    return codeNumber(this.#coder, lengths, digits, value)
  }

  flag(name: string, value: boolean): boolean {
    return this.#coder.bit(this.#field(name).flags + FLAGS.changed, value ? 1 : 0) === 1
  }

  text(name: string, value: string | undefined): string {
    const field = this.#field(name)
    const number = this.#coder.isReading ? undefined : field.numbers.get(value ?? '')
    if (this.#coder.bit(field.flags + FLAGS.known, number === undefined ? 0 : 1) === 1)
      return field.texts[this.#coder.symbol(field.words, WORD_BITS, number ?? 0)] ?? ''
    const text = this.#codeBytes(value)
    if (field.texts.length < WORDS_MAXIMUM) {
      field.numbers.set(text, field.texts.length)
      field.texts.push(text)
    }
    return text
  }

  #codeList(name: string, before: Json | undefined, value: readonly Json[]): Json {
    const listed = Array.isArray(before) ? (before as readonly Json[]) : []
    const length = this.integer(`${name}[]`, value.length)
    return Array.from({ length }, (_, at) => this.code(`${name}.`, listed[at], value[at] as Json))
  }

  #codeObject(name: string, value: JsonObject): Json {
    const object: Record<string, Json> = {}
    for (const key of this.keys(name, this.#coder.isReading ? [] : keysOf(value)))
      assign(object, key, this.code(this.within(name, key), undefined, own(value, key)))
    return object
  }

  #codeChanged(name: string, before: JsonObject, value: JsonObject): Json {
    const object: Record<string, Json> = {}
    for (const key of Object.keys(before)) {
      const old = before[key] as Json
      const within = this.within(name, key)
      const isChanged = this.flag(within, !this.#coder.isReading && !isSameJson(old, own(value, key)))
      assign(object, key, isChanged ? this.code(within, old, own(value, key)) : old)
    }
    return object
  }

  /** The same string each time, which is found sooner than one that is put together. */
  within(name: string, key: string): string {
    const names = this.#names.get(name) ?? new Map<string, string>()
    const known = names.get(key)
    if (known !== undefined) return known
    const within = `${name}.${key}`
    if (this.#names.size < FIELDS_MAXIMUM) this.#names.set(name, names)
    if (names.size < FIELDS_MAXIMUM) names.set(key, within)
    return within
  }

  /** Names of an object's fields, in order. */
  keys(name: string, keys: readonly string[]): readonly string[] {
    const text = this.text(`${name}{}`, this.#coder.isReading ? undefined : JSON.stringify(keys))
    const known = this.#keys.get(text)
    if (known) return known
    const parsed: readonly string[] = JSON.parse(text)
    if (this.#keys.size < WORDS_MAXIMUM) this.#keys.set(text, parsed)
    return parsed
  }

  /** As UTF-8 of what JSON writes, which has no byte 0 and keeps halves of surrogate pairs. */
  #codeBytes(text: string | undefined): string {
    const bytes = this.#coder.isReading
      ? null
      : new TextEncoder().encode(JSON.stringify(text ?? '').slice(1, -1))
    let isPlain = true
    let last = 0
    for (let at = 0; ; at++) {
      const contexts = this.#bytes + last * symbolContexts(BYTE_BITS)
      last = this.#coder.symbol(contexts, BYTE_BITS, bytes?.[at] ?? 0)
      if (last === 0) return this.#decoded(at, isPlain)
      if (last === BACKSLASH || last >= ASCII) isPlain = false
      if (at === this.#coded.length) this.#coded = Buffer.concat([this.#coded, Buffer.alloc(at)])
      this.#coded[at] = last
    }
  }

  #decoded(length: number, isPlain: boolean): string {
    if (isPlain) return this.#coded.toString('latin1', 0, length)
    return JSON.parse(`"${this.#coded.toString('utf8', 0, length)}"`)
  }

  #field(name: string): Field {
    const known = this.#fields.get(name)
    if (known) return known
    if (this.#fields.size >= FIELDS_MAXIMUM && name !== '') return this.#field('')
    const take = (contexts: number) => this.#probabilities.take(contexts)
    const field = {
      kinds: take((KINDS.length + 1) * symbolContexts(KIND_BITS)),
      words: take(symbolContexts(WORD_BITS)),
      lengths: take(LENGTH_CONTEXTS),
      digits: take(DIGIT_CONTEXTS),
      flags: take(Object.keys(FLAGS).length),
      texts: [],
      numbers: new Map<string, number>(),
    }
    this.#fields.set(name, field)
    return field
  }
}

function kindOf(value: Json | undefined, before: Json | undefined): Kind {
  if (value === null || value === undefined) return 'null'
  if (value === true) return 'true'
  if (value === false) return 'false'
  if (typeof value === 'number' && !Number.isFinite(value)) return 'null'
  if (typeof value === 'number') return isInteger(value) ? 'integer' : 'number'
  if (typeof value === 'string') return 'text'
  if (before !== undefined && isSameJson(before, value)) return 'same'
  if (isList(value)) return 'list'
  return isObject(before) && hasSameKeys(before, value) ? 'changed' : 'object'
}

/** Also a field named `__proto__`. */
export function assign(record: Record<string, Json>, key: string, value: Json): void {
  if (key !== '__proto__') record[key] = value
  else Object.defineProperty(record, key, { value, enumerable: true, writable: true, configurable: true })
}

/** Undefined for what is inherited, such as `constructor`. */
export function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** Names of the fields that JSON writes. */
export const keysOf = (value: object): string[] =>
  Object.entries(value).flatMap(([key, held]) => (held === undefined ? [] : [key]))

const isInteger = (value: number) => Number.isInteger(value) && Math.abs(value) <= INTEGER_MAXIMUM
const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function hasSameKeys(one: JsonObject, other: JsonObject): boolean {
  const [keys, others] = [keysOf(one), keysOf(other)]
  return keys.length === others.length && keys.every((key, at) => key === others[at])
}

/** Whether both are the same as JSON, the order of keys included. */
export function isSameJson(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  return JSON.stringify(one) === JSON.stringify(other)
}
