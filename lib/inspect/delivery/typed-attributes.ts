import type { JsonObject } from '@/lib/interface/resources'
import { asObject } from '@/lib/interface/values'

/*
 * Items of Amazon DynamoDB, in exports, scans and stream records: each value is an object whose
 * only name is its type, `{"id": {"S": "b-1"}, "seats": {"L": [{"N": "4"}]}}`.
 */

// A record is shown down to fewer levels.
const LEVELS_MAXIMUM = 20

/**
 * The plain object of an item.
 * @returns null for any object of which a single value has no type, several, or another type
 */
export function plainItem(object: JsonObject, levels = LEVELS_MAXIMUM): JsonObject | null {
  const members: [name: string, value: unknown][] = []
  for (const [name, attribute] of Object.entries(object)) {
    const value = plainValue(attribute, levels)
    if (value === undefined) return null
    members.push([name, value])
  }
  return members.length > 0 ? Object.fromEntries(members) : null
}

/** @returns undefined for anything but an attribute of an item */
function plainValue(attribute: unknown, levels: number): unknown {
  const object = asObject(attribute)
  if (!object || levels === 0) return undefined
  const [type, ...others] = Object.keys(object)
  if (type === undefined || others.length > 0) return undefined
  const content = object[type]
  switch (type) {
    case 'S':
    case 'B':
      return typeof content === 'string' ? content : undefined
    case 'N':
      return plainNumber(content)
    case 'BOOL':
      return typeof content === 'boolean' ? content : undefined
    case 'NULL':
      return content === true ? null : undefined
    case 'M':
      return plainMap(content, levels - 1)
    case 'L':
      return plainList(content, (one) => plainValue(one, levels - 1))
    case 'SS':
    case 'BS':
      return plainList(content, (one) => (typeof one === 'string' ? one : undefined))
    case 'NS':
      return plainList(content, plainNumber)
    default:
      return undefined
  }
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** A whole number that JavaScript would round stays a text, as it does in JSON. */
function plainNumber(content: unknown): number | string | undefined {
  if (typeof content !== 'string' || !NUMBER.test(content)) return undefined
  const number = Number(content)
  const isRounded = Number.isInteger(number) && !Number.isSafeInteger(number)
  return isRounded ? content : number
}

function plainMap(content: unknown, levels: number): JsonObject | undefined {
  const object = asObject(content)
  if (!object) return undefined
  const isEmpty = Object.keys(object).length === 0
  return isEmpty ? object : (plainItem(object, levels) ?? undefined)
}

function plainList(content: unknown, plain: (one: unknown) => unknown): unknown[] | undefined {
  if (!Array.isArray(content)) return undefined
  const values = content.map(plain)
  return values.includes(undefined) ? undefined : values
}
