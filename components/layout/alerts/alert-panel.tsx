import { Ellipsis } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from '@/components/layout/link'
import { mapViewParameters } from '@/components/layout/map-view'
import { useMinuteFormat } from '@/components/layout/preferences/preferences'
import { useVehicleNames } from '@/components/layout/preferences/use-vehicle-names'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { storageKeys, useStored } from '@/components/layout/storage'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { Button, buttonClass } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/field'
import { closeMenu, Menu, menuItemClass } from '@/components/ui/menu'
import { Notice } from '@/components/ui/notice'
import { type Alert, type AlertList, SNOOZE_MINUTES } from '@/lib/api/contract/alerts'
import { openAlerts, useAlertSteps } from '@/lib/api/queries/alerts'
import { safeText } from '@/lib/format/text'
import { eventOf, hrefOf, lasted, nameOf, ruleWords } from './alert-words'
import { askToNotify, canNotify, playSound } from './ring'

/** Open alerts, the newest first; ended ones; sound and notifications for new ones. */
export function AlertPanel({
  list,
  onRules,
  onLeave,
}: {
  readonly list: AlertList
  readonly onRules: () => void
  readonly onLeave: () => void
}) {
  const open = openAlerts(list)
  const snoozed = list.alerts.filter(
    ({ closedAtMs, snoozedUntilMs }) => closedAtMs === null && (snoozedUntilMs ?? 0) > list.now,
  )
  const closed = list.alerts.filter(({ closedAtMs }) => closedAtMs !== null)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-base font-semibold">Alerts</h2>
        <Button variant="ghost" onClick={onRules}>
          Rules
        </Button>
      </div>
      {list.isKept ? null : (
        <Notice tone="warning" title="Alerts are not kept right now">
          Kerbside cannot reach its database. Alerts go on, and are lost if Kerbside restarts.
        </Notice>
      )}
      {open.length === 0 ? <p className="text-muted text-sm">No alert is open.</p> : null}
      <AlertLines label="Open alerts" alerts={open} now={list.now} onLeave={onLeave} />
      {snoozed.length > 0 ? (
        <details className="text-sm">
          <summary className="min-h-9 w-fit content-center">{snoozed.length} snoozed</summary>
          <AlertLines label="Snoozed alerts" alerts={snoozed} now={list.now} onLeave={onLeave} />
        </details>
      ) : null}
      {closed.length > 0 ? (
        <details className="text-sm">
          <summary className="min-h-9 w-fit content-center">
            {closed.length} ended in the last 24 hours
          </summary>
          <AlertLines label="Ended alerts" alerts={closed} now={list.now} onLeave={onLeave} />
        </details>
      ) : null}
      <RingChoices />
    </div>
  )
}

function AlertLines({
  label,
  alerts,
  now,
  onLeave,
}: {
  readonly label: string
  readonly alerts: readonly Alert[]
  readonly now: number
  readonly onLeave: () => void
}) {
  return (
    <ul aria-label={label} className="flex flex-col empty:hidden">
      {alerts.map((alert) => (
        <AlertLine key={alert.id} alert={alert} now={now} onLeave={onLeave} />
      ))}
    </ul>
  )
}

