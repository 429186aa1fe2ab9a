/** @throws where workers cannot be started */
export function startReader(): Worker {
  return new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module' })
}
