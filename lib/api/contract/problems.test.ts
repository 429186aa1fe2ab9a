import { expect, test } from 'vitest'
import { problemKinds } from './problems'

const kinds = Object.entries(problemKinds)

test.each(kinds)(
  '%s has a title of its own and says what to do',
  (kind, { status, title, advice }) => {
    expect(kinds.filter(([, other]) => other.title === title)).toEqual([
      [kind, problemKinds[kind as never]],
    ])
    expect(title).toMatch(/^[A-Z].{5,55}[^.]$/)
    expect(advice).toMatch(/^[A-Z].{10,}\.$/s)
    expect(status >= 400 && status < 600).toBe(true)
  },
)
