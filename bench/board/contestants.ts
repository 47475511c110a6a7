/** Who takes part, each built for production and served by a server of its own. */
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { startDemo } from '../../scripts/demo-server.ts'
import { buildPage, installPeer, root } from './build.ts'
import type { Contestant } from './measure.ts'
import { servePage } from './serve.ts'

const PEERS = join(root, 'bench/peers/board')
const COMPARE = '/users/foot/dashboards/view/foot-compare'
const DEMO_PASSWORD = 'Demo-2026-aforo!'

export interface Field {
  readonly contestants: readonly Contestant[]
  stop(): Promise<void>
}

async function peer(id: string, name: string, canvases: number): Promise<Contestant> {
  const folder = join(PEERS, id)
  if (id !== 'floor') await installPeer(folder)
  return {
    id,
    name,
    server: await servePage(await buildPage(id, folder)),
    path: '/',
    expect: { canvases, text: ['Store 001'] },
  }
}

/** The board as our engine draws it. Its ring is SVG, so it has six canvases where the others have seven. */
async function ourBoard(): Promise<Contestant> {
  return {
    id: 'ours',
    name: 'Aforo, the same board',
    server: await servePage(await buildPage('ours', join(import.meta.dirname, 'ours'), true)),
    path: '/',
    expect: { canvases: 6, text: ['Store '] },
  }
}

/** A board that a person made, of ten widgets or of sixty in six tabs. */
async function tabbed(): Promise<readonly Contestant[]> {
  const server = await servePage(await buildPage('tabs', join(import.meta.dirname, 'tabs'), true))
  const of = (id: string, name: string, tabs: number): Contestant => ({
    id,
    name,
    server,
    path: `/?tabs=${tabs}`,
    expect: { canvases: 6, text: ['tab0-table'] },
  })
  return [of('ten', 'Aforo, ten widgets', 1), of('sixty', 'Aforo, sixty in six tabs', 6)]
}

async function json<T>(url: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(url, init)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

/**
 * The built product as visitors get it: files from the same kind of server as for all contestants, calls from a real
 * server on demo data. Beside it Compare by hand: the same calls to the same server.
 */
async function product(): Promise<{
  compare: Contestant
  byHand: Contestant
  login: Contestant
  stop: () => Promise<void>
}> {
  const demo = await startDemo({ dataDir: join(root, 'bench/out/board/demo-data') })
  try {
    const server = await servePage(join(root, 'dist/app'), { upstream: demo.address })
    const folder = join(PEERS, 'hand-compare')
    await installPeer(folder)
    const hand = await servePage(await buildPage('hand-compare', folder), { upstream: demo.address })
    const prepare = await visitor(demo.address)
    return {
      compare: {
        id: 'compare',
        name: 'Aforo, Compare on demo data',
        server,
        path: COMPARE,
        expect: { canvases: 3, text: [] },
        prepare,
      },
      byHand: {
        id: 'hand-compare',
        name: 'Compare by hand, on the same server',
        server: hand,
        path: '/index.html',
        expect: { canvases: 7, text: ['Gran V'] },
        prepare,
      },
      login: { id: 'login', name: 'Aforo, login page', server, path: '/login', expect: { canvases: 0, text: [] } },
      stop: () => demo.stop(),
    }
  } catch (cause) {
    await demo.stop()
    throw cause
  }
}

/** Signs a context in as the analyst, and gives the page its filter change. */
async function visitor(address: string): Promise<(context: BrowserContext) => Promise<void>> {
  const { access_token: token } = await json<{ access_token: string }>(`${address}/api/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'analyst', password: DEMO_PASSWORD, grant_type: 'password' }),
  })
  const headers = { authorization: `Bearer ${token}` }
  const [client] = await json<{ id: number }[]>(`${address}/api/clients`, { headers })
  if (client === undefined) throw new Error('The demo has no client.')
  const locals = (
    await json<{ id: number }[]>(`${address}/api/locals?client=${client.id}&hideNoData=true`, { headers })
  ).map(({ id }) => id)
  return async (context) =>
    void (await context.addInitScript(
      ([stored, of, all]) => {
        localStorage.setItem('access_token', stored)
        localStorage.setItem('aforo.locale', 'en')
        // Another choice of stores each time, so that no answer is a kept one: what Back does, without the picker's own
        // animation. A page that has its own way brings it.
        window.boardChange = (change) => {
          history.pushState(
            history.state,
            '',
            `?client=${of}&locals=${all.filter((_, at) => at !== change % all.length).join(',')}`,
          )
          dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }))
        }
      },
      [token, client.id, locals] as const,
    ))
}

/** Builds and serves the contestants of `only` (all when empty). */
export async function enter(only: readonly string[]): Promise<Field & { login: Contestant | null }> {
  const wanted = (id: string) => only.length === 0 || only.includes(id)
  const contestants: Contestant[] = []
  if (wanted('floor')) contestants.push(await peer('floor', 'no library (floor)', 7))
  if (wanted('hand')) contestants.push(await peer('hand', 'React 19 + RGL 2 + ECharts 6 by hand', 7))
  if (wanted('perses')) contestants.push(await peer('perses', 'Perses 0.52', 7))
  if (wanted('ours')) contestants.push(await ourBoard())
  if (wanted('ten') || wanted('sixty')) contestants.push(...(await tabbed()).filter(({ id }) => wanted(id)))
  const ours = wanted('compare') || wanted('hand-compare') ? await product() : null
  if (ours !== null) contestants.push(...[ours.byHand, ours.compare].filter(({ id }) => wanted(id)))
  return {
    contestants,
    login: ours?.login ?? null,
    async stop() {
      for (const server of new Set(contestants.map((one) => one.server))) await server.stop()
      await ours?.stop()
    },
  }
}
