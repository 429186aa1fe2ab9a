import type { Route } from 'next'
import { tabClass } from '@/components/ui/tabs'
import { Link } from './link'

interface LinkTab {
  readonly href: Route
  readonly label: string
}

/** Pages beside each other; those of one page are `Tabs`. */
export function LinkTabs({
  label,
  tabs,
  current,
}: {
  readonly label: string
  readonly tabs: readonly LinkTab[]
  /** The label of the page that is open. */
  readonly current: string
}) {
  return (
    <nav aria-label={label} className="border-line min-w-0 border-b print:hidden">
      <div className="-mb-px flex overflow-x-auto [scrollbar-width:none]">
        {tabs.map((tab) => (
          <Link
            key={tab.label}
            href={tab.href}
            aria-current={tab.label === current ? 'page' : undefined}
            className={tabClass}
          >
            {tab.label}
          </Link>
        ))}
      </div>
    </nav>
  )
}
