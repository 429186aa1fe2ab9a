/**
 * One instance per process, opened on first use; a failed opening is retried by the next use. It is kept on
 * globalThis, because the server and each of Next's bundles hold a copy of the modules of this folder.
 */
export function processInstance<T>(name: string, open: () => Promise<T>) {
  const instances = globalThis as unknown as Record<string, Promise<T> | undefined>
  const key = `kerbside:${name}`
  return {
    get(): Promise<T> {
      instances[key] ??= open().catch((error: unknown) => {
        instances[key] = undefined
        throw error
      })
      return instances[key]
    },
    /** The instance as it is, without opening one. */
    current: async (): Promise<T | null> => (await instances[key]?.catch(() => null)) ?? null,
    /** Forgets the instance. @returns null when none is open */
    async take(): Promise<T | null> {
      const instance = instances[key]
      instances[key] = undefined
      return (await instance?.catch(() => null)) ?? null
    },
  }
}
