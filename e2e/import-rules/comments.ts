import { parseSync } from 'oxc-parser'
import type { Sources } from './check'

const PRONOUN = /^[\s*]*(what|which|who|whoever|whose|those|nobody)\b/i
const PRODUCT = /^(app|components|lib)\/(?!testing\/)(?!.*\.test\.tsx?$)/

/**
 * Comments of product code that begin with a pronoun instead of a noun, an imperative or the reason.
 * @returns one line each
 */
export function checkComments(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    if (!PRODUCT.test(file)) return []
    return parseSync(file, text).comments.flatMap(({ value, start }) => {
      const word = PRONOUN.exec(value)?.[1]
      const lines = text.slice(0, start).split('\n')
      const isContinued = /^\s*\/\//.test(lines.at(-2) ?? '') && lines.at(-1)?.trim() === ''
      if (!word || isContinued) return []
      return [
        `${file}:${lines.length} begins a comment with “${word}”: use a noun, an imperative or the reason.`,
      ]
    })
  })
}