function AlertLine({
  alert,
  now,
  onLeave,
}: {
  readonly alert: Alert
  readonly now: number
  readonly onLeave: () => void
}) {
  const names = useVehicleNames()
  const formatMinute = useMinuteFormat()
  const steps = useAlertSteps()
  const href = hrefOf(alert, mapViewParameters())
  const { sinceMs, closedAtMs, dueAtMs, rule, detail, taken } = alert
  const since = `since ${formatMinute(sinceMs, now)}`
  const time = closedAtMs === null ? since : `${since}, until ${formatMinute(closedAtMs, now)}`
  const name = nameOf(alert, names)
  return (
    <li className="border-line border-t py-1 text-sm">
      <div className="flex items-center gap-1">
        <div className="min-w-0 flex-1">
          <p className="[overflow-wrap:anywhere]">
            <bdi className="font-semibold">{name}</bdi> {eventOf(alert)}
          </p>
          {rule === 'booking-failed' && detail ? (
            <p className="text-danger text-xs [overflow-wrap:anywhere]">
              <bdi>{safeText(detail, 300)}</bdi>
            </p>
          ) : null}
          <p className="text-muted text-xs tabular-nums">
            {rule === 'booking-due' && dueAtMs !== null
              ? `pick-up ${formatMinute(dueAtMs, now)}`
              : `${time} (${lasted((closedAtMs ?? now) - sinceMs)})`}
            {taken ? ` · taken by ${safeText(taken.by ?? 'an operator', 60)}` : null}
          </p>
        </div>
        {href ? (
          <Link href={href} button="ghost" aria-label={`Show ${name}`} onClick={onLeave}>
            Show
          </Link>
        ) : null}
        {closedAtMs === null ? (
          <AlertMenu alert={alert} name={name} now={now} onStep={steps.mutate} />
        ) : null}
      </div>
      {steps.error ? <ProblemNotice error={steps.error} /> : null}
    </li>
  )
}

/** All that is done about an alert but to show its object. */
function AlertMenu({
  alert: { id, rule, taken, snoozedUntilMs },
  name,
  now,
  onStep,
}: {
  readonly alert: Alert
  readonly name: string
  readonly now: number
  readonly onStep: ReturnType<typeof useAlertSteps>['mutate']
}) {
  const isViewer = useIsViewer()
  const isSnoozed = snoozedUntilMs !== null && snoozedUntilMs > now
  const willBeTaken = taken === null
  return (
    <Menu
      aria-label={`More for ${name}`}
      title="More"
      className={buttonClass('ghost', 'min-w-11 px-0! md:min-w-9')}
      button={<Ellipsis aria-hidden className="size-4" />}
    >
      {isViewer ? null : (
        <>
          <MenuStep onChoose={() => onStep({ kind: 'take', id, isTaken: willBeTaken })}>
            {willBeTaken ? 'Take' : 'Give back'}
          </MenuStep>
          <MenuStep onChoose={() => onStep({ kind: 'snooze', id, isSnoozed: !isSnoozed })}>
            {isSnoozed ? 'Wake' : `Snooze ${SNOOZE_MINUTES} min`}
          </MenuStep>
        </>
      )}
      <MenuStep onChoose={() => onStep({ kind: 'silence', rule, isSilenced: true })}>
        <span>
          Silence this rule for me
          <span className="text-muted block text-xs">{ruleWords[rule].label}</span>
        </span>
      </MenuStep>
    </Menu>
  )
}

function MenuStep({
  onChoose,
  children,
}: {
  readonly onChoose: () => void
  readonly children: ReactNode
}) {
  return (
    <button type="button" className={menuItemClass} onClick={(event) => closeMenu(event, onChoose)}>
      {children}
    </button>
  )
}

/** Sound and notifications of this browser, asked for by a click. */
function RingChoices() {
  const [sound, setSound] = useStored(storageKeys.alertSound)
  const [notifications, setNotifications] = useStored(storageKeys.alertNotifications)
  const [isRefused, setIsRefused] = useState(false)

  function changeSound(isOn: boolean): void {
    setSound(isOn ? 'on' : null)
    if (isOn) playSound()
  }

  async function changeNotifications(isOn: boolean): Promise<void> {
    const isAllowed = isOn && (await askToNotify())
    setNotifications(isAllowed ? 'on' : null)
    setIsRefused(isOn && !isAllowed)
  }

  return (
    <div className="border-line border-t pt-2 text-sm">
      <Checkbox checked={sound === 'on'} onChange={changeSound}>
        Play a sound for a new alert
      </Checkbox>
      {canNotify() ? (
        <Checkbox
          checked={notifications === 'on'}
          onChange={(isOn) => void changeNotifications(isOn)}
        >
          Show new alerts as notifications of this browser
        </Checkbox>
      ) : null}
      {isRefused ? (
        <p role="status" className="text-warning text-xs">
          The browser does not allow it: change that in its settings for this site.
        </p>
      ) : null}
    </div>
  )
}
