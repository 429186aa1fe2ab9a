import type { ServiceState } from '@/lib/schema/answers'
import type { Position } from '@/lib/schema/resources'
import { type Config, DEFAULT_CENTRE, type EmbeddedReference } from './config'
import { createHealth } from './health'
import type { LiveSettings } from './live-config'
import { createNetworkSend, type Send } from './network'
import { createServiceClient, type ServiceClient } from './service'

/** The one service this server talks to. */
export interface Upstream {
  readonly client: ServiceClient
  /** As of the last call; asking makes none. */
  readonly state: () => ServiceState
  /** How lib/live is to ask it. */
  readonly live: LiveSettings
}

/** A service that is ready to be asked. */
export interface Service {
  readonly send: Send
  readonly baseUrl: string
  readonly key: string
  /** Where its map starts unless the configuration says otherwise. */
  readonly centre: Position
}

export interface Parts {
  readonly openReference: (reference: EmbeddedReference) => Promise<Service>
  readonly log: (line: string) => void
}

/** Puts together what a configuration asks for. */
export async function composeUpstream(config: Config, { openReference, log }: Parts): Promise<Upstream> {
  const { kind } = config.upstream
  const { send, baseUrl, key, centre } =
    config.upstream.kind === 'reference'
      ? await openReference(config.upstream)
      : {
          send: createNetworkSend(),
          baseUrl: config.upstream.baseUrl,
          key: config.upstream.apiKey.reveal(),
          centre: DEFAULT_CENTRE,
        }
  const health = createHealth(log)
  const { position, tileUrl, tileAttribution } = config.map
  return {
    client: createServiceClient({ send, baseUrl, key, onOutcome: health.onOutcome }),
    state: () => ({
      upstream: { kind, baseUrl: kind === 'reference' ? null : baseUrl, ...health.state() },
      map: { position: position ?? centre, tileUrl, tileAttribution },
    }),
    live: config.live,
  }
}
