/**
 * The playground over the sources of the page: each question is asked by itself, not cached, and shown as its call.
 */
import { createSources } from '#sources'
import { type ApiClient } from '#api'
import type { FrameRef } from '#engine/types'
import { addressOf } from '../api/client.ts'
import { localsApi } from '../api/locals.ts'
import { type Answer, PlaygroundPage, type PlaygroundPorts, ROWS_SHOWN } from '../features/admin/playground/page.tsx'
import { api } from './api.ts'
import { compute, sources } from './data.ts'

/** A question may take so long. */
const MAX_MS = 30_000

/** Notes the call of one question. */
function noting(client: ApiClient, note: (path: string, bytes: number) => void): Pick<ApiClient, 'frame' | 'list'> {
  return {
    async frame(path, options) {
      const answer = await client.frame(path, options)
      note(addressOf(path, options?.query), answer.bytes.byteLength)
      return answer
    },
    async list<T>(path: string, options?: Parameters<ApiClient['list']>[1]) {
      const rows = await client.list<T>(path, options)
      note(addressOf(path, options?.query), JSON.stringify(rows).length)
      return rows
    },
  }
}

const ask: PlaygroundPorts['ask'] = async (name, args, given): Promise<Answer> => {
  const signal = AbortSignal.any([given, AbortSignal.timeout(MAX_MS)])
  let call = { path: '', bytes: 0 }
  const calls = noting(api.client, (path, bytes) => {
    call = { path, bytes }
  })
  const locals = localsApi({ ...api.client, ...calls })
  const own = createSources({
    frame: (path, query, of) => calls.frame(path, { query, signal: of }),
    clients: locals.clients,
    locals: locals.locals,
    activeLocals: locals.activeLocals,
    campaigns: locals.campaigns,
    open: compute.open,
    adopt: compute.adopt,
  })
  const source = own.get(name)
  if (source === undefined) throw new Error(`There is no source ${name}.`)
  const since = performance.now()
  let here = since
  const ref: FrameRef = await source.load(args, {
    signal,
    arrived: () => {
      here = performance.now()
    },
  })
  const opened = performance.now()
  try {
    const { frame } = await compute.run(ref, [{ op: 'limit', n: ROWS_SHOWN }], {}, signal)
    return { frame, rows: ref.rows, ...call, waitedMs: here - since, openedMs: opened - here }
  } finally {
    compute.release(ref.id)
  }
}

const ALL = [...sources.values()].toSorted((one, other) => one.name.localeCompare(other.name))

export function PlaygroundRoute() {
  return <PlaygroundPage sources={ALL} ask={ask} origin={window.location.origin} />
}
