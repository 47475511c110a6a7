/** Ports for exploring the data of a widget. */
import { createSources, type SourceCalls } from '#sources'
import { addressOf } from '../api/client.ts'
import { localsApi } from '../api/locals.ts'
import { texts } from '#i18n'
import type { Translate } from '#ui'
import type { ExplorePorts } from '../features/dashboards/explore-dialog.tsx'
import { argName } from '../features/editor/model/arg-names.ts'
import { sourceTitle } from '../features/editor/model/query-names.ts'
import { columnName } from '../features/editor/model/column-names.ts'
import { api } from './api.ts'
import { compute } from './data.ts'
import { errorText } from './error-text.ts'

/** The call of a source, noted where it would go out and not made. */
async function callOf(name: string, args: Readonly<Record<string, unknown>>): Promise<string> {
  let noted: string | undefined
  const note = (path: string, query: Parameters<typeof addressOf>[1]) => {
    noted ??= addressOf(path, query)
    return Promise.reject(new Error('The call was noted.'))
  }
  const locals = localsApi({ ...api.client, list: (path, options) => note(path, options?.query) })
  const calls: SourceCalls = {
    frame: (path, query) => note(path, query),
    clients: locals.clients,
    locals: locals.locals,
    activeLocals: locals.activeLocals,
    campaigns: locals.campaigns,
    open: compute.open,
    adopt: compute.adopt,
  }
  await createSources(calls)
    .get(name)
    ?.load(args, { signal: new AbortController().signal })
    .catch(() => undefined)
  if (noted === undefined) throw new Error(`The source ${name} makes no call.`)
  return noted
}

const t: Translate = (key, params) => texts.t(key, { ...params })
const names: ExplorePorts['names'] = {
  source: (id) => sourceTitle(t, id),
  argument: (id) => argName(t, id),
  column: (id) => columnName(t, id),
  unit: (id) => t(`editor-panels:unit.${id}`),
}

export const explorePorts: ExplorePorts = { compute, callOf, origin: window.location.origin, names, say: errorText }
