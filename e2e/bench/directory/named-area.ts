import { createParser } from 'eventsource-parser'
import type { LiveDelta, LiveMeta, LiveSnapshotPart } from '@/lib/contract/live'

/** A live area as its dispatcher receives it: which vehicles have been read, and how long each sweep took. */
export interface NamedArea {
  readonly vehicles: number
  /** Vehicles with an entry of the directory. */
  readonly named: number
  /** Since the first snapshot. */
  readonly sweepMs: readonly number[]
  /** @throws Error when that takes longer */
  allNamed(withinMs: number): Promise<void>
  close(): void
}

export async function openNamedArea(url: string): Promise<NamedArea> {
  const controller = new AbortController()
  const response = await fetch(url, { signal: controller.signal, headers: { accept: 'text/event-stream' } })
  if (!response.ok || !response.body) throw new Error(`GET ${url}: ${response.status}`)
  const named = new Map<string, boolean>()
  const sweepMs: number[] = []
  let fetchedAt = ''
  const parser = createParser({
    onEvent({ event, data }) {
      if (event !== 'snapshot' && event !== 'delta') return
      const { meta, ...changes } = JSON.parse(data) as LiveSnapshotPart | LiveDelta
      const vehicles = 'vehicles' in changes ? changes.vehicles : changes.upserts
      for (const { id, directory } of vehicles) named.set(id, directory ? true : (named.get(id) ?? false))
      if ('removed' in changes) for (const id of changes.removed) named.delete(id)
      addSweep(meta)
    },
  })
  function addSweep(meta: LiveMeta): void {
    if (meta.fetchedAt === fetchedAt) return
    fetchedAt = meta.fetchedAt
    sweepMs.push(meta.sweepMs)
  }
  const count = () => [...named.values()].filter(Boolean).length
  void read(response.body).catch(() => undefined)
  async function read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder()
    for await (const chunk of body) parser.feed(decoder.decode(chunk, { stream: true }))
  }
  return {
    get vehicles() {
      return named.size
    },
    get named() {
      return count()
    },
    sweepMs,
    async allNamed(withinMs) {
      const endMs = performance.now() + withinMs
      while (named.size === 0 || count() < named.size) {
        if (performance.now() > endMs)
          throw new Error(`${count()} of ${named.size} vehicles have a call sign after ${withinMs} ms`)
        await new Promise((resolve) => setTimeout(resolve, 250))
      }
    },
    close: () => controller.abort(),
  }
}
