import { Agent, Dispatcher, EnvHttpProxyAgent, setGlobalDispatcher } from 'undici'
import { isLoopback } from '@/lib/app/settings/listen-address'

type OutgoingAgentOptions = Agent.Options & {
  readonly connect?: { readonly timeout?: number }
}

/**
 * Connections of outgoing calls, through the proxy that HTTPS_PROXY, HTTP_PROXY and
 * NO_PROXY name, in small letters too. Never to this machine, whatever NO_PROXY says: the
 * key goes there unencrypted.
 */
export class OutgoingAgent extends Dispatcher {
  readonly #direct: Agent
  readonly #throughProxy: EnvHttpProxyAgent

  constructor(options: OutgoingAgentOptions = {}) {
    super()
    this.#direct = new Agent(options)
    this.#throughProxy = new EnvHttpProxyAgent({
      ...options,
      proxyTls: { timeout: options.connect?.timeout },
      // A proxy need not allow a tunnel to port 80.
      proxyTunnel: false,
    })
  }

  override dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    const { hostname } = new URL(String(options.origin))
    const agent = isLoopback(hostname) ? this.#direct : this.#throughProxy
    return agent.dispatch(options, handler)
  }

  override async close(): Promise<void> {
    await Promise.all([this.#direct.close(), this.#throughProxy.close()])
  }

  override async destroy(): Promise<void> {
    await Promise.all([this.#direct.destroy(), this.#throughProxy.destroy()])
  }
}

/** For the calls of libraries that use Node's own `fetch`: those to the OpenID provider. */
export function useProxyForFetch(): void {
  setGlobalDispatcher(new OutgoingAgent())
}
