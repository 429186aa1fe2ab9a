import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyRoute } from '@/lib/api/http/route'
import { table } from '@/lib/api/table'

export interface AppRoute {
  readonly method: string
  /** With values and a query. */
  readonly path: string
  /** Whether viewers are refused. */
  readonly isRestricted: boolean
}

const APP = join(import.meta.dirname, '../../app')

/** Every route of the table and page of the folder `app`, with ids put in, and an unknown route. */
export function allRoutes(): AppRoute[] {
  const pages = readdirSync(APP, { recursive: true, encoding: 'utf8' }).flatMap((file) => {
    const [, folder] = /^(.*?)\/?page\.tsx$/.exec(file) ?? []
    return folder === undefined ? [] : [`/${folder.replaceAll(/\[\w+\]/g, 'some-id')}`]
  })
  const open = [...pages, '/lookup?our_ref=a', '/api/nothing'].map((path) => ({
    method: 'GET',
    path,
    isRestricted: false,
  }))
  const routes = (table as readonly AnyRoute[]).map(
    ({ name, rules: { role, example = {}, parameters = {} } }) => {
      const [method = '', template = ''] = name.split(' ')
      const query = Object.keys(parameters).flatMap((key) =>
        key in example ? [[key, String(example[key])]] : [],
      )
      const path = template.replaceAll(/\{\w+\}/g, 'some-id')
      const isRestricted = role !== null && role !== 'viewer'
      return {
        method,
        path: query.length === 0 ? path : `${path}?${new URLSearchParams(query)}`,
        isRestricted,
      }
    },
  )
  return [...open, ...routes]
}
