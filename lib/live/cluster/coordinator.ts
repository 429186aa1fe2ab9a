import type { Version } from '@/lib/live/streaming/version'

/**
 * Where nodes meet: what they keep in common about areas, and a line to all of them. Each call is done as a whole or
 * rejects; what rejected may have been done all the same.
 */
export interface Coordinator {
  /** @returns when messages of the area arrive, or at once where they cannot yet */
  listen(area: string, onMessage: (message: Message) => void): Promise<void>
  /** Says that this node looks at the area; takes the lead when nobody has it, and keeps it. */
  beat(area: string, wish: { readonly intervalMs: number; readonly atOnce: boolean }): Promise<LeaseState>
  /** Looks no more, and leads no more. */
  leave(area: string): Promise<void>
  /**
   * Gives the area's list another name, and tells all; only for the node that leads.
   * @param from the name it must have now; null for any
   * @returns false when this node does not lead, or the name is another
   */
  advance(area: string, step: VersionStep): Promise<boolean>
  /** Lays the list down for those who have none, while it has that name and this node leads. */
  offer(area: string, version: Version, body: Uint8Array): Promise<void>
  /** The list that was laid down last; null when it is gone. */
  offered(area: string): Promise<{ readonly version: Version; readonly body: Uint8Array } | null>
  send(area: string, message: Extract<Message, { kind: 'progress' | 'ask' }>): Promise<void>
  /** Of the service, for all areas. */
  pause(leftMs: number): Promise<void>
  /** Whether the exchange could not be reached, which it has said itself. */
  isOwn(error: unknown): boolean
}

export interface VersionStep {
  readonly from: Version | null
  readonly version: Version
  /** Null: who wants to know has to ask for the list. */
  readonly body: Uint8Array | null
}

/** How an area stands. */
export interface LeaseState {
  readonly leads: boolean
  /** When nobody leads unless the leader says so again. */
  readonly leaseMs: number
  /** The shortest wish of all nodes. */
  readonly intervalMs: number
  /** Other nodes that look at it. */
  readonly others: number
  /** Null while it has no list. */
  readonly version: Version | null
  /** The service wants to be left alone; 0 when it does not. */
  readonly pausedMs: number
}

export type Message =
  | ({ readonly kind: 'step' } & VersionStep)
  | { readonly kind: 'offer'; readonly version: Version }
  | { readonly kind: 'progress'; readonly body: Uint8Array }
  /** A node needs the list, or what there is. */
  | { readonly kind: 'ask' }
  /** Nobody leads. */
  | { readonly kind: 'vacant' }
  /** Somebody came who wants to see the newest. */
  | { readonly kind: 'came' }
