/*
 * Preloaded into a dashboard: its clock stands at FROZEN_AT, and so do the demo's vehicles.
 * Timers run.
 */
const frozenAtMs = Date.parse(process.env.FROZEN_AT ?? '')

Date.now = () => frozenAtMs
globalThis.Date = new Proxy(Date, {
  construct: (date, values) => Reflect.construct(date, values.length === 0 ? [frozenAtMs] : values),
  apply: () => new Date(frozenAtMs).toString(),
})
