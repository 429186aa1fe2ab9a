import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One that the folder `app` holds, with ids put in. */
export interface AppRoute {
  readonly method: string
  readonly path: string
}

const APP = join(import.meta.dirname, '../../app')
const METHOD = /^export const (GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b/gm

/** lib/server answers it before Next. */
const TILE = { method: 'GET', path: '/map/some-id/some-id/some-id/some-id' }

/** Every route and page there is: read from the folder, so that a new one cannot be forgotten. */
export function allRoutes(): AppRoute[] {
  const files = readdirSync(APP, { recursive: true, encoding: 'utf8' }).sort()
  const routes = files.flatMap((file) => {
    const [, folder = '', kind] = /^(.*?)\/?(route|page)\.tsx?$/.exec(file) ?? []
    if (!kind) return []
    const path = `/${folder}`.replace(/\[\[\.\.\.\w+\]\]/, 'nothing').replaceAll(/\[\w+\]/g, 'some-id')
    if (kind === 'page') return [{ method: 'GET', path }]
    const methods = [...readFileSync(join(APP, file), 'utf8').matchAll(METHOD)]
    return methods.map(([, method = '']) => ({ method, path }))
  })
  return [...routes, TILE]
}
