import type { z } from 'zod'
import { InvalidInput } from './invalid-input'

const LARGEST_BODY = 16_384
const LONGEST_NAME = 40

/**
 * Reads and checks a JSON body.
 * @throws InvalidInput names the first field that is not accepted, never its value
 */
export async function readBody<T>(
  request: Request,
  schema: z.ZodType<T>,
  largestBody: number = LARGEST_BODY,
): Promise<T> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
    throw new InvalidInput('content-type', 'allowed is application/json')
  }
  const text = await readText(request, largestBody)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new InvalidInput('body', 'allowed is one JSON object')
  }
  const read = schema.safeParse(json)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  const name = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0]
  throw new InvalidInput(typeof name === 'string' ? name.slice(0, LONGEST_NAME) : 'body', describe(issue))
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
