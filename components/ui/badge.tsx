import type { ReactNode } from 'react'

const tones = {
  neutral: 'bg-sunken text-text border-line',
  accent: 'bg-accent-soft text-text border-accent',
  warning: 'bg-warning-soft text-text border-warning',
} as const

export function Badge({
  tone = 'neutral',
  title,
  children,
}: {
  readonly tone?: keyof typeof tones
  readonly title?: string
  readonly children: ReactNode
}) {
  return (
    <span
      title={title}
      className={`inline-flex items-center gap-1 rounded-full border px-2 py-0.5 text-xs font-semibold whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  )
}
