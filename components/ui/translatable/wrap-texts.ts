import type { ReactNode } from 'react'
import { jsx } from 'react/jsx-runtime'

// These hold text alone.
const TEXT_ONLY: ReadonlySet<unknown> = new Set(['option', 'title', 'textarea', 'style', 'script'])

/**
 * Props of an element in which each text beside other children has a `<span>` of its own.
 * Chrome's translator replaces text nodes by elements: React would go on writing into a
 * node that is gone, and fail where it removes it or inserts before it
 * (https://github.com/facebook/react/issues/11538). The text of an element that has no
 * other child is set as a whole.
 */
export function withWrappedTexts<T extends object>(type: unknown, props: T): T {
  const { children } = props as { children?: ReactNode }
  // The children of a fragment stand beside others.
  const isFragment = typeof type === 'symbol'
  if (!Array.isArray(children))
    return isFragment ? { ...props, children: wrap(children, 0) } : props
  const joined = joinTexts(children)
  if (joined === children) return props
  if (!isFragment && joined.every((child) => child === null || typeof child === 'string'))
    return { ...props, children: joined.join('') }
  return TEXT_ONLY.has(type) ? props : { ...props, children: joined.map(wrap) }
}

const isText = (child: ReactNode) =>
  typeof child === 'string' || typeof child === 'number' || typeof child === 'bigint'

/** Neighbouring texts as one, at the place of the first: other children keep their places. */
function joinTexts(children: readonly ReactNode[]): readonly ReactNode[] {
  if (!children.some((child) => isText(child) || Array.isArray(child))) return children
  const joined: ReactNode[] = []
  let first = -1
  for (const [at, child] of children.entries()) {
    const isNothing = child === null || child === undefined || typeof child === 'boolean'
    joined.push(isNothing || isText(child) ? null : child)
    if (isText(child)) {
      if (first < 0) first = at
      joined[first] = `${joined[first] ?? ''}${child}`
    } else if (!isNothing) first = -1
  }
  return joined
}

function wrap(child: ReactNode, at: number): ReactNode {
  if (Array.isArray(child)) return joinTexts(child).map(wrap)
  return isText(child) && child !== ''
    ? jsx('span', { children: String(child) }, `text-${at}`)
    : child
}
