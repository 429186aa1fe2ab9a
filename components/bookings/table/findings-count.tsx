import { groups } from '@/components/inspector/findings'
import { counted } from '@/lib/format/number'
import { type Severity, type SeverityCounts, severities } from '@/lib/inspect/finding'

const nouns: Record<Severity, string> = { error: 'error', warning: 'warning', note: 'note' }

/** How many findings a record has of the gravest kind, with its sign: "2 errors". */
export function GravestFindings({ findings }: { readonly findings: SeverityCounts }) {
  const gravest = severities.find((severity) => findings[severity] > 0)
  if (gravest === undefined) return <span className="text-muted">none</span>
  const { icon: Icon, tone } = groups[gravest]
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={findingsInWords(findings)}>
      <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
      <span className="truncate">{counted(findings[gravest], nouns[gravest])}</span>
    </span>
  )
}

/** "2 errors, 1 note"; "no findings". */
export function findingsInWords(findings: SeverityCounts): string {
  const words = severities
    .filter((severity) => findings[severity] > 0)
    .map((severity) => counted(findings[severity], nouns[severity]))
  return words.join(', ') || 'no findings'
}

/** What else was found, for under the gravest: "and 3 more"; null when that is all. */
export function lesserInWords(findings: SeverityCounts): string | null {
  const [, ...lesser] = severities.map((severity) => findings[severity]).filter((count) => count > 0)
  const more = lesser.reduce((sum, count) => sum + count, 0)
  return more === 0 ? null : `and ${more} more`
}
