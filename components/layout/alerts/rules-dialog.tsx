import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FocusEvent, useId } from 'react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { QueryState } from '@/components/layout/query-state'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Checkbox, inputClass } from '@/components/ui/field'
import { Skeleton } from '@/components/ui/skeleton'
import { call } from '@/lib/api/client/call'
import {
  ALERT_RULES,
  type AlertRule,
  LEAST_RULE_MINUTES,
  MOST_RULE_MINUTES,
  type RuleSetting,
} from '@/lib/api/contract/alerts'
import { useAlertSteps } from '@/lib/api/queries/alerts'
import { query } from '@/lib/api/queries/query'
import { ruleWords } from './alert-words'

/** Rules of the desk, and which of them the operator has silenced. */
export function RulesDialog({
  silenced,
  onClose,
}: {
  readonly silenced: readonly AlertRule[]
  readonly onClose: () => void
}) {
  const asked = useQuery(query('/api/alerts/rules'))
  return (
    <Dialog label="Rules of alerts" onClose={onClose}>
      <form method="dialog" className="flex max-h-[calc(100dvh-5rem)] flex-col gap-3">
        <h2 className="text-base font-semibold">Rules of alerts</h2>
        <p className="text-muted text-sm">They count in the home area, for the whole desk.</p>
        <div className="min-h-0 overflow-y-auto">
          <QueryState query={asked} loading={<Skeleton label="Loading the rules" lines={8} />}>
            {({ data: { rules, zone } }) => (
              <>
                <ul className="flex flex-col">
                  {ALERT_RULES.map((rule) => (
                    <Rule
                      key={rule}
                      rule={rule}
                      setting={rules[rule]}
                      isSilenced={silenced.includes(rule)}
                    />
                  ))}
                </ul>
                <p className="text-muted mt-2 text-xs">
                  Pick-up times without a zone are read in the server’s: {zone}.
                </p>
              </>
            )}
          </QueryState>
        </div>
        <Button type="submit" variant="primary" className="self-end">
          Close
        </Button>
      </form>
    </Dialog>
  )
}

function Rule({
  rule,
  setting,
  isSilenced,
}: {
  readonly rule: AlertRule
  readonly setting: RuleSetting
  readonly isSilenced: boolean
}) {
  const client = useQueryClient()
  const isViewer = useIsViewer()
  const steps = useAlertSteps()
  const id = useId()
  const { label, limit } = ruleWords[rule]
  const change = useMutation({
    mutationFn: (next: RuleSetting) => call('PUT /api/alerts/rules', {}, { rule, ...next }),
    onSettled: () => client.invalidateQueries(query('/api/alerts/rules')),
  })

  function changeMinutes({ currentTarget }: FocusEvent<HTMLInputElement>): void {
    const minutes = currentTarget.valueAsNumber
    const isValid = currentTarget.validity.valid && Number.isInteger(minutes)
    if (isValid && minutes !== setting.minutes) change.mutate({ ...setting, minutes })
    else currentTarget.value = String(setting.minutes)
  }

  return (
    <li className="border-line border-t py-1 text-sm">
      <div className="flex flex-wrap items-center gap-x-2">
        <Checkbox
          checked={setting.isOn}
          disabled={isViewer}
          onChange={(isOn) => change.mutate({ ...setting, isOn })}
        >
          {label}
        </Checkbox>
        {limit === null || setting.minutes === null ? null : (
          <span className="flex items-center gap-1">
            <label htmlFor={id}>
              <span className="sr-only">{label} </span>
              {limit}
            </label>
            <input
              key={setting.minutes}
              id={id}
              type="number"
              min={LEAST_RULE_MINUTES}
              max={MOST_RULE_MINUTES}
              required
              disabled={isViewer}
              defaultValue={setting.minutes}
              onBlur={changeMinutes}
              className={`${inputClass} w-20!`}
            />
            min
          </span>
        )}
      </div>
      {isSilenced ? (
        <Button
          variant="ghost"
          isBusy={steps.isPending}
          onClick={() => steps.mutate({ kind: 'silence', rule, isSilenced: false })}
        >
          Silenced for you: show it again
        </Button>
      ) : null}
      {change.error ? <ProblemNotice error={change.error} /> : null}
    </li>
  )
}
