import { Bell } from 'lucide-react'
import { type ToggleEvent, useId, useRef, useState } from 'react'
import { usePageKey } from '@/components/layout/keyboard/page-key'
import { useTitleCount } from '@/components/layout/page-title'
import { storageKeys, useStored } from '@/components/layout/storage'
import { buttonClass } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import { openAlerts, useAlerts } from '@/lib/api/queries/alerts'

const AlertPanel = onDemand(() => import('./alert-panel'), 'AlertPanel')
const AlertNotice = onDemand(() => import('./alert-notice'), 'AlertNotice')
const RulesDialog = onDemand(() => import('./rules-dialog'), 'RulesDialog')

/** The number of open alerts that are not taken, in the header and in the tab's title. */
export function AlertBell() {
  const list = useAlerts()
  const open = list ? openAlerts(list) : []
  const count = open.filter(({ taken }) => taken === null).length
  useTitleCount(count)
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const bell = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [showsRules, setShowsRules] = useState(false)
  const [seenText, setSeen] = useStored(storageKeys.seenAlerts)
  // Alerts of before are no news to a browser that opens its first page. Server time.
  const [firstMs, setFirstMs] = useState<number | null>(null)
  if (list && firstMs === null) setFirstMs(list.now)
  usePageKey((key) => {
    if (key !== 'a') return false
    panel.current?.togglePopover()
    return true
  })

  // Before it is shown: the header is higher where its entries wrap.
  function place({ newState, target, currentTarget }: ToggleEvent) {
    if (target !== currentTarget) return
    const { bottom = 0 } = bell.current?.getBoundingClientRect() ?? {}
    if (newState === 'open') panel.current?.style.setProperty('--bell-bottom', `${bottom}px`)
  }

  function onToggle({ newState, target, currentTarget }: ToggleEvent) {
    // React hands on the events of the menus in it.
    if (target !== currentTarget) return
    setIsOpen(newState === 'open')
    if (newState === 'open') panel.current?.focus()
    const newest = open[0]?.openedAtMs
    if (newest !== undefined) setSeen(String(newest))
  }

  const seenUntilMs = seenText === null ? (firstMs ?? Number.POSITIVE_INFINITY) : Number(seenText)
  const newest = open.find(({ openedAtMs, taken }) => openedAtMs > seenUntilMs && taken === null)
  return (
    <>
      <button
        ref={bell}
        type="button"
        popoverTarget={id}
        aria-label={count === 0 ? 'Alerts' : `Alerts: ${count} open`}
        title="Alerts (a)"
        className={buttonClass('ghost', 'relative min-w-11 px-0! md:min-w-9')}
      >
        <Bell aria-hidden className="size-5" />
        {count > 0 ? (
          <span
            aria-hidden
            className="bg-danger text-surface absolute top-0.5 right-0.5 min-w-4 rounded-full px-1 text-xs leading-4 tabular-nums"
          >
            {count > 99 ? '99+' : count}
          </span>
        ) : null}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Alerts"
        tabIndex={-1}
        onBeforeToggle={place}
        onToggle={onToggle}
        className="bg-surface text-text border-line shadow-raised inset-auto top-[calc(var(--bell-bottom)+6px)] right-2 m-0 max-h-[calc(100dvh-var(--bell-bottom)-14px)] w-[min(26rem,calc(100vw-16px))] overflow-y-auto rounded-lg border p-3 outline-none!"
      >
        {isOpen && list ? (
          <AlertPanel
            list={list}
            onRules={() => setShowsRules(true)}
            onLeave={() => panel.current?.hidePopover()}
          />
        ) : null}
      </div>
      {/* Not inside of the panel, which a modal dialog closes. */}
      {list && showsRules ? (
        <RulesDialog silenced={list.silenced} onClose={() => setShowsRules(false)} />
      ) : null}
      {newest && !isOpen ? (
        <AlertNotice alert={newest} onSeen={() => setSeen(String(newest.openedAtMs))} />
      ) : null}
    </>
  )
}
