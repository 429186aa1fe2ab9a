import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { table } from '@/lib/api/table'

export interface AppRoute {
  readonly method: string
  readonly path: string
}

const APP = join(import.meta.dirname, '../../app')

/** Every route of the table and page of the folder `app`, with ids put in, and an unknown route. */
export function allRoutes(): AppRoute[] {
  const pages = readdirSync(APP, { recursive: true, encoding: 'utf8' }).flatMap((file) => {
    const [, folder] = /^(.*?)\/?page\.tsx$/.exec(file) ?? []
    return folder === undefined ? [] : [`GET /${folder.replaceAll(/\[\w+\]/g, 'some-id')}`]
  })
  const routes = table.map(({ name }) => name.replaceAll(/\{\w+\}/g, 'some-id'))
  return [...pages, ...routes, 'GET /api/nothing'].map((name) => {
    const [method = '', path = ''] = name.split(' ')
    return { method, path }
  })
}
