import type { Secret } from '@/lib/config/secret'
import {
  DEFAULT_CENTRE,
  type EmbeddedReference,
  type LiveSettings,
  type Settings,
} from '@/lib/config/settings'
import type { ServiceState } from '@/lib/contract/answers'
import type { Observations } from '@/lib/contract/observations'
import type { Position } from '@/lib/interface/resources'
import { createObservations } from '@/lib/observations/recorder'
import { createKeySource, type KeySource } from '@/lib/upstream/http/key-source'
import { createNetworkSend, type Send } from '@/lib/upstream/http/network'
import { createTransport } from '@/lib/upstream/http/transport'
import type { BreakerState } from '@/lib/upstream/resilience/breaker'
import { createHealth } from '@/lib/upstream/resilience/health'
import { createServiceClient, type ServiceClient } from './service'
import { type SharedClient, shareAnswers } from './shared-answers'
import type { UpstreamError } from './upstream-error'

/** The one service this server talks to. */
export interface Upstream {
  /** Each call asks the service. */
  readonly client: ServiceClient
  /** The same, shared by all who ask the same. */
  readonly shared: SharedClient
  readonly breakerState: () => BreakerState
  /** As of the last call; asking makes none. */
  readonly state: () => ServiceState
  /** What the service answered in the interface's gaps; asking makes no call. */
  readonly seen: () => Observations
  /** How lib/live is to ask it. */
  readonly live: LiveSettings
  /** What only nodes before the same service know; null for demo data, which every node has of its own. */
  readonly nodeSecret: Secret | null
}

/** A service that is ready to be asked. */
export interface Service {
  readonly send: Send
  readonly baseUrl: string
  readonly key: KeySource
  /** Where its map starts unless the configuration says otherwise. */
  readonly centre: Position
}

export interface Parts {
  readonly openReference: (reference: EmbeddedReference) => Promise<Service>
  readonly log: (line: string) => void
  /** Told of every attempt to reach the service: null, or what it failed with. */
  readonly onAttempt?: (failure: UpstreamError | null) => void
}

/** Puts together what a configuration asks for. */
export async function composeUpstream(
  config: Pick<Settings, 'upstream' | 'map' | 'imageHosts' | 'live'>,
  { openReference, log, onAttempt }: Parts,
): Promise<Upstream> {
  const { kind } = config.upstream
  const { send, baseUrl, key, centre } =
    config.upstream.kind === 'reference'
      ? await openReference(config.upstream)
      : {
          send: createNetworkSend(),
          baseUrl: config.upstream.baseUrl,
          key: createKeySource(config.upstream.apiKey, config.upstream.rereadApiKey, log),
          centre: DEFAULT_CENTRE,
        }
  const health = createHealth(log)
  const { position, tileUrl, tileAttribution } = config.map
  const seen = createObservations(Date.now, key.current)
  const transport = createTransport({ send, baseUrl, key, onAttempt, seen })
  const client = createServiceClient({ transport, onOutcome: health.onOutcome, seen })
  return {
    client,
    shared: shareAnswers(client),
    breakerState: transport.breakerState,
    state: () => ({
      upstream: { kind, baseUrl: kind === 'reference' ? null : baseUrl, ...health.state() },
      map: { position: position ?? centre, tileUrl, tileAttribution },
      imageHosts: config.imageHosts,
    }),
    seen: seen.read,
    live: config.live,
    nodeSecret: config.upstream.kind === 'configured' ? config.upstream.apiKey : null,
  }
}
