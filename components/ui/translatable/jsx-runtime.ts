import type { ElementType, Key, ReactElement } from 'react'
import * as react from 'react/jsx-runtime'
import { withWrappedTexts } from './wrap-texts'

// The compilers find this file, and the other of its kind, by `jsxImportSource` in tsconfig.json.
export type { JSX } from 'react/jsx-runtime'
export const { Fragment } = react

export function jsx(type: ElementType, props: object, key?: Key): ReactElement {
  return react.jsx(type, withWrappedTexts(type, props), key)
}

export function jsxs(type: ElementType, props: object, key?: Key): ReactElement {
  const wrapped: { children?: unknown } = withWrappedTexts(type, props)
  // Several texts became one.
  return (Array.isArray(wrapped.children) ? react.jsxs : react.jsx)(type, wrapped, key)
}
