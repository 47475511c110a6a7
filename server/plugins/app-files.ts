/**
 * The built page. The files are listed once at start and only those can be asked for: no text of a request ever becomes
 * a path. Every other address is a screen of the app and gets index.html, except below /api and /assets: a missing
 * chunk must be a 404, which the page takes as the sign of a new version. The page gets its brand in the document
 * itself, so that nothing is drawn in another one first, and its build (`page-build.ts`), and a dashboard's document
 * names the files it will need, so that they do not come one after the other.
 */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DEFAULT_BRANDING } from '#domain/branding'
import type { Branding } from '#domain/branding'
import { AppError } from '../lib/errors.ts'
import { ANYONE } from './access.ts'
import { sendFresh } from './fresh.ts'
import { framedBy } from './headers.ts'
import { pageBuild } from './page-build.ts'

const YEAR_S = 31_536_000
const OURS = /^\/(api|assets)(\/|$)/
const DASHBOARD = /^\/users\/(?:foot\/)?dashboards\/view\/([\w-]{1,64})\/?$/
/** A public link: `/shared/<slug>`. */
const SHARED = /^\/shared\/([\w-]{1,64})\/?$/
/** Made by the build (`scripts/preload-list.ts`). */
const PRELOAD_LIST = 'preload.json'

type PreloadLists = Readonly<
  Record<string, { readonly scripts: readonly string[]; readonly styles: readonly string[] }>
>

interface AppFiles {
  readonly staticDir: string
  /** How the page looks under a host name. */
  readonly brandOf: (host: string) => Promise<Branding>
  /** Origins that may show the page of a public link in a frame. */
  readonly framersOf: (slug: string) => Promise<readonly string[]>
  /** Hosts to which dashboards may link; the page checks documents by the same list as the server. */
  readonly linkHosts: readonly string[]
}

export async function registerAppFiles(
  app: FastifyInstance,
  { staticDir, brandOf, framersOf, linkHosts }: AppFiles,
): Promise<void> {
  const hosts = linkHosts.length === 0 ? '' : `<meta name="link-hosts" content="${linkHosts.join(' ')}">`
  const page = readFileSync(join(staticDir, 'index.html'), 'utf8').replace(
    '</head>',
    `<meta name="build" content="${pageBuild(staticDir)}">${hosts}</head>`,
  )
  const list = join(staticDir, PRELOAD_LIST)
  const pages = new Map(
    existsSync(list)
      ? Object.entries(JSON.parse(readFileSync(list, 'utf8')) as PreloadLists).map(([id, files]) => [
          id,
          preloading(page, files),
        ])
      : [],
  )
  // A page in the default look is better than none while the catalog is unavailable.
  const brandFor = (request: FastifyRequest) =>
    brandOf(request.hostname).catch((err: unknown) => {
      if (request.server.strangersLog.takeFailure())
        request.log.error({ err }, 'the brand of the page could not be read')
      return DEFAULT_BRANDING
    })
  await app.register(fastifyStatic, { root: staticDir, serve: false, cacheControl: false, preCompressed: true })
  const files = new Set(
    globSync('**/*', { cwd: staticDir })
      .filter((file) => statSync(join(staticDir, file)).isFile())
      .map((file) => file.replaceAll('\\', '/')),
  )

  app.get(
    '/*',
    { config: { authz: ANYONE }, schema: { hide: true } },
    async (request: FastifyRequest, reply: FastifyReply) => {
      const [path = '/'] = request.url.split('?')
      const file = path.slice(1)
      if (files.has(file) && file !== 'index.html' && file !== PRELOAD_LIST) {
        // Built assets carry a hash of their content in the name; anything else may change under its name.
        void reply.header(
          'cache-control',
          path.startsWith('/assets/') ? `public, max-age=${YEAR_S}, immutable` : 'no-cache',
        )
        return reply.sendFile(file)
      }
      if (OURS.test(path)) throw notFound(request)
      const [, shared] = SHARED.exec(path) ?? []
      if (shared !== undefined) asShared(reply, await framersOf(shared).catch(() => []))
      return sendFresh(
        request,
        reply,
        'text/html; charset=utf-8',
        branded(pages.get(DASHBOARD.exec(path)?.[1] ?? '') ?? page, await brandFor(request)),
      )
    },
  )
}

/** For no search engine, and in a frame only where its maker allows it. */
function asShared(reply: FastifyReply, origins: readonly string[]): void {
  void reply.header('x-robots-tag', 'noindex, nofollow')
  if (origins.length > 0) void reply.header('content-security-policy', framedBy(origins))
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/**
 * After the page's own files, which come first. `crossorigin` as the page itself asks for sheets; without it they would
 * come twice.
 */
function preloading(page: string, { scripts, styles }: PreloadLists[string]): string {
  const links = [
    ...styles.map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" href="/${file}">`),
  ]
  return page.replace('</head>', () => `${links.join('')}</head>`)
}

/** The document with the brand's title, and with the brand as data that the page reads: no script, no request. */
function branded(page: string, branding: Branding): string {
  const head =
    `<title>${escaped(branding.title)}</title><meta name="branding" ` +
    `content="${escaped(JSON.stringify(branding))}">`
  return page.replace(/<title>[^<]*<\/title>/, () => head)
}

export const notFound = ({ method }: FastifyRequest) =>
  new AppError('ROUTE_NOT_FOUND', `There is nothing to ${method} at this address; see /api/docs for what there is.`)
