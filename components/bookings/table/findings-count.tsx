import { groups, severitiesInWords } from '@/components/inspector/findings'
import { counted } from '@/lib/format/number'
import { type Severity, type SeverityCounts, severities } from '@/lib/inspect/finding'

const nouns: Record<Severity, string> = { error: 'error', warning: 'warning', note: 'note' }

/** Number of findings of the highest severity, with its icon: "2 errors". */
export function TopFindings({ findings }: { readonly findings: SeverityCounts }) {
  const top = severities.find((severity) => findings[severity] > 0)
  if (top === undefined) return <span className="text-muted">none</span>
  const { icon: Icon, tone } = groups[top]
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={severitiesInWords(findings)}>
      <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
      <span className="truncate">{counted(findings[top], nouns[top])}</span>
    </span>
  )
}

export const hasFindings = (findings: SeverityCounts): boolean =>
  severities.some((severity) => findings[severity] > 0)

/** Number of findings of lower severities: "and 3 more"; null without any. */
export function otherFindingsInWords(findings: SeverityCounts): string | null {
  const [, ...others] = severities.map((severity) => findings[severity]).filter((count) => count > 0)
  const more = others.reduce((sum, count) => sum + count, 0)
  return more === 0 ? null : `and ${more} more`
}
