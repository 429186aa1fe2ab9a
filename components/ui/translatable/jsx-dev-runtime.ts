import type { ElementType, Key } from 'react'
import * as react from 'react/jsx-dev-runtime'
import { withWrappedTexts } from './wrap-texts'

export type { JSX } from 'react/jsx-runtime'
export const { Fragment } = react

export function jsxDEV(
  type: ElementType,
  props: object,
  key: Key | undefined,
  isStatic: boolean,
  source?: react.JSXSource,
  self?: unknown,
) {
  const wrapped: { children?: unknown } = withWrappedTexts(type, props)
  return react.jsxDEV(type, wrapped, key, isStatic && Array.isArray(wrapped.children), source, self)
}
