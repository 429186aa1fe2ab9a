import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { SectionLink } from '@/components/layout/section-link'
import { counted, formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { type Finding, type Severity, type SeverityCounts, severities } from '@/lib/inspect/finding'

const MOST_SHOWN = 100

export function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  if (findings.length === 0) {
    return <p className="text-muted text-sm">No issues: all values match the specification.</p>
  }
  return (
    <div className="flex flex-col gap-3">
      {severities.map((severity) => (
        <Group
          key={severity}
          severity={severity}
          findings={findings.filter((finding) => finding.severity === severity)}
        />
      ))}
    </div>
  )
}

export const groups: Record<
  Severity,
  { title: string; icon: typeof Info; tone: string; meaning: string }
> = {
  error: {
    title: 'Errors',
    icon: CircleAlert,
    tone: 'text-danger',
    meaning: 'values that cannot be used',
  },
  warning: {
    title: 'Warnings',
    icon: TriangleAlert,
    tone: 'text-warning',
    meaning: 'values to check',
  },
  note: {
    title: 'Notes',
    icon: Info,
    tone: 'text-muted',
    meaning: 'differences that the specification allows',
  },
}

/** "2 errors, 1 note"; "no findings". */
export function severitiesInWords(counts: SeverityCounts): string {
  const words = severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => counted(counts[severity], severity))
  return words.join(', ') || 'no findings'
}

function Group({ severity, findings }: { severity: Severity; findings: readonly Finding[] }) {
  if (findings.length === 0) return null
  const { title, icon: Icon, tone, meaning } = groups[severity]
  return (
    <section aria-label={title}>
      <h3 className="mb-1 flex flex-wrap items-center gap-x-1.5 text-sm font-semibold">
        <Icon aria-hidden className={`size-4 ${tone}`} />
        {title} ({formatCount(findings.length)})
        <span className="text-muted text-xs font-normal">{meaning}</span>
      </h3>
      <ul className="divide-line border-line divide-y border-y">
        {findings.slice(0, MOST_SHOWN).map(({ kind, path, found, expected, section }) => (
          <li key={`${kind} ${path}`} className="py-1.5 text-sm [overflow-wrap:anywhere]">
            <code className="font-semibold">
              <bdi>{path === '' ? 'the record' : safeText(path, 120)}</bdi>
            </code>
            <span className="text-muted float-right pl-2 text-xs">
              <SectionLink section={section} />
            </span>
            <p>
              {kind === 'missing' ? (
                'Missing.'
              ) : (
                <>
                  Found <bdi>{safeText(found, 240)}</bdi>.
                </>
              )}
            </p>
            <p className="text-muted text-xs">
              Expected <bdi>{safeText(expected, 240)}</bdi>.
            </p>
          </li>
        ))}
      </ul>
      {findings.length > MOST_SHOWN ? (
        <p className="text-muted mt-1 text-xs">
          and {formatCount(findings.length - MOST_SHOWN)} more
        </p>
      ) : null}
    </section>
  )
}
